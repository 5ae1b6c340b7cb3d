/* perf ftrace latency: how long calls of a function took, as a histogram. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/ftrace/latency_rows.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/ftrace/ftrace_cmd.h"
#include "commands/ftrace/ftrace_option.h"
#include "count/latency_counting.h"
#include "kernel/machine_root.h"
#include "render/listing/function_times_text.h"

/* Upstream's exit status for options that do not go together: -EINVAL. */
enum { NOT_TOGETHER = 234, FAILED = 255 };

struct latency_values {
	struct ftrace_option of;
	struct latency_rows_options rows;
	const char *events;
	bool use_bpf, hide_empty;
};

static const char *const usage[] = { "perf ftrace latency -T <func> [<options>] [<command>]",
				     "perf ftrace latency -T <func> [<options>] -- [<command>] [<options>]", NULL };

#define T struct latency_values
static const struct option options[] = {
	FTRACE_ROW_TRACED(T, of, "Show latency of given function"),
	OPTION_STRING('e', "events", T, events, "event1,event2",
		      "Show latency between the two events, of a thread (with -b)"),
	OPTION_BOOL('b', "use-bpf", T, use_bpf, "Use BPF to measure function latency"),
	OPTION_BOOL('n', "use-nsec", T, rows.in_ns, "Use nano-second histogram"),
	OPTION_U64(0, "bucket-range", T, rows.range,
		   "Bucket range in us or ns (-n/--use-nsec), default is log2() mode"),
	OPTION_U64(0, "min-latency", T, rows.min, "Minimum latency (1st bucket). Works only with --bucket-range."),
	OPTION_U64(0, "max-latency", T, rows.max, "Maximum latency (last bucket). Works only with --bucket-range."),
	OPTION_BOOL(0, "hide-empty", T, hide_empty, "Hide empty buckets in the histogram"),
	FTRACE_ROW_INPUT(T, of),
	FTRACE_ROW_PID(T, of),
	FTRACE_ROW_TID(T, of),
	FTRACE_ROW_VERBOSE,
	FTRACE_ROW_ALL_CPUS(T, of),
	FTRACE_ROW_CPU(T, of),
	OPTION_END
};
#undef T
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* A run: lines are read as they come. */
struct counter {
	struct graph_text lines;
	const struct latency_values *values;
	struct function_latency_result result;
};

/* What the tracer shows was chosen by the kernel; a file may have other functions, too. */
static bool is_wanted(const struct latency_values *values, const struct graph_call *call)
{
	const struct tracer_functions *traced = &values->of.tracer.traced;
	if (!values->of.input) return true;
	_free_ char *name = xstrndup(call->name, call->name_size);
	for (size_t i = 0; i < traced->names.count; i++)
		if (fnmatch(traced->names.items[i], name, 0) == 0) return true;
	return false;
}

static void count_call(void *ctx, const struct graph_call *call)
{
	struct counter *counter = ctx;
	if (is_wanted(counter->values, call)) latency_rows_add(&counter->result, call->duration_ns);
}

static int read_text(void *ctx, const char *text, size_t size)
{
	struct counter *counter = ctx;
	graph_text_add(&counter->lines, text, size);
	return 0;
}

/* "system:name,system:name" */
static bool are_two(const char *events)
{
	const char *comma = strchr(events, ','), *colon = strchr(events, ':');
	const char *second = comma ? strchr(comma + 1, ':') : NULL;
	return second && colon && colon > events && colon + 1 < comma && second > comma + 1 && second[1] &&
	       !strchr(comma + 1, ',');
}

static bool is_one(const struct tracer_functions *functions)
{
	return functions->names.count == 1 && !strpbrk(functions->names.items[0], "*?[");
}

/* The exit status of options that are missing or do not go together, told with that option's line of the help; 0: they
 * do. */
