/* The event language: what is accepted, what it becomes, and where errors point. */
#include "event/spec/event_parse.h"

#include <errno.h>
#include <fnmatch.h>
#include "tests/unit/test.h"

static struct event_pmu *cpu, *imc0, *imc1;

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	struct event_pmu *const pmus[] = { cpu, imc0, imc1 };
	for (size_t i = 0; i < ARRAY_SIZE(pmus); i++)
		if (strcmp(pmus[i]->name, name) == 0) return pmus[i];
	return NULL;
}

static const char *const *pmu_names(void *ctx)
{
	static const char *const names[] = { "cpu", "uncore_imc_0", "uncore_imc_1", NULL };
	return names;
}

static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			     struct err *err)
{
	static const struct {
		const char *system, *event;
		uint64_t id;
	} all[] = {
		{ "sched", "sched_switch", 10 },
		{ "sched", "sched_wakeup", 11 },
		{ "syscalls", "sys_enter_read", 20 },
	};
	int n = 0;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		if (fnmatch(system, all[i].system, 0) != 0 || fnmatch(event, all[i].event, 0) != 0) continue;
		fn(arg, all[i].system, all[i].event, all[i].id);
		n++;
	}
	return n ? n : err_set(err, -ENOENT, "File /t/events/%s/%s not found.", system, event);
}

static const struct event_catalogue catalogue = { .find_pmu = find_pmu,
						  .pmu_names = pmu_names,
						  .visit_tracepoints = visit_tracepoints };

static struct event_pmu *new_pmu(const char *name, uint32_t type)
{
	struct event_pmu *pmu = xcalloc(1, sizeof(*pmu));
	pmu->name = xstrdup(name);
	pmu->type = type;
	CHECK_INT(event_pmu_add_format(pmu, "event", "config:0-7,32-35"), 0);
	CHECK_INT(event_pmu_add_format(pmu, "umask", "config:8-15"), 0);
	CHECK_INT(event_pmu_add_format(pmu, "ldlat", "config1:0-15"), 0);
	event_pmu_add_alias(pmu, "mem-loads", "event=0xcd,umask=0x1,ldlat=3");
	return pmu;
}

__attribute__((constructor)) static void make_pmus(void)
{
	cpu = new_pmu("cpu", 4);
	cpu->is_core = true;
	imc0 = new_pmu("uncore_imc_0", 20);
	imc1 = new_pmu("uncore_imc_1", 21);
	imc0->cpus = xstrdup("0");
}

static struct event_list parsed;
static struct err why;
static int parse(const char *text)
{
	event_list_done(&parsed);
	err_done(&why);
	why = (struct err)ERR_INIT;
	return event_parse(&parsed, text, &catalogue, EVENT_USE_RECORD, &why);
}

TEST(symbols)
{
	static const struct {
		const char *text;
		uint32_t type;
		uint64_t config;
	} rows[] = {
		{ "cycles", 0, 0 },         { "cpu-cycles", 0, 0 },
		{ "ref-cycles", 0, 9 },     { "cs", 1, 3 },
		{ "bpf-output", 1, 10 },    { "L1-dcache-load-misses", 3, 0x10000 },
		{ "LLC-stores", 3, 0x102 }, { "dTLB-prefetch-misses", 3, 0x10203 },
		{ "branch-loads", 3, 5 },   { "branch-load-misses", 3, 0x10005 },
		{ "branch-misses", 0, 5 },  { "l1d-misses", 3, 0x10000 },
		{ "r1a8", 4, 0x1a8 },       { "node", 3, 6 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		CHECK_INT(parse(rows[i].text), 0);
		CHECK_INT(event_list_count(&parsed), 1);
		if (event_list_count(&parsed) != 1) continue;
		struct event_spec *spec = event_list_get(&parsed, 0);
		CHECK_STR(spec->name, rows[i].text);
		CHECK_INT(spec->attr.type, rows[i].type);
		CHECK_INT(spec->attr.config, rows[i].config);
		CHECK_INT(spec->attr.flags, ATTR_EXCLUDE_GUEST);
	}
}

TEST(modifiers)
{
	const uint64_t u = ATTR_EXCLUDE_USER, k = ATTR_EXCLUDE_KERNEL, h = ATTR_EXCLUDE_HV, g = ATTR_EXCLUDE_GUEST,
		       H = ATTR_EXCLUDE_HOST;
	const struct {
		const char *text;
		uint64_t flags;
	} rows[] = {
		{ "cycles:u", k | h | g },
		{ "cycles:k", u | h },
		{ "cycles:h", u | k },
		{ "cycles:uk", h | g },
		{ "cycles:G", H },
		{ "cycles:H", g },
		{ "cycles:GH", 0 },
		{ "cycles:I", ATTR_EXCLUDE_IDLE },
		{ "cycles:D", ATTR_PINNED },
		{ "cycles:e", ATTR_EXCLUSIVE },
		{ "cycles:ppp", 3ull << ATTR_PRECISE_SHIFT | g },
		{ "cycles:P", 0 },
		{ "cycles:ukhpGHSD", ATTR_PINNED | 1ull << ATTR_PRECISE_SHIFT },
		{ "cpu/event=1/u", k | h | g },
		{ "cycles//k", u | h },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		CHECK_INT(parse(rows[i].text), 0);
		if (event_list_count(&parsed) != 1) {
			CHECK(false);
			continue;
		}
		CHECK_INT(event_list_get(&parsed, 0)->attr.flags, rows[i].flags);
		CHECK_STR(event_list_get(&parsed, 0)->name, rows[i].text);
	}
	CHECK_INT(parse("cycles:P"), 0);
	CHECK(event_list_get(&parsed, 0)->precise_max);
}

TEST(terms)
{
	CHECK_INT(parse("cycles/period=1000,name='a:b "
			"c',call-graph=dwarf,stack-size=4096,max-stack=9,time=0,no-inherit/u"),
		  0);
	struct event_spec *spec = event_list_get(&parsed, 0);
	CHECK_STR(spec->name, "a:b c");
	CHECK_INT(spec->period, 1000);
	CHECK_INT(spec->callgraph, CALLGRAPH_DWARF);
	CHECK_INT(spec->stack_size_bytes, 4096);
	CHECK_INT(spec->max_stack, 9);
	CHECK(spec->has_time && !spec->time && spec->has_inherit && !spec->inherit);
	CHECK_INT(parse("cpu/event=0x1a8,umask=0x2,config2=7/"), 0);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config, 0x1000002a8);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config2, 7);
	CHECK_INT(parse("cpu/mem-loads,ldlat=30/P"), 0);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config, 0x1cd);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config1, 30);
	CHECK_INT(parse("cpu/r1a8/"), 0);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config, 0x1a8);
}

