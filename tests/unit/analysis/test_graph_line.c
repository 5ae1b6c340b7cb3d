/* Lines of the function_graph tracer, and rows of durations. */
#include "analysis/ftrace/graph_line.h"

#include "analysis/ftrace/latency_rows.h"
#include "tests/unit/test.h"

/* duration_ns < 0: the line ends no call. */
static void check_line(const char *line, int64_t duration_ns, const char *name)
{
	struct graph_call call = { 0 };
	bool ends = graph_line_parse(line, strlen(line), &call);
	CHECK_INT(ends, duration_ns >= 0);
	if (!ends) return;
	char *got = strndup(call.name, call.name_size);
	CHECK_INT(call.duration_ns, duration_ns);
	CHECK_STR(got, name);
	free(got);
}

TEST(lines)
{
	check_line(" 0)   0.500 us    |  a();", 500, "a");
	check_line(" 12)   1.723 us    |      irq_enter_rcu();", 1723, "irq_enter_rcu");
	check_line(" 0) + 32.228 us   |      } /* __sysvec_irq_work */", 32228, "__sysvec_irq_work");
	check_line(" 0) $ 1048576.123 us |  } /* f.isra.0 [mod] */", 1048576123, "f.isra.0 [mod]");
	check_line(" 0) ! 153.6 us  |  }", 153600, "");
	check_line(" 0) @ 7 us |  b [mod]();", 7000, "b [mod]");
	check_line(" 1)   7.000 us    |  e(a=0x12, b=3); /* = 0x0 */", 7000, "e");
	check_line(" 1)   8.000 us    |  } /* e ret=0x1 */", 8000, "e");
	check_line(" 1)   9.000 us    |  } /* f = 0x1 */", 9000, "f");
	check_line(" 1)   9.000 us    |  } /* f <-caller ret=0x5 */", 9000, "f");
	check_line(" 12.345678 |   0)   perf-1  | + 12.345 us  |  g();", 12345, "g");
	check_line("   0)   a|b)-1  |  d..1. | + 12.345 us  |  g();", 12345, "g");
}

TEST(no_durations)
{
	static const char *const lines[] = { "",
					     " 0)               |  switch_mm_irqs_off() {",
					     "# CPU  DURATION                  FUNCTION CALLS",
					     " 0)   <...>-202    =>  perf-ex-203  ",
					     " 0)   ==========> |",
					     " 1)               |  /* some_event: a=1 us b | c */",
					     " 0)   1.2345 us |  a();",
					     " 0)   us |  a();",
					     " 0)   1.5 ms |  a();",
					     " 0)   1.5 us x |  a();",
					     " 0)   99999999999999999999 us |  a();",
					     " 0)   1.5 us" };
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) check_line(lines[i], -1, NULL);
}

static void count_call(void *ctx, const struct graph_call *call) { *(uint64_t *)ctx += call->duration_ns; }

/* Wherever text is cut, lines are what they are. */
TEST(pieces)
{
	static const char text[] = " 0)   0.500 us    |  a();\nCPU:1 [LOST 44 EVENTS]\n 0) + 32.000 us   |  } /* b */\n"
				   " 0)   0.007 us    |  c();";
	for (size_t cut = 0; cut < sizeof(text); cut++) {
		uint64_t total = 0;
		struct graph_text lines = { .call = count_call, .ctx = &total };
		graph_text_add(&lines, text, cut);
		graph_text_add(&lines, text + cut, sizeof(text) - 1 - cut);
		graph_text_end(&lines);
		CHECK_INT(total, 32507);
		CHECK_INT(lines.nr_lost, 44);
	}
}

TEST(very_long_lines)
{
	char blanks[1000];
	uint64_t total = 0;
	struct graph_text lines = { .call = count_call, .ctx = &total };
	memset(blanks, ' ', sizeof(blanks));
	for (int i = 0; i < 1000; i++) graph_text_add(&lines, blanks, sizeof(blanks));
	CHECK(lines.line.capacity < 16384);
	static const char rest[] = " 0)   0.500 us    |  a();\n 0)   0.070 us    |  a();\n";
	graph_text_add(&lines, rest, sizeof(rest) - 1);
	graph_text_end(&lines);
	CHECK_INT(total, 70);
}

static struct function_latency_result counted(struct latency_rows_options options)
{
	static const uint64_t ns[] = { 0, 999, 1000, 1999, 2000, 9999, 10000, 49999, 50000, UINT64_MAX };
	struct function_latency_result result;
	latency_rows_init(&result, &options);
	for (size_t i = 0; i < sizeof(ns) / sizeof(ns[0]); i++) latency_rows_add(&result, ns[i]);
	return result;
}

TEST(rows)
{
	struct function_latency_result doubled = counted((struct latency_rows_options){ .in_ns = false }),
				       linear = counted(
					       (struct latency_rows_options){ .range = 10, .min = 10, .max = 50 }),
				       many = counted((struct latency_rows_options){ .range = 10, .max = 500 }),
				       most = counted((struct latency_rows_options){ .range = 10, .max = 220 }),
				       huge = counted((struct latency_rows_options){ .range = UINT64_MAX, .min = 5 });
	CHECK_INT(doubled.nr_rows, 22);
	CHECK_INT(doubled.from[21], 1 << 20);
	CHECK_INT(doubled.count[0], 2);
	CHECK_INT(doubled.count[1], 2);
	CHECK_INT(doubled.count[2], 1);
	CHECK_INT(doubled.count[21], 1);
	CHECK_INT(doubled.nr, 10);
	CHECK_INT(doubled.min_ns, 0);
	CHECK(doubled.total_ns == UINT64_MAX && doubled.max_ns == UINT64_MAX);
	CHECK_INT(linear.nr_rows, 6);
	CHECK_INT(linear.from[5], 50);
	CHECK_INT(linear.count[0], 6);
	CHECK_INT(linear.count[1], 1);
	CHECK_INT(linear.count[5], 2);
	CHECK_INT(many.nr_rows, 22);
	CHECK_INT(most.nr_rows, FUNCTION_LATENCY_MAX_ROWS);
	CHECK(huge.nr_rows == 22 && huge.from[2] == UINT64_MAX);
}

TEST_MAIN
