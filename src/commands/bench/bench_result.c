#include "commands/bench/bench_result.h"
#include <inttypes.h>
#include "cli/console.h"

#define NS_PER_S UINT64_C(1000000000)

int bench_fail(int code, const char *what, const char *hint)
{
	_err_done_ struct err err = ERR_INIT;
	(void)err_set_errno(&err, code < 0 ? code : -code, "%s", what);
	if (hint) err_hint(&err, "%s", hint);
	console_err(&err);
	return 1;
}

void bench_show_time(const struct bench_run *run, uint64_t ns)
{
	out_printf(run->out,
		   bench_is_default(run) ? "     Total time: %" PRIu64 ".%03" PRIu64 " [sec]\n"
					 : "%" PRIu64 ".%03" PRIu64 "\n",
		   ns / NS_PER_S, ns % NS_PER_S / 1000000);
}

void bench_show_ops(const struct bench_run *run, uint64_t ns, uint64_t nr_ops)
{
	bench_show_time(run, ns);
	if (!bench_is_default(run)) return;
	if (!ns) ns = 1; /* a clock that is coarser than the benchmark */
	out_printf(run->out, "\n %14f usecs/op\n", (double)ns / 1e3 / (double)nr_ops);
	out_printf(run->out, " %14" PRIu64 " ops/sec\n", (uint64_t)((double)nr_ops * 1e9 / (double)ns));
}
