/* Metrics chosen by name and by group, their events and their values, on a made-up machine. */
#include "event/metric/metric.h"

#include <errno.h>
#include <math.h>
#include "tests/unit/test.h"

static const char table[] =
	"[{\"EventName\": \"A.ANY\", \"EventCode\": \"0x1\"}, {\"EventName\": \"B\", \"EventCode\": \"0x2\", "
	"\"UMask\": \"0x3\"},"
	" {\"EventName\": \"C\", \"EventCode\": \"0x3\"}, {\"EventName\": \"UNC_D\", \"EventCode\": \"0x4\", \"Unit\": "
	"\"imc\"},"
	" {\"EventName\": \"UNC_E\", \"EventCode\": \"0x5\", \"Unit\": \"imc\"},"
	" {\"MetricName\": \"ratio\", \"MetricExpr\": \"A.ANY / B\", \"MetricGroup\": \"G1;G2\", \"ScaleUnit\": "
	"\"100%\", \"MetricThreshold\": \"ratio > 0.5\"},"
	" {\"MetricName\": \"sum\", \"MetricExpr\": \"A.ANY + B + C\", \"MetricGroup\": \"G2\"},"
	" {\"MetricName\": \"twice\", \"MetricExpr\": \"2 * ratio\"},"
	" {\"MetricName\": \"bandwidth\", \"MetricExpr\": \"UNC_D * 64 / 1e6 / duration_time\", \"ScaleUnit\": "
	"\"1MB/s\"},"
	" {\"MetricName\": \"uncore\", \"MetricExpr\": \"(UNC_D + UNC_E) / source_count(UNC_D)\"},"
	" {\"MetricName\": \"limited\", \"MetricExpr\": \"C / B\", \"MetricConstraint\": \"NO_GROUP_EVENTS\"},"
	" {\"MetricName\": \"tip\", \"MetricExpr\": \"C / A.ANY\", \"MetricGroup\": \"Top;G3\", "
	"\"MetricgroupNoGroup\": \"Top\"},"
	" {\"MetricName\": \"watched\", \"MetricExpr\": \"C * B\", \"MetricConstraint\": \"NO_GROUP_EVENTS_NMI\"},"
	" {\"MetricName\": \"limits\", \"MetricExpr\": \"C * B\", \"MetricConstraint\": \"NO_THRESHOLD_AND_NMI\", "
	"\"MetricThreshold\": \"limits > 1\"},"
	" {\"MetricName\": \"threads\", \"MetricExpr\": \"C * B\", \"MetricConstraint\": \"NO_GROUP_EVENTS_SMT\"},"
	" {\"MetricName\": \"bad\", \"MetricExpr\": \"A.ANY +\"}]";

static struct vendor_tables *tables;
static struct event_pmu *pmus[4];

static struct event_pmu *make_pmu(const char *name, uint32_t type)
{
	struct event_pmu *pmu = calloc(1, sizeof(*pmu));
	pmu->name = strdup(name);
	pmu->type = type;
	event_pmu_classify(pmu, false);
	pmu->is_uncore = !pmu->is_core;
	event_pmu_add_format(pmu, "event", "config:0-7");
	event_pmu_add_format(pmu, "umask", "config:8-15");
	return pmu;
}

__attribute__((constructor)) static void begin(void)
{
	pmus[0] = make_pmu("cpu", 4);
	pmus[1] = make_pmu("uncore_imc_0", 10);
	pmus[2] = make_pmu("uncore_imc_1", 11);
	tables = vendor_tables_new();
	vendor_tables_add_json(tables, table, sizeof(table) - 1, "test", false, NULL);
	vendor_tables_sort(tables);
}

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	for (size_t i = 0; pmus[i]; i++)
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
	return err_set(err, -ENOENT, "no tracepoints");
}
static void visit_vendor_events(void *ctx, const char *name,
				void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
				void *arg)
{
	size_t at = 0;
	for (const struct vendor_event *event; (event = vendor_tables_next_event(tables, name, &at));)
		for (size_t i = 0; pmus[i]; i++)
			if (vendor_event_is_for(event, pmus[i])) fn(arg, pmus[i], &event->alias);
}
static const struct event_catalogue catalogue = { .find_pmu = find_pmu,
						  .pmu_names = pmu_names,
						  .visit_tracepoints = visit_tracepoints,
						  .visit_vendor_events = visit_vendor_events };
