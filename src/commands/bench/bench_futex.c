#include "commands/bench/bench_futex.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#ifndef PR_FUTEX_HASH
#define PR_FUTEX_HASH 78
#define PR_FUTEX_HASH_SET_SLOTS 1
#define PR_FUTEX_HASH_GET_SLOTS 2
#endif

/* The kernel may say yes and have another number, as one that keeps a single table for all processes does. */
static int set_buckets(unsigned count)
{
	const char *hint = "Ask for a power of 2; Linux 6.17 or newer is needed, with CONFIG_FUTEX_PRIVATE_HASH";
	if (prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_SET_SLOTS, count, 0, 0) < 0)
		return bench_fail(errno, "Buckets of the futex hash table", hint);
	if (prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_GET_SLOTS, 0, 0, 0) != (int)count)
		return bench_fail(ENOTSUP, "Buckets of the futex hash table", hint);
	return 0;
}

bool bench_futex_parse(const struct option_table *table, int argc, const char **argv, struct bench_futex_values *values,
		       int *ret_status)
{
	if (!option_table_parse(table, &argc, argv, values, ret_status)) return false;
	*ret_status = 0;
	if (argc) *ret_status = option_table_unexpected(table, argv[0]);
	else if (values->nr_threads > BENCH_THREADS_MAX)
		*ret_status = option_table_usage_error(table, "There are %u threads at most", BENCH_THREADS_MAX);
	else if (values->nr_buckets) *ret_status = set_buckets(values->nr_buckets);
	if (!values->nr_threads) values->nr_threads = bench_nr_cpus();
	if (!*ret_status && values->lock_memory && mlockall(MCL_CURRENT | MCL_FUTURE) < 0)
		*ret_status = bench_fail(errno, "mlockall", "Raise ulimit -l, or run as root");
	return !*ret_status;
}
