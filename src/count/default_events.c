/* The default events of perf stat, in upstream's order; each -d adds some of the caches. */
#include "count/default_events.h"

static void add(struct strbuf *out, const char *text) { strbuf_printf(out, "%s%s", out->size ? "," : "", text); }

/* Upstream shows stalled cycles only where the PMU's directory in sysfs names them. */
static void add_if_known(struct strbuf *out, const struct event_pmu *cpu, const char *name)
{
	if (cpu && event_pmu_find_alias(cpu, name)) add(out, name);
}

void default_events(const struct default_events_options *options, const struct event_catalogue *catalogue,
		    struct strbuf *ret)
{
	if (!options->no_basic) {
		const struct event_pmu *cpu = catalogue->find_pmu(catalogue->ctx, "cpu");
		add(ret, options->has_cpu ? "cpu-clock" : "task-clock");
		add(ret, "context-switches,cpu-migrations,page-faults,cycles");
		add_if_known(ret, cpu, "stalled-cycles-frontend");
		add_if_known(ret, cpu, "stalled-cycles-backend");
		add(ret, "instructions,branches,branch-misses");
	}
	if (options->detail >= 1) add(ret, "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses");
	if (options->detail >= 2)
		add(ret,
		    "L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses");
	if (options->detail >= 3) add(ret, "L1-dcache-prefetches,L1-dcache-prefetch-misses");
}