static const struct metric_literals literals = { .num_cpus = 4 };
static const struct metric_environment env = { .literals = &literals };

/* "{A.ANY,B}:W C": groups in braces, then what each metric stands on. */
static void describe(const struct metric_set *set, const struct event_list *list, char *ret, size_t size)
{
	size_t used = 0;
	for (size_t i = 0; i < event_list_count(list); i++) {
		const struct event_spec *spec = event_list_get(list, i), *leader = event_list_get(list, spec->leader);
		bool is_group = leader->nr_members > 1, is_first = spec->leader == i,
		     is_last = is_group && i + 1 == spec->leader + leader->nr_members;
		used += (size_t)snprintf(
			ret + used, size - used, "%s%s%s%s%s", is_group && is_first ? "{" : "", spec->name,
			spec->pmu_name && strncmp(spec->pmu_name, "uncore", 6) == 0 ? spec->pmu_name + 10 : "",
			is_last ? spec->weak ? "}:W" : "}" : "", is_group && !is_last ? "," : " ");
	}
	for (size_t i = 0; i < set->metrics.count; i++)
		used += (size_t)snprintf(ret + used, size - used, "| %s@%u ", set->metrics.items[i].name,
					 set->metrics.items[i].event);
}

static void check_set(const char *names, const struct metric_options *options, const char *want)
{
	char got[1024] = "";
	_err_done_ struct err err = ERR_INIT;
	struct metric_set set;
	struct event_list list = EVENT_LIST_INIT;
	if (metric_set_select(&set, tables, names, options, &env, &err) < 0) {
		CHECK_STR(err.message, want);
		return;
	}
	if (metric_set_add_events(&set, &list, &catalogue, &err) < 0) CHECK_STR(err.message, want);
	else {
		describe(&set, &list, got, sizeof(got));
		CHECK_STR(got, want);
	}
	event_list_done(&list);
	metric_set_done(&set);
}

TEST(selection)
{
	/* within a group the order is upstream's (metric_events.c) */
	check_set("ratio", NULL, "{B,A.ANY}:W | ratio@0 ");
	check_set("RATIO", NULL, "{B,A.ANY}:W | ratio@0 ");
	check_set("twice", NULL, "{B,A.ANY}:W | twice@0 ");
	check_set("G2", NULL, "{C,B,A.ANY}:W | ratio@1 | sum@0 "); /* what ratio needs is in the group of sum */
	check_set("ratio,ratio", NULL, "{B,A.ANY}:W | ratio@0 ");
	check_set("limited", NULL, "C B | limited@0 ");
	check_set("tip", NULL, "{C,A.ANY}:W | tip@0 ");
	check_set("Top", NULL, "C A.ANY | tip@0 ");
	check_set("ratio", &(struct metric_options){ .no_group = true }, "A.ANY B | ratio@0 ");
	check_set("G2", &(struct metric_options){ .no_merge = true }, "{C,B,A.ANY}:W {B,A.ANY}:W | ratio@3 | sum@0 ");
	check_set("bandwidth", NULL, "UNC_D_0 UNC_D_1 duration_time | bandwidth@0 ");
	check_set("uncore", NULL, "{UNC_D_0,UNC_E_0}:W {UNC_D_1,UNC_E_1}:W | uncore@0 ");
	check_set("ratio:u", NULL, "{B:u,A.ANY:u}:W | ratio@0 ");
	check_set("nosuch", NULL, "Cannot find metric or group `nosuch'");
	check_set("ratio,nosuch", NULL, "Cannot find metric or group `nosuch'");
	check_set("", NULL, "Cannot find metric or group `'");
	check_set("bandwidth,ratio", NULL,
		  "{B,A.ANY}:W duration_time UNC_D_0 UNC_D_1 duration_time | bandwidth@3 | ratio@0 "); /* a time is read
													  with each */
	check_set("bandwidth,ratio", &(struct metric_options){ .no_merge = true },
		  "{B,A.ANY}:W UNC_D_0 UNC_D_1 duration_time | bandwidth@2 | ratio@0 ");
	check_set("bad", NULL, "formula ends too early at column 8 of metric formula 'A.ANY +'");
}

