/* Vendors' tables: which CPU a line of mapfile.csv means, what events become of JSON; the fixtures of
 * tests/fixtures/events. */
#include "event/pmu/vendor.h"

#include "event/metric/metric.h"
#include "tests/unit/test.h"

static struct vendor_tables *tables_of(const char *json, const char *topic)
{
	struct vendor_tables *tables = vendor_tables_new();
	vendor_tables_add_json(tables, json, strlen(json), topic, false, NULL);
	vendor_tables_sort(tables);
	return tables;
}

TEST(cpu_identities)
{
	CHECK(vendor_cpuid_matches("GenuineIntel-6-55-[01234]", "GenuineIntel-6-55-4"));
	CHECK(!vendor_cpuid_matches("GenuineIntel-6-55-[01234]", "GenuineIntel-6-55-7"));
	CHECK(vendor_cpuid_matches("GenuineIntel-6-(97|9A)", "GenuineIntel-6-97-2")); /* no stepping in the pattern */
	CHECK(!vendor_cpuid_matches("GenuineIntel-6-9", "GenuineIntel-6-97-2"));
	CHECK(vendor_cpuid_matches("AuthenticAMD-25-([1245][[:xdigit:]]|[[:xdigit:]])", "AuthenticAMD-25-1-1"));
	CHECK(vendor_cpuid_matches("0x00000000410fd08[[:xdigit:]]", "0x00000000410fd080"));
	CHECK(vendor_cpuid_matches("^IBM.393[12].*3\\.[67].[[:xdigit:]]+$", "IBM,3931,704,A01,3.7,002f"));
	CHECK(!vendor_cpuid_matches("(", "("));
}

static void check_terms(const char *json, const char *want)
{
	struct vendor_tables *tables = tables_of(json, "t");
	CHECK_STR(tables->events.count ? tables->events.items[0].alias.terms : "none", want);
	vendor_tables_free(tables);
}

TEST(terms)
{
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0x3C\",\"UMask\":\"0x0\"}]", "event=0x3c");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":60,\"UMask\":\"1\",\"SampleAfterValue\":\"2000003\"}]",
		    "event=0x3c,period=0x1e8483,umask=0x1");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0xB1\",\"CounterMask\":\"1\",\"EdgeDetect\":\"1\","
		    "\"Invert\":\"1\",\"AnyThread\":\"1\",\"UMask\":\"0x2\"}]",
		    "event=0xb1,any=0x1,cmask=0x1,edge=0x1,inv=0x1,umask=0x2");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0xB7,0xBB\",\"MSRIndex\":\"0x1a6,0x1a7\",\"MSRValue\":"
		    "\"0x3F\"}]",
		    "event=0xb7,offcore_rsp=0x3f");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0xCD\",\"MSRIndex\":\"0x3F6\",\"MSRValue\":\"0x80\"}]",
		    "event=0xcd,ldlat=0x80");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0xC6\",\"MSRIndex\":\"0x3F7\",\"MSRValue\":\"0x11\"}]",
		    "event=0xc6,frontend=0x11");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0x35\",\"Filter\":\"config1=0x40\"}]",
		    "event=0x35,config1=0x40");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0x1\",\"ExtSel\":\"1\"}]", "event=0x200001");
	check_terms("[{\"EventName\":\"A\",\"EventCode\":\"0x1\",\"UMask\":\"0x1\",\"UMaskExt\":\"0x20\"}]",
		    "event=0x1,umask=0x2001");
	check_terms("[{\"EventName\":\"A\",\"ConfigCode\":\"0x10\"}]", "config=0x10");
	check_terms("[{\"EventName\":\"no code\"}]", "none");
	check_terms("{\"Header\":{\"Info\":\"x\"},\"Events\":[{\"EventName\":\"A\",\"EventCode\":\"0x1\"}]}",
		    "event=0x1");
}

