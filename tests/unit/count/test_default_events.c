#include "count/default_events.h"

#include "tests/unit/test.h"

static struct event_pmu cpu;
static bool has_cpu_pmu;
static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	return has_cpu_pmu && strcmp(name, "cpu") == 0 ? &cpu : NULL;
}
static const struct event_catalogue catalogue = { .find_pmu = find_pmu };

static const char *list(struct default_events_options options)
{
	static char text[1024];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	default_events(&options, &catalogue, &out);
	snprintf(text, sizeof(text), "%s", strbuf_text(&out));
	return text;
}

TEST(basic)
{
	CHECK_STR(list((struct default_events_options){ 0 }),
		  "task-clock,context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses");
	CHECK_STR(list((struct default_events_options){ .has_cpu = true }),
		  "cpu-clock,context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses");
}

TEST(stalled_cycles_where_there_are)
{
	event_pmu_add_alias(&cpu, "stalled-cycles-backend", "event=1");
	has_cpu_pmu = true;
	CHECK(strstr(list((struct default_events_options){ 0 }), ",cycles,stalled-cycles-backend,instructions,"));
	has_cpu_pmu = false;
}

TEST(details)
{
	CHECK_STR(list((struct default_events_options){ .no_basic = true }), "");
	CHECK_STR(list((struct default_events_options){ .no_basic = true, .detail = 1 }),
		  "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses");
	CHECK(strstr(list((struct default_events_options){ .no_basic = true, .detail = 2 }), "dTLB-loads"));
	CHECK(!strstr(list((struct default_events_options){ .no_basic = true, .detail = 2 }), "prefetch"));
	CHECK(strstr(list((struct default_events_options){ .detail = 7 }), "L1-dcache-prefetch-misses"));
}

TEST_MAIN