static void check_grouped(const char *name, const struct metric_options *options, bool nmi_watchdog, bool smt_on,
			  bool want)
{
	const struct metric_literals machine = { .smt_on = smt_on };
	const struct metric_environment own = { .literals = &machine, .nmi_watchdog = nmi_watchdog };
	struct metric_set set;
	CHECK_INT(metric_set_select(&set, tables, name, options, &own, NULL), 0);
	CHECK_INT(!set.groups.items[0].is_single, want);
	CHECK_INT(set.metrics.items[0].no_group_of_watchdog, nmi_watchdog && !want);
	metric_set_done(&set);
}

/* The watchdog has a counter of its own, and so has the other thread of a core. */
TEST(constraints)
{
	check_grouped("watched", NULL, false, true, true);
	check_grouped("watched", NULL, true, false, false);
	check_grouped("limits", NULL, true, false, false);
	check_grouped("limits", &(struct metric_options){ .no_threshold = true }, true, false, true);
	check_grouped("threads", NULL, false, true, false);
	check_grouped("threads", NULL, true, false, true);
	check_grouped("ratio", NULL, true, true, true);
}

/* A few of a CPU's metrics, and the order that upstream 6.12 showed for them. */
static const struct {
	const char *name, *formula, *threshold;
} ordered[] = {
	{ "tma_core_bound", "tma_backend_bound - tma_memory_bound", "tma_core_bound > 0.1 & tma_backend_bound > 0.2" },
	{ "tma_backend_bound",
	  "1 - tma_frontend_bound - (UOPS_ISSUED.ANY + 4 * INT_MISC.RECOVERY_CYCLES_ANY / 2) / tma_info_thread_slots",
	  "tma_backend_bound > 0.2" },
	{ "tma_memory_bound",
	  "(CYCLE_ACTIVITY.STALLS_MEM_ANY + EXE_ACTIVITY.BOUND_ON_STORES) / (CYCLE_ACTIVITY.STALLS_TOTAL + "
	  "(EXE_ACTIVITY.1_PORTS_UTIL + "
	  "tma_retiring * EXE_ACTIVITY.2_PORTS_UTIL) + EXE_ACTIVITY.BOUND_ON_STORES) * tma_backend_bound",
	  NULL },
	{ "tma_frontend_bound", "IDQ_UOPS_NOT_DELIVERED.CORE / tma_info_thread_slots", "tma_frontend_bound > 0.15" },
	{ "tma_retiring", "UOPS_RETIRED.RETIRE_SLOTS / tma_info_thread_slots",
	  "tma_retiring > 0.7 | tma_heavy_operations > 0.1" },
	{ "tma_heavy_operations",
	  "(UOPS_RETIRED.RETIRE_SLOTS + UOPS_RETIRED.MACRO_FUSED - INST_RETIRED.ANY) / tma_info_thread_slots", NULL },
	{ "tma_info_thread_slots", "4 * tma_info_core_core_clks", NULL },
	{ "tma_info_core_core_clks",
	  "CPU_CLK_UNHALTED.THREAD / 2 * (1 + CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE / CPU_CLK_UNHALTED.REF_XCLK)", NULL },
};

static const char *find_ordered(void *ctx, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(ordered); i++)
		if (strcmp(ordered[i].name, name) == 0) return ordered[i].formula;
	return NULL;
}