TEST(texts)
{
	struct vendor_tables *tables = tables_of(
		"[{\"EventName\":\"LLC.MISS\",\"EventCode\":\"1\",\"BriefDescription\":\"Misses.\",\"Errata\":"
		"\"SKL057\",\"Data_LA\":\"1\",\"PEBS\":\"2\","
		"\"ScaleUnit\":\"6.1e-5MiB\",\"Unit\":\"iMC\",\"PerPkg\":\"1\",\"Deprecated\":\"1\"}]",
		"uncore memory");
	const struct vendor_event *event = &tables->events.items[0];
	CHECK_STR(event->alias.name, "llc.miss");
	CHECK_STR(event->alias.desc, "Misses Spec update: SKL057  Supports address when precise (Must be precise)");
	CHECK_STR(event->alias.topic, "uncore memory");
	CHECK_STR(event->alias.unit, "MiB");
	CHECK(event->alias.scale == 6.1e-5 && event->alias.per_pkg && event->alias.deprecated);
	CHECK_STR(event->pmu, "uncore_imc");
	struct event_pmu imc = { .name = (char[]){ "uncore_imc_3" } },
			 other = { .name = (char[]){ "uncore_imc_free_running_0" } };
	CHECK(vendor_event_is_for(event, &imc) && !vendor_event_is_for(event, &other));
	size_t at = 0;
	CHECK(vendor_tables_next_event(tables, "LLC.Miss", &at) == event);
	CHECK(!vendor_tables_next_event(tables, "LLC.Miss", &at));
	at = 0;
	CHECK(!vendor_tables_next_event(tables, "LLC", &at));
	vendor_tables_free(tables);
}

TEST(damaged)
{
	struct warnings *warnings = warnings_new();
	struct vendor_tables *tables = vendor_tables_new();
	static const char json[] = "[{\"EventName\":\"A\",\"EventCode\":\"1\"},{\"EventName\":\"B\",";
	vendor_tables_add_json(tables, json, sizeof(json) - 1, "cut", false, warnings);
	CHECK_INT(tables->events.count, 1); /* what is whole counts */
	CHECK_INT(warnings_count(warnings, NULL), 1);
	vendor_tables_free(tables);
	warnings_free(warnings);
	_err_done_ struct err err = ERR_INIT;
	CHECK(!vendor_tables_load("/nonexistent", "x", NULL, &err) && strstr(err.message, "mapfile.csv"));
}

/* perfmon's form for all tools: aliases of events and constants. */
TEST(formulas)
{
	static const char text[] =
		"{ \"Header\": { \"Version\": \"1\" }, \"Metrics\": ["
		"{ \"MetricName\": \"Fetch_Latency\", \"Category\": \"TMA\", \"UnitOfMeasure\": "
		"\"percent\", \"MetricGroup\": \"Frontend;TmaL2\","
		"  \"Events\": [ { \"Name\": \"IDQ.CORE\", \"Alias\": \"a\" }, { \"Alias\": \"b\", "
		"\"Name\": \"ICACHE.STALL:c1:e1\" }, { \"Name\": \"CLK:SUP:c2\", \"Alias\": \"c\" } ],"
		"  \"Constants\": [ { \"Name\": \"HYPERTHREADING_ON\", \"Alias\": \"smt_on\" } ], "
		"\"Formula\": \"100 * ( a / ( b / 2 if smt_on else max( c , 1e3 ) ) )\","
		"  \"Threshold\": { \"ThresholdMetrics\": [ { \"Alias\": \"a\", \"Value\": "
		"\"metric_TMA_..Fetch_Latency(%)\" } ], \"Formula\": \"a > 10\" } },"
		"{ \"MetricName\": \"latency\", \"UnitOfMeasure\": \"ns\", \"Events\": [ { "
		"\"Name\": \"UNC_CHA.IA_MISS:filter1=0x40433\", \"Alias\": \"a\" } ],"
		"  \"Constants\": [ { \"Name\": \"SOCKET_COUNT\", \"Alias\": \"socket_count\" } ], "
		"\"Formula\": \"a / socket_count * DURATIONTIMEINSECONDS\" },"
		"{ \"MetricName\": \"slots\", \"Events\": [ { \"Name\": \"PERF_METRICS.RETIRING\", "
		"\"Alias\": \"a\" } ], \"Formula\": \"a\" },"
		"{ \"MetricName\": \"not_ours\", \"Events\": [ { \"Name\": \"X:zz9\", \"Alias\": "
		"\"a\" } ], \"Formula\": \"a\" },"
		"{ \"MetricName\": \"nor_this\", \"Constants\": [ { \"Name\": \"PHASE_OF_MOON\", "
		"\"Alias\": \"a\" } ], \"Formula\": \"a\" } ] }";
	struct vendor_tables *tables = vendor_tables_new();
	vendor_tables_add_json(tables, text, sizeof(text) - 1, "metrics", false, NULL);
	vendor_tables_sort(tables);
	CHECK_INT(tables->metrics.count, 3);
	const struct vendor_metric *metric = vendor_tables_find_metric(tables, "tma_fetch_latency");
	CHECK(metric != NULL);
	CHECK_STR(metric ? metric->expr : "", "100 * ( IDQ.CORE / ( ICACHE.STALL@cmask\\=1\\,edge\\=1@ / 2 if #smt_on "
					      "else max( CLK@cmask\\=2@k , 1e3 ) ) )");
	CHECK_STR(metric ? metric->threshold : "", "tma_fetch_latency > 10");
	CHECK_STR(metric ? metric->scale_unit : "", "1%");
	CHECK_STR(metric ? metric->group : "", "Frontend;TmaL2;TopdownL2;tma_L2_group");
	metric = vendor_tables_find_metric(tables, "latency");
	CHECK_STR(metric->expr, "UNC_CHA.IA_MISS@config1\\=0x40433@ / #num_packages * duration_time");
	CHECK_STR(metric->scale_unit, "1ns");
	CHECK_STR(vendor_tables_find_metric(tables, "slots")->expr, "topdown\\-retiring");
	vendor_tables_free(tables);
}

