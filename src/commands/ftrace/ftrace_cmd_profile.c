/* perf ftrace profile: how long each function took: in all, on average, at most. */
#include <string.h>
#include "analysis/ftrace/function_times.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/ftrace/ftrace_cmd.h"
#include "commands/ftrace/ftrace_option.h"
#include "render/listing/function_times_text.h"

struct profile_values {
	struct ftrace_option of;
	unsigned key; /* enum function_times_key */
};

/* By enum function_times_key. */
static const char *const key_names[] = { "total", "avg", "max", "count", "name", NULL };
static const struct option_set key_set = { .what = "sort key", .names = key_names };

static int profile_sort(const struct option *option, const char *arg, bool unset, void *key)
{
	unsigned i = 0;
	while (!unset && key_names[i] && strcmp(key_names[i], arg) != 0) i++;
	if (!unset && !key_names[i]) return option_unknown(option, arg);
	*(unsigned *)key = i;
	return 0;
}

static const char *const usage[] = { "perf ftrace profile [<options>] [<command>]",
				     "perf ftrace profile [<options>] -- [<command>] [<options>]", NULL };

#define T struct profile_values
static const struct option options[] = {
	FTRACE_ROW_TRACED(T, of, "Trace given functions using function tracer"),
	FTRACE_ROW_NOT_TRACED(T, of),
	FTRACE_ROW_GRAPHED(T, of),
	FTRACE_ROW_NOT_GRAPHED(T, of),
	FTRACE_ROW_GRAPH_OPTS(T, of, "nosleep-time,noirqs,thresh=<n>,depth=<n>"),
	FTRACE_ROW_BUFFER(T, of),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 's', "sort", "Sort result by key: total (default), avg, max, count, name."),
	  .arg_name = "key", .member = OPTION_PLACE(T, key), .store = profile_sort, .set = &key_set },
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

static void add_call(void *times, const struct graph_call *call) { function_times_add(times, call); }

static int read_text(void *lines, const char *text, size_t size)
{
	graph_text_add(lines, text, size);
	return 0;
}

static void warn(const struct graph_text *lines, const struct function_times_result *result)
{
	if (lines->nr_lost)
		console_warning("LOST %llu events: -m gives the kernel larger buffers.",
				(unsigned long long)lines->nr_lost);
	if (result->nr_unnamed)
		console_warning("%llu calls end without a name: the text was made without the option funcgraph-tail.",
				(unsigned long long)result->nr_unnamed);
}

static int profile(struct profile_values *values, const char **argv)
{
	struct function_times *times = function_times_new();
	struct graph_text lines = { .call = add_call, .ctx = times };
	values->of.tracer.tracer = "function_graph";
	values->of.tracer.tail = true;
	pager_start();
	int status = ftrace_run(&values->of, argv, false, read_text, &lines);
	graph_text_end(&lines);
	if (!status) {
		struct outbuf out;
		const struct function_times_result *result = function_times_rows(times,
										 (enum function_times_key)values->key);
		textout_stdout(&out);
		function_times_text(result, &out);
		(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
		warn(&lines, result);
	}
	function_times_free(times);
	return status;
}

int ftrace_cmd_profile(int argc, const char **argv)
{
	struct profile_values values = { .key = FUNCTION_TIMES_TOTAL };
	int status;
	if (option_table_parse(&table, &argc, argv, &values, &status)) status = profile(&values, argv);
	ftrace_option_done(&values.of);
	return status;
}