static void check_order(size_t metric, bool again, const char *want)
{
	const struct metric_environment own = { .find_metric = find_ordered };
	struct name_set *set = metric_order(ordered[metric].name, ordered[metric].formula, ordered[metric].threshold,
					    &own);
	const char *names[64];
	char got[1024] = "";
	if (again) { /* into a set that several metrics share */
		struct name_set *first = set;
		name_set_list(first, names);
		set = name_set_new();
		for (size_t i = 0; i < name_set_count(first); i++) name_set_add(set, names[i]);
		name_set_list(set, names);
		for (size_t i = 0; i < name_set_count(set); i++) strcat(strcat(got, *got ? " " : ""), names[i]);
		name_set_free(first);
	} else {
		name_set_list(set, names);
		for (size_t i = 0; i < name_set_count(set); i++) strcat(strcat(got, *got ? " " : ""), names[i]);
	}
	CHECK_STR(got, want);
	name_set_free(set);
}

TEST(order)
{
	check_order(0, true,
		    "CPU_CLK_UNHALTED.REF_XCLK EXE_ACTIVITY.BOUND_ON_STORES IDQ_UOPS_NOT_DELIVERED.CORE "
		    "EXE_ACTIVITY.1_PORTS_UTIL INT_MISC.RECOVERY_CYCLES_ANY "
		    "CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE CPU_CLK_UNHALTED.THREAD CYCLE_ACTIVITY.STALLS_MEM_ANY "
		    "UOPS_RETIRED.RETIRE_SLOTS "
		    "CYCLE_ACTIVITY.STALLS_TOTAL EXE_ACTIVITY.2_PORTS_UTIL UOPS_ISSUED.ANY");
	check_order(1, false,
		    "CPU_CLK_UNHALTED.REF_XCLK IDQ_UOPS_NOT_DELIVERED.CORE INT_MISC.RECOVERY_CYCLES_ANY "
		    "CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE "
		    "CPU_CLK_UNHALTED.THREAD UOPS_ISSUED.ANY");
	check_order(3, false,
		    "CPU_CLK_UNHALTED.REF_XCLK IDQ_UOPS_NOT_DELIVERED.CORE CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE "
		    "CPU_CLK_UNHALTED.THREAD");
	check_order(4, false,
		    "INST_RETIRED.ANY CPU_CLK_UNHALTED.REF_XCLK CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE "
		    "CPU_CLK_UNHALTED.THREAD UOPS_RETIRED.MACRO_FUSED "
		    "UOPS_RETIRED.RETIRE_SLOTS");
	check_order(7, false, "CPU_CLK_UNHALTED.REF_XCLK CPU_CLK_UNHALTED.THREAD CPU_CLK_UNHALTED.ONE_THREAD_ACTIVE");
}

/* Every event of the list counts 10 more than the one before, from 10 on; nanoseconds for times. */
static bool count_of(void *ctx, uint32_t event, double *ret)
{
	const struct event_list *list = ctx;
	*ret = event_list_get(list, event)->tool ? 2e9 : 10.0 * (event + 1);
	return true;
}
static bool nothing_counted(void *ctx, uint32_t event, double *ret) { return false; }

static struct metric_result result_of(const char *name, metric_count_fn *fn)
{
	struct metric_set set;
	struct event_list list = EVENT_LIST_INIT;
	struct metric_result result = { .value = -1 };
	if (metric_set_select(&set, tables, name, NULL, &env, NULL) == 0) {
		if (metric_set_add_events(&set, &list, &catalogue, NULL) == 0)
			result = metric_evaluate(&set, &set.metrics.items[0], fn, &list);
		metric_set_done(&set);
	}
	event_list_done(&list);
	return result;
}

TEST(values)
{
	struct metric_result ratio = result_of("ratio", count_of);
	CHECK(ratio.value == 200 && ratio.state == METRIC_BEYOND); /* A 20, B 10, in percent; more than 0.5 */
	CHECK(result_of("sum", count_of).value == 60);
	CHECK(result_of("twice", count_of).value == 4);
	CHECK(result_of("bandwidth", count_of).value == (10 + 20) * 64 / 1e6 / 2);
	CHECK(result_of("uncore", count_of).value == 50); /* D: 10 + 30, E: 20 + 40, on 2 PMUs */
	CHECK(isnan(result_of("ratio", nothing_counted).value));
	CHECK(result_of("ratio", nothing_counted).state == METRIC_UNKNOWN);
}

TEST_MAIN