TEST(pmus_by_prefix)
{
	const char *const texts[] = { "imc/event=1/", "uncore_imc/event=1/", "*imc*/event=1/" };
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		CHECK_INT(parse(texts[i]), 0);
		CHECK_INT(event_list_count(&parsed), 2);
	}
	CHECK_INT(parse("mem-loads"), 0);
	CHECK_INT(event_list_count(&parsed), 3);
}

TEST(tracepoints)
{
	CHECK_INT(parse("sched:sched_*:u,cycles"), 0);
	CHECK_INT(event_list_count(&parsed), 3);
	CHECK_STR(event_list_get(&parsed, 1)->name, "sched:sched_wakeup");
	CHECK_INT(event_list_get(&parsed, 1)->attr.config, 11);
	CHECK(event_list_get(&parsed, 1)->attr.flags & ATTR_EXCLUDE_KERNEL);
	CHECK_INT(parse("s*:s*/max-stack=3/"), 0);
	CHECK_INT(event_list_count(&parsed), 3);
	CHECK_INT(event_list_get(&parsed, 2)->max_stack, 3);
}

TEST(breakpoints)
{
	CHECK_INT(parse("mem:0x1000/8:w:u"), 0);
	struct event_attr *attr = &event_list_get(&parsed, 0)->attr;
	CHECK_INT(attr->bp_type, 2);
	CHECK_INT(attr->config1, 0x1000);
	CHECK_INT(attr->config2, 8);
	CHECK(attr->flags & ATTR_EXCLUDE_KERNEL);
	CHECK_INT(parse("mem:4096:x"), 0);
	CHECK_INT(event_list_get(&parsed, 0)->attr.config2, sizeof(long));
	CHECK_INT(parse("mem:4096:k"), 0);
	CHECK_INT(event_list_get(&parsed, 0)->attr.bp_type, 3);
}

TEST(groups)
{
	CHECK_INT(parse("cs,{cycles:k,instructions:p}:u, faults"), 0);
	CHECK_INT(event_list_count(&parsed), 4);
	CHECK_INT(event_list_get(&parsed, 1)->nr_members, 2);
	CHECK_INT(event_list_get(&parsed, 2)->leader, 1);
	CHECK_INT(event_list_get(&parsed, 3)->leader, 3);
	CHECK_INT(event_list_get(&parsed, 1)->attr.flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL), 0);
	CHECK(event_list_get(&parsed, 2)->attr.flags & ATTR_EXCLUDE_KERNEL);
	CHECK_STR(event_list_get(&parsed, 3)->name, "faults");
}

TEST(errors_point_at_the_culprit)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
		{ "cpu-clock,",
		  "event syntax error: 'cpu-clock,'\n                               \\___ Unrecognized input" },
		{ "cpu-clock:z",
		  "event syntax error: 'cpu-clock:z'\n                              \\___ Unrecognized input" },
		{ "cpu-clock:uu", "event syntax error: 'cpu-clock:uu'\n                                \\___ Duplicate "
				  "modifier 'u' (user)" },
		{ "cpu-clock:pppp", "event syntax error: 'cpu-clock:pppp'\n                                  \\___ "
				    "Maximum precise value is 3" },
		{ "cpu-clock:W", "event syntax error: 'cpu-clock:W'\n                               \\___ Weak "
				 "modifier is for use with groups" },
		{ "Cycles", "event syntax error: 'Cycles'\n                     \\___ Bad event name" },
		{ "nopmu/foo=1/", "event syntax error: 'nopmu/foo=1/'\n                     \\___ Bad event or PMU" },
		{ "cpu-clock/period=abc/", "event syntax error: '..ock/period=abc/'\n                                  "
					   "\\___ expected numeric value" },
		{ "sched:none", "event syntax error: 'sched:none'\n                     \\___ unknown tracepoint" },
		{ "{cycles",
		  "event syntax error: '{cycles'\n                     \\___ this group is not closed by '}'" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		CHECK(parse(rows[i].text) < 0);
		CHECK_STR(why.message, rows[i].message);
		CHECK_INT(event_list_count(&parsed), 0);
	}
	const char *const wrong[] = { "",
				      ",",
				      "{}",
				      "{a",
				      "cycles}",
				      "cycles/",
				      "cycles/=",
				      "cpu/event=0x10000/",
				      "mem:",
				      "mem:x",
				      "a:",
				      ":",
				      "/",
				      "rzz",
				      "cycles/call-graph=x/",
				      "cycles/name/" };
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) CHECK(parse(wrong[i]) < 0);
	event_list_done(&parsed);
	err_done(&why);
}

TEST_MAIN
