/* Counts as text, CSV and JSON, where recordings cannot show it: several runs, colours, cgroups, titles of intervals,
 * locales, groups of metrics. The rest is in tests/golden/stat. */
#include "render/stat/stat_renderer.h"
#include "tests/unit/test.h"

static struct stat_result result;
static struct stat_print_options options;
static struct stat_metric metrics[2];
static char text[65536];

static struct stat_row *begin(void)
{
	static const char *const argv[] = { "prog", "-x" };
	stat_result_init(&result);
	result.elapsed.mean = 1.5;
	result.nr_lines = 1;
	options = (struct stat_print_options){ .argv = argv, .nr_args = 2, .separator = "," };
	metrics[0] = (struct stat_metric){ .has_value = true,
					   .value = 12.5,
					   .number = STAT_PERCENT,
					   .unit = "of all branches",
					   .of_all = true,
					   .metric_only = true,
					   .threshold = STAT_WARN };
	struct stat_row row = { .cell = { -1, -1, -1, -1, -1, -1, -1, -1, -1, "" },
				.state = STAT_COUNTED,
				.value = 1234567,
				.unit = "",
				.event_name = "branch-misses",
				.name = "branch-misses",
				.enabled_ns = 100,
				.running_ns = 100,
				.metrics = metrics,
				.nr_metrics = 1 };
	vec_push(&result.rows, row);
	return vec_last(&result.rows);
}
static const char *print_with(struct stat_printer *printer)
{
	struct outbuf out;
	out_init(&out, -1);
	stat_printer_print(printer, &result, &out);
	CHECK(out.size < sizeof(text));
	memcpy(text, out.data, out.size);
	text[out.size] = '\0';
	out_done(&out);
	return text;
}
static const char *print(const char *format)
{
	struct stat_printer *printer = stat_printer_new(format, &options);
	print_with(printer);
	stat_printer_free(printer);
	stat_result_done(&result);
	return text;
}

TEST(times_of_a_command)
{
	begin();
	result.has_rusage = true;
	result.user.mean = 0.25;
	CHECK_STR(print("text"),
		  "\n Performance counter stats for 'prog -x':\n\n"
		  "           1234567      branch-misses                    #   12.50% of all branches           \n"
		  "\n       1.500000000 seconds time elapsed\n\n       0.250000000 seconds user\n       0.000000000 "
		  "seconds sys\n\n\n");
}

TEST(several_runs)
{
	begin()->error_percent = 4.43;
	result.runs = 3;
	result.elapsed = (struct stat_time){ 0.0010393, 0.0000669 };
	CHECK_STR(print("text"), "\n Performance counter stats for 'prog -x' (3 runs):\n\n"
				 "           1234567      branch-misses                    #   12.50% of all branches  "
				 "           ( +-  4.43% )\n"
				 "\n         0.0010393 +- 0.0000669 seconds time elapsed  ( +-  6.44% )\n\n");
	begin()->error_percent = 4.43;
	result.runs = 3;
	CHECK_STR(print("csv"), "1234567,,branch-misses,4.43%,100,100.00,12.50,of all branches\n");
	begin()->error_percent = 4.43;
	result.runs = 3;
	CHECK_STR(print("json"), "{\"counter-value\" : \"1234567.000000\", \"unit\" : \"\", \"event\" : "
				 "\"branch-misses\", \"variance\" : 4.43, \"event-runtime\" : 100, "
				 "\"pcnt-running\" : 100.00, \"metric-value\" : \"12.500000\", \"metric-unit\" : \"of "
				 "all branches\"}\n");
}

TEST(table_of_runs)
{
	static const double seconds[] = { 0.3781, 0.3772, 0.1184 };
	begin();
	result.rows.count = 0;
	result.runs = 3;
	result.run_seconds = seconds, result.nr_run_seconds = 3;
	result.elapsed = (struct stat_time){ 0.2912, 0.0864 };
	options.table = options.null_run = true;
	CHECK_STR(print("text"),
		  "\n Performance counter stats for 'prog -x' (3 runs):\n\n"
		  "            # Table of individual measurements:\n"
		  "            0.3781 (+0.0869) #####\n            0.3772 (+0.0860) #####\n            0.1184 "
		  "(-0.1728) ##############################\n\n"
		  "            # Final result:\n            0.2912 +- 0.0864 seconds time elapsed  ( +- 29.67% )\n\n");
}

TEST(targets)
{
	static const struct {
		enum stat_target target;
		const char *text, *want;
	} cases[] = { { STAT_TARGET_SYSTEM, NULL, "'system wide'" },
		      { STAT_TARGET_CPUS, "0,2", "'CPU(s) 0,2'" },
		      { STAT_TARGET_PIDS, "7", "process id '7'" },
		      { STAT_TARGET_TIDS, "8", "thread id '8'" },
		      { STAT_TARGET_BPF, "9", "'BPF program(s) 9'" } };
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char want[100];
		begin();
		options.target = cases[i].target, options.target_text = cases[i].text;
		snprintf(want, sizeof(want), "\n Performance counter stats for %s:\n", cases[i].want);
		CHECK(!strncmp(print("text"), want, strlen(want)));
	}
}