static struct vendor_tables *fixture(const char *cpuid)
{
	const char *dir = getenv("PERF_TEST_EVENTS");
	return dir ? vendor_tables_load(dir, cpuid, NULL, NULL) : NULL;
}

/* Every metric of the fixtures can be compiled, and needs only events that are there. */
static void check_metrics(struct vendor_tables *tables, size_t want)
{
	const struct metric_literals literals = { .num_cpus = 8, .num_packages = 2, .system_tsc_freq = 3e9 };
	const struct metric_environment env = { .literals = &literals };
	CHECK_INT(tables->metrics.count, want);
	for (size_t i = 0; i < tables->metrics.count; i++) {
		_err_done_ struct err err = ERR_INIT;
		struct metric_set set;
		if (metric_set_select(&set, tables, tables->metrics.items[i].name, NULL, &env, &err) < 0) {
			CHECK_STR(err.message, "");
			continue;
		}
		for (size_t k = 0; k < set.inputs.count; k++) {
			size_t at = 0;
			bool is_pmu = strchr(set.inputs.items[k].id, '/') != NULL,
			     is_time = set.inputs.items[k].tool != EVENT_TOOL_NONE;
			if (!is_pmu && !is_time)
				CHECK(vendor_tables_next_event(tables, set.inputs.items[k].id, &at) != NULL);
		}
		metric_set_done(&set);
	}
}

TEST(skylakex)
{
	struct vendor_tables *tables = fixture("GenuineIntel-6-55-4");
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	check_metrics(tables, 12);
	CHECK_STR(vendor_tables_find_metric(tables, "tma_retiring")->default_group, "TopdownL1");
	CHECK_STR(vendor_tables_group_desc(tables, "TopdownL1"), "Metrics for top-down breakdown at level 1");
	vendor_tables_free(tables);
}

TEST(amdzen4)
{
	struct vendor_tables *tables = fixture("AuthenticAMD-25-11-1");
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	check_metrics(tables, 6);
	CHECK(vendor_tables_find_metric(tables, "frontend_bound")->no_group);
	vendor_tables_free(tables);
}

TEST(architected_events)
{
	struct vendor_tables *tables = fixture("0x00000000410fd080");
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	check_metrics(tables, 1);
	CHECK_INT(tables->events.count, 4); /* what is architected but not named by the model is not there */
	size_t at = 0;
	const struct vendor_event *event = vendor_tables_next_event(tables, "sw_incr", &at);
	CHECK_STR(event->alias.desc, "Software increment, as this core counts it");
	CHECK_STR(event->alias.terms, "event=0");
	vendor_tables_free(tables);
}

TEST(unknown_cpu)
{
	struct vendor_tables *tables = fixture("GenuineIntel-6-1-1");
	if (!tables) SKIP("PERF_TEST_EVENTS is not set");
	CHECK(!tables->events.count && !tables->metrics.count);
	vendor_tables_free(tables);
}

TEST_MAIN
