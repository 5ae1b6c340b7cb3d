/* perf ftrace trace: the text of a tracer of the kernel, as it comes. -F lists what can be traced. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/config.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "cli/textout.h"
#include "commands/ftrace/ftrace_cmd.h"
#include "commands/ftrace/ftrace_option.h"
#include "kernel/machine_root.h"

struct trace_values {
	struct ftrace_option of;
	bool lists;         /* -F */
	const char *filter; /* its glob; "": all */
};

static const char *const tracer_names[] = { "function_graph", "function", NULL };
/* Kernels may have others: they are taken, too. */
static const struct option_set tracer_set = { .what = "tracer", .names = tracer_names, .is_open = true };

static int list_functions(const struct option *option, const char *arg, bool unset, void *all)
{
	struct trace_values *values = all;
	values->lists = !unset;
	values->filter = unset ? NULL : arg;
	return 0;
}

static const char *const subcommands[] = { "trace", "latency", "profile", NULL };
static const char *const usage[] = { "perf ftrace [<options>] [<command>]",
				     "perf ftrace [<options>] -- [<command>] [<options>]",
				     "perf ftrace {trace|latency|profile} [<options>] [<command>]",
				     "perf ftrace {trace|latency|profile} [<options>] -- [<command>] [<options>]",
				     NULL };

#define T struct trace_values
static const struct option options[] = {
	OPTION_TEXT('t', "tracer", T, of.tracer.tracer, "tracer", "Tracer to use: function_graph(default) or function",
		    &tracer_set),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'F', "funcs", "Show available functions to filter"), .arg_name = "[FILTER]",
	  .flags = OPTION_LASTARG, .fallback = (intptr_t) "", .store = list_functions },
	FTRACE_ROW_TRACED(T, of, "Trace given functions using function tracer"),
	FTRACE_ROW_NOT_TRACED(T, of),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "func-opts",
		     "Function tracer options, available options: call-graph,irq-info"),
	  .arg_name = "options", .member = OPTION_PLACE(T, of.tracer), .store = ftrace_value_func_opts,
	  .set = &ftrace_func_opts_set },
	FTRACE_ROW_GRAPHED(T, of),
	FTRACE_ROW_NOT_GRAPHED(T, of),
	FTRACE_ROW_GRAPH_OPTS(T, of,
			      "args,retval,retval-hex,retaddr,nosleep-time,noirqs,verbose,thresh=<n>,depth=<n>,tail"),
	FTRACE_ROW_BUFFER(T, of),
	OPTION_BOOL(0, "inherit", T, of.tracer.inherit, "Trace children processes"),
	OPTION_UINT('D', "delay", T, of.delay_ms,
		    "Number of milliseconds to wait before starting tracing after program start"),
	FTRACE_ROW_PID(T, of),
	FTRACE_ROW_TID(T, of),
	FTRACE_ROW_VERBOSE,
	FTRACE_ROW_ALL_CPUS(T, of),
	FTRACE_ROW_CPU(T, of),
	OPTION_END
};
#undef T
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = subcommands, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* A line is a name, and in brackets the module that it is of. */
static int show_functions(const char *filter)
{
	_err_done_ struct err err = ERR_INIT;
	_function_tracer_done_ struct function_tracer tracer = { 0 };
	_free_ char *text = NULL;
	if (function_tracer_open(&tracer, machine_root(), getenv("PERF_DEBUGFS_DIR"), &err) == 0)
		text = function_tracer_functions(&tracer, &err);
	if (!text) return console_err(&err), 255;
	pager_start();
	struct outbuf out;
	textout_stdout(&out);
	for (char *place = NULL, *line = strtok_r(text, "\n", &place); line; line = strtok_r(NULL, "\n", &place)) {
		_free_ char *name = xstrndup(line, strcspn(line, " \t"));
		if (*filter && fnmatch(filter, name, 0) != 0) continue;
		out_printf(&out, "%s\n", line);
	}
	(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
	return 0;
}

/* Text goes out as it comes, so that it can be watched. */
static int show_text(void *ctx, const char *text, size_t size)
{
	struct outbuf *out = ctx;
	out_mem(out, text, size);
	return out_flush(out);
}

/* Lists of functions say which tracer they are for, unless -t does. */
static const char *choose_tracer(const struct function_tracer_options *given)
{
	const char *tracer = "function_graph";
	if (given->tracer) return given->tracer;
	if (given->graphed.names.count || given->not_graphed.names.count) return tracer;
	if (given->traced.names.count || given->not_traced.names.count) return "function";
	(void)config_string(config_get(), "ftrace.tracer", &tracer);
	return tracer;
}

static int trace(struct trace_values *values, const char **argv)
{
	const char *configured = config_find(config_get(), "ftrace.tracer");
	if (configured && strcmp(configured, "function") != 0 && strcmp(configured, "function_graph") != 0) {
		fprintf(stderr,
			"ftrace.tracer is '%s' in the configuration: please select \"function_graph\" (default) or "
			"\"function\"\n",
			configured);
		return 255;
	}
	if (values->lists) return show_functions(values->filter);
	values->of.tracer.tracer = choose_tracer(&values->of.tracer);
	console_verbose(1, "%s tracer is used", values->of.tracer.tracer);
	pager_start();
	struct outbuf out;
	textout_stdout(&out);
	int status = ftrace_run(&values->of, argv, true, show_text, &out);
	(void)textout_close(&out, NULL);
	return status;
}

int ftrace_cmd_trace(int argc, const char **argv)
{
	struct trace_values values = { .of = { .delay_ms = 0 } };
	int status;
	if (option_table_parse(&table, &argc, argv, &values, &status)) status = trace(&values, argv);
	ftrace_option_done(&values.of);
	return status;
}