TEST(colours)
{
	begin();
	options.colours = true;
	CHECK(strstr(print("text"),
		     "branch-misses                    # \033[35m  12.50%\033[m of all branches           \n"));
	begin();
	options.colours = options.metric_only = true;
	CHECK(strstr(print("text"), "\n                      \033[35m  12.50%\033[m \n"));
	begin();
	options.colours = true;
	CHECK(!strchr(print("csv"), '\033'));
}

TEST(cgroups)
{
	struct stat_row *row = begin();
	row->cgroup = "a/b";
	result.has_cgroups = true;
	CHECK(strstr(print("text"), "branch-misses                    a/b              #   12.50%"));
	begin();
	result.has_cgroups = true; /* of another event */
	CHECK_STR(print("csv"), "1234567,,branch-misses,,100,100.00,12.50,of all branches\n");
}

TEST(titles_of_intervals)
{
	struct stat_printer *printer;
	begin();
	result.is_interval = true;
	result.time_ns = 1000000005;
	printer = stat_printer_new("text", &options);
	for (int i = 0; i < 60; i++)
		CHECK((strstr(print_with(printer), "#           time             counts unit events\n") != NULL) ==
		      (i % 26 == 0));
	CHECK(!strncmp(text, "     1.000000005            1234567      branch-misses", 50));
	stat_printer_free(printer);
	stat_result_done(&result);
	begin();
	result.is_interval = true;
	result.time_ns = 5;
	CHECK(!strncmp(print("csv"), "0.000000005,1234567,,", 20));
}

TEST(summary)
{
	begin();
	result.is_summary = options.summary = true;
	CHECK_STR(print("csv"), "summary,1234567,,branch-misses,100,100.00,12.50,of all branches\n");
	begin();
	result.is_summary = options.summary = options.no_csv_summary = true;
	CHECK_STR(print("csv"), "1234567,,branch-misses,100,100.00,12.50,of all branches\n");
	begin();
	result.is_summary = options.summary = true;
	CHECK(!strncmp(print("text"), "           1234567      branch-misses", 30)); /* no heading */
}

TEST(group_of_default_metrics)
{
	struct stat_row *row = begin();
	row->group = "TopdownL1";
	row->cell.cpu = 3;
	result.aggr = STAT_AGGR_NONE;
	metrics[0] = (struct stat_metric){ .has_value = true,
					   .value = 12.34,
					   .number = STAT_SCALED,
					   .unit = "%  tma_a",
					   .metric_only = true,
					   .threshold = STAT_GOOD };
	metrics[1] = (struct stat_metric){
		.has_value = true, .value = -5, .number = STAT_PLAIN_VALUE, .unit = "tma_b", .metric_only = true
	};
	row->nr_metrics = 2;
	CHECK(strstr(
		print("text"),
		"\nCPU3                           TopdownL1                 #     12.3 %  tma_a                  \n"
		"CPU3                                                             #    -5.00 tma_b                     "
		"\n"));
	row = begin();
	row->group = "TopdownL1";
	metrics[0] =
		(struct stat_metric){ .has_value = true, .value = 12.34, .number = STAT_SCALED, .unit = "%  tma_a" };
	CHECK_STR(print("csv"), ",100,100.00,,,,TopdownL1\n,,,,,12.3,%  tma_a\n");
	row = begin();
	row->group = "TopdownL1";
	metrics[0] =
		(struct stat_metric){ .has_value = true, .value = 12.34, .number = STAT_SCALED, .unit = "%  tma_a" };
	CHECK_STR(print("json"),
		  "{\"event-runtime\" : 100, \"pcnt-running\" : 100.00, \"metricgroup\" : \"TopdownL1\"}\n"
		  "{\"metric-value\" : \"12.340000\", \"metric-unit\" : \"%  tma_a\"}\n");
}

TEST(watchdog)
{
	begin();
	options.nmi_watchdog = result.hardware_not_counted = true;
	CHECK(strstr(print("text"), "\nSome events weren't counted. Try disabling the NMI watchdog:\n\techo 0 > "
				    "/proc/sys/kernel/nmi_watchdog\n"));
}

TEST(names_of_any_bytes)
{
	begin()->name = "a\"b\\c\n";
	CHECK(strstr(print("json"), "\"event\" : \"a\\\"b\\\\c\\n\""));
}

/* Only text is changed by it. */
TEST(locale)
{
	locale_t locale = newlocale(LC_NUMERIC_MASK, "en_US.UTF-8", (locale_t)0);
	if (!locale) SKIP("no en_US.UTF-8");
	begin();
	options.locale = locale, options.big_numbers = true;
	CHECK(strstr(print("text"), "\n         1,234,567      branch-misses"));
	begin();
	options.locale = locale, options.big_numbers = true;
	CHECK(!strncmp(print("csv"), "1234567,,", 9));
	freelocale(locale);
}

TEST_MAIN
