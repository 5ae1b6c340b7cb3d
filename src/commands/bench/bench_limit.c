#include "commands/bench/bench_limit.h"
#include <errno.h>
#include <inttypes.h>
#include <sys/resource.h>
#include "base/compiler.h"
#include "commands/bench/bench.h"

/* What the program itself may have open: standard descriptors, libraries, what it inherited. */
#define OWN_FILES 50

int bench_allow_files(uint64_t count)
{
	struct rlimit limit;
	uint64_t wanted = count + OWN_FILES;
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted) return 0;
	limit.rlim_cur = wanted;
	limit.rlim_max = MAX(limit.rlim_max, wanted);
	if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return 0;
	_free_ char *what = xasprintf("%" PRIu64 " open files are needed", wanted);
	bench_fail(errno, what, "Ask for less, raise the limit with ulimit -n, or run as root");
	return -1;
}
