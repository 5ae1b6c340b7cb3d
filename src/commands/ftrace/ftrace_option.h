/* What the options of perf ftrace say: whom to trace and how, for all subcommands. A subcommand's struct of values has
 * a struct ftrace_option as its first member, and lists of it the rows below, in upstream's order. */
#ifndef COMMANDS_FTRACE_FTRACE_OPTION_H
#define COMMANDS_FTRACE_FTRACE_OPTION_H

#include "cli/option_form.h"
#include "commands/option/process_option.h"
#include "kernel/function_tracer.h"
#include "kernel/target.h"

/* Zeroed before parsing (FTRACE_OPTION_INIT), ended by ftrace_option_done. */
struct ftrace_option {
	struct process_option_values process; /* -p */
	const char *tids, *cpus;
	bool all_cpus;
	struct function_tracer_options tracer;
	const char *input; /* text to read instead of tracing; NULL: none */
	unsigned delay_ms;
};

/* -m, lists of functions, --func-opts, --graph-opts: callbacks of the rows below. */
int ftrace_value_buffer(const struct option *option, const char *arg, bool unset, void *kb);
int ftrace_value_function(const struct option *option, const char *arg, bool unset, void *functions);
int ftrace_value_func_opts(const struct option *option, const char *arg, bool unset, void *tracer);
int ftrace_value_graph_opts(const struct option *option, const char *arg, bool unset, void *tracer);
extern const struct option_set ftrace_func_opts_set, ftrace_graph_opts_set;

/* T is the subcommand's struct of values, m its member of struct ftrace_option. */
#define FTRACE_ROW_ALL_CPUS(T, m) OPTION_BOOL('a', "all-cpus", T, m.all_cpus, "System-wide collection from all CPUs")
#define FTRACE_ROW_CPU(T, m) OPTION_NUMBERS('C', "cpu", T, m.cpus, "cpu", "List of cpus to monitor")
#define FTRACE_ROW_PID(T, m) PROCESS_ROW(T, m.process, "Trace on existing process id")
#define FTRACE_ROW_TID(T, m) OPTION_IDS(0, "tid", T, m.tids, "tid", "Trace on existing thread id (exclusive to --pid)")
#define FTRACE_ROW_VERBOSE OPTION_VERBOSE("Be more verbose")
#define FTRACE_ROW_FUNCTIONS(s, l, T, m, h) OPTION_CALLBACK(s, l, T, m, "func", h, ftrace_value_function)
#define FTRACE_ROW_TRACED(T, m, h) FTRACE_ROW_FUNCTIONS('T', "trace-funcs", T, m.tracer.traced, h)
#define FTRACE_ROW_NOT_TRACED(T, m) \
	FTRACE_ROW_FUNCTIONS('N', "notrace-funcs", T, m.tracer.not_traced, "Do not trace given functions")
#define FTRACE_ROW_GRAPHED(T, m)                                      \
	FTRACE_ROW_FUNCTIONS('G', "graph-funcs", T, m.tracer.graphed, \
			     "Trace given functions using function_graph tracer")
#define FTRACE_ROW_NOT_GRAPHED(T, m) \
	FTRACE_ROW_FUNCTIONS('g', "nograph-funcs", T, m.tracer.not_graphed, "Set nograph filter on given functions")
#define FTRACE_ROW_BUFFER(T, m)                                            \
	OPTION_CALLBACK('m', "buffer-size", T, m.tracer.buffer_kb, "size", \
			"Size of per cpu buffer, needs to use a B, K, M or G suffix.", ftrace_value_buffer)
#define FTRACE_ROW_GRAPH_OPTS(T, m, words)                                                                            \
	{                                                                                                             \
		OPTION_ROW(OPTION_KIND_CALLBACK, 0, "graph-opts", "Graph tracer options, available options: " words), \
			.arg_name = "options", .member = OPTION_PLACE(T, m.tracer), .store = ftrace_value_graph_opts, \
			.set = &ftrace_graph_opts_set                                                                 \
	}
#define FTRACE_ROW_INPUT(T, m) \
	OPTION_STRING('i', "input", T, m.input, "file", "Read the text of function_graph from a file, trace nothing")

void ftrace_option_done(struct ftrace_option *option);

/* Whom to trace, for a command (*workload NULL: none): without a target everybody then. 0, or the exit status with the
 * user told. */
int ftrace_target(const struct ftrace_option *option, const char *const *workload, struct target_options *ret);

/* Runs the tracer on what the options say, or reads the file of -i, and gives the text to `text` as struct
 * tracer_run_options does. workload: argv of the command, *workload NULL for none; without a target everybody is traced
 * then. The exit status; errors are told. */
int ftrace_run(const struct ftrace_option *option, const char *const *workload, bool titles,
	       int (*text)(void *ctx, const char *text, size_t size), void *ctx);

#endif