static int check(const struct latency_values *values)
{
	const struct latency_rows_options *rows = &values->rows;
	const char *why = NULL, *option = "trace-funcs";
	bool has_function = values->of.tracer.traced.names.count;
	uint64_t least = rows->min > UINT64_MAX - rows->range ? UINT64_MAX : rows->min + rows->range;
	if (has_function && values->events) why = "Please specify either of function or events";
	else if (values->events && !values->use_bpf)
		why = "Event processing needs BPF: add -b. perf latency measures it without:\n"
		      "  perf latency record --pair EVENT1,EVENT2 -- COMMAND; perf latency report",
		option = "events";
	else if (values->events && !are_two(values->events))
		why = "-e takes two tracepoints: SYSTEM:NAME,SYSTEM:NAME", option = "events";
	else if (values->use_bpf && values->of.input)
		why = "-b measures what runs, and -i reads what was traced", option = "use-bpf";
	else if (values->use_bpf && has_function && !is_one(&values->of.tracer.traced))
		why = "-b measures one function, by its name";
	else if (!has_function && !values->events) why = "Should provide a function to measure";
	else if (!rows->range && rows->min)
		why = "--min-latency works only with --bucket-range", option = "min-latency";
	else if (!rows->range && rows->max)
		why = "--max-latency works only with --bucket-range", option = "max-latency";
	else if (rows->max && rows->max < least)
		why = "--max-latency must be larger than min-latency + bucket-range", option = "max-latency";
	if (!why) return 0;
	fprintf(stderr, "%s\n", why);
	(void)option_table_usage_for(&table, option);
	return NOT_TOGETHER;
}

static void show(const struct latency_values *values, const struct function_latency_result *result)
{
	struct outbuf out;
	textout_stdout(&out);
	function_latency_text(result, values->hide_empty, &out);
	(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
}

/* -b: the kernel fills the rows. */
static int latency_by_programs(const struct latency_values *values, const char *const *argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct function_latency_result result;
	struct function_latency_sums sums;
	_free_ char *begins = values->events ? xstrdup(values->events) : NULL;
	char *ends = begins ? strchr(begins, ',') : NULL;
	if (ends) *ends++ = 0;
	latency_rows_init(&result, &values->rows);
	struct latency_counting_options how = {
		.workload = *argv ? argv : NULL,
		.latency = { .fs = machine_root(),
			     .debugfs_dir = getenv("PERF_DEBUGFS_DIR"),
			     .function = begins ? NULL : values->of.tracer.traced.names.items[0],
			     .begins = begins,
			     .ends = ends,
			     .ask = { .unit_ns = result.in_ns ? 1 : 1000, .nr_rows = (unsigned)result.nr_rows } }
	};
	_Static_assert(sizeof(result.count) == sizeof(sums.count), "the kernel's rows are those shown");
	memcpy(how.latency.ask.from, result.from, sizeof(result.from));
	int status = ftrace_target(&values->of, argv, &how.target);
	if (status) return status;
	if (latency_counting_run(&how, &sums, &err) < 0) {
		console_err(&err);
		return FAILED;
	}
	memcpy(result.count, sums.count, sizeof(sums.count));
	result.nr = sums.nr;
	result.total_ns = sums.total_ns;
	result.min_ns = sums.min_ns;
	result.max_ns = sums.max_ns;
	show(values, &result);
	if (sums.nr_lost) console_warning("LOST %llu beginnings: too many threads were inside at once.", sums.nr_lost);
	return 0;
}

static int latency(struct latency_values *values, const char **argv)
{
	int status = check(values);
	if (status) return status;
	if (values->use_bpf) return latency_by_programs(values, argv);
	struct counter counter = { .values = values };
	counter.lines = (struct graph_text){ .call = count_call, .ctx = &counter };
	latency_rows_init(&counter.result, &values->rows);
	values->of.tracer.tracer = "function_graph";
	values->of.tracer.tail = true;
	pager_start();
	status = ftrace_run(&values->of, argv, false, read_text, &counter);
	graph_text_end(&counter.lines);
	if (status) return status;
	show(values, &counter.result);
	if (counter.lines.nr_lost)
		console_warning("LOST %llu events: buffers were too small for what happened.",
				(unsigned long long)counter.lines.nr_lost);
	return 0;
}

int ftrace_cmd_latency(int argc, const char **argv)
{
	struct latency_values values = { .hide_empty = false };
	int status;
	if (option_table_parse(&table, &argc, argv, &values, &status)) status = latency(&values, argv);
	ftrace_option_done(&values.of);
	return status;
}
