/* The options of `perf trace`, what is made of them for who reads a recording and who watches, and the output that
 * both write to.
 *
 *     trace_option_init -> option_table_parse -> trace_option_finish -> trace_watch (what runs) or a pass over -i
 *       -> rows: trace_output_row, trace_output_batch -> trace_output_end -> trace_output_done */
#ifndef COMMANDS_TRACE_TRACE_OPTION_H
#define COMMANDS_TRACE_TRACE_OPTION_H

#include "analysis/trace/trace_calls.h"
#include "cli/options.h"
#include "commands/option/process_option.h"
#include "commands/option/session_option.h"
#include "commands/record/record_setup.h"
#include "kernel/btf_file.h"
#include "render/trace/trace_text.h"

/* What was given, and what is made of it: the recorder's setup, the options of the analysis (calls), the style of
 * the text. Zeroed by trace_option_init; ended by trace_option_done. Texts are argv's or the configuration's, NULL:
 * not given. Must not be moved after parsing: calls points to other members. */
struct trace_option {
	/* What it records with: events, target, buffers. */
	struct record_setup setup;
	struct process_option_values processes;
	/* -i and -f: a recording instead of what runs. */
	struct session_option_values session;
	/* -o; NULL: stderr, and JSON to stdout. */
	const char *output;
	/* As typed, until trace_option_finish. */
	const char *duration_ms, *filter_pids;
	bool summary, with_summary, sched, json, kernel_chains, syscalls, syscalls_given;
	/* --summary-mode was given; else style.sums_of follows from whose calls are traced. */
	bool has_summary_mode;
	/* --bpf-summary and --bpf; without them programs are used where they are permitted. */
	bool bpf_summary, bpf_summary_given, bpf, bpf_given;
	/* -S whose sums are made in the kernel, beside the rows. */
	bool kernel_sums;
	/* -F: which page faults are rows. */
	bool faults_major, faults_minor;
	/* --max-stack, in frames; max_stack_set: given, which is a wish for chains, too. */
	unsigned max_stack;
	bool max_stack_set;
	/* Rows after which it ends; 0: no limit. */
	uint64_t max_events;
	/* -e: which system calls; empty: all. */
	struct syscall_set selection;
	/* -e named events that are no system calls. */
	bool wants_events;
	/* What the analysis gets; borrows from the other members. */
	struct trace_calls_options calls;
	/* The kernel's BTF: names of enumerations, and structures that have no rows of their own. Read on first use. */
	struct btf_lazy kernel_types;
	struct trace_text_style style;
	/* pids and tids choose in a recording; filtered: --filter-pids. */
	struct number_list pids, tids, filtered;
	bool tool_stats, libtraceevent, print_sample, show_on_off;
	/* Accepted: what they ask for is always so here. */
	bool sort_events, force_btf;
	const char *switch_on, *switch_off;
	const char *cgroup;
	/* -G was given, for whichever events. cgroup: the group of all events that have none of their own. */
	bool has_cgroups;
	/* Of the configuration (trace.add_events): as if -e had named them. NULL: none. */
	const char *add_events;
};
/* The rows of perf trace; values are a struct trace_option. */
extern const struct option_table trace_option_table;

/* Values before the options are parsed: the usual ones, and those of the configuration. */
void trace_option_init(struct trace_option *option);
/* After the options are parsed: numbers of texts, and what goes together. 0, or the exit status when they make no
 * sense (said on stderr). Once. */
int trace_option_finish(struct trace_option *option);
/* Frees all that option owns, also after a command line that was refused half way. */
void trace_option_done(struct trace_option *option);

/* Where rows go. is_open: trace_output_done has something to close. first: no row was written yet, which JSON must
 * know. rows, sums: what the result consists of. flush_each: rows of what runs are shown in time; set by the caller
 * after trace_output_open. */
struct trace_output {
	struct outbuf out;
	bool is_open, first, rows, sums;
	struct trace_option *option;
	bool flush_each;
};
/* Opens -o (what was there is kept as NAME.old); else text goes to stderr, as upstream's, and JSON to stdout. 0 or
 * -errno with err set. */
int trace_output_open(struct trace_output *output, struct trace_option *option, struct err *err);
/* For trace_calls_options, with the output as ctx: writes one row; called when a batch of rows is complete, writes
 * the buffer. 0, or -errno of writing, which ends the analysis. Called by one thread at a time, not always the main
 * one. */
int trace_output_row(void *ctx, const struct trace_row *row);
int trace_output_batch(void *ctx);
/* What comes behind the rows: the end of JSON, or the sums of -s and -S. Writes all. 0 or -errno. */
int trace_output_end(struct trace_output *output, const struct trace_summary *summary);
/* Closes, as textout_close: 0, or -errno of what could not be written. Does nothing when it is not open. */
int trace_output_done(struct trace_output *output);

/* perf trace itself; argv[0] is its name. Returns the exit status. */
int trace_run(int argc, const char **argv);
/* perf trace of a command, or of what runs; argv: the command, argc words, may be empty. option is finished. Returns
 * the exit status. One at a time: the recorder takes the process's signals. */
int trace_watch(struct trace_option *option, int argc, const char **argv);

#endif
