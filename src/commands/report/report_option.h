/* What the options of perf report say, and the configuration's report.* variables.
 *
 *     report_option_configure -> option_table_parse -> report_option_check -> session_open -> set_up (report_run.c)
 *
 * Up to the check nothing of the recording is known: what depends on it (default sort keys, branches, chains) is
 * decided in set_up, which may change the values. */
#ifndef COMMANDS_REPORT_REPORT_OPTION_H
#define COMMANDS_REPORT_REPORT_OPTION_H

#include "cli/colour.h"
#include "cli/options.h"
#include "commands/option/code_option.h"
#include "commands/option/chain_option.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"

/* What was given, option by option. Members that end in _set or _given are the .given of their option: said on the
 * command line. Texts are the command line's or the configuration's, NULL: not given. Nothing is owned. */
struct report_values {
	struct session_option_values session;
	struct filter_option_values filter;
	struct debuginfod_option_values debuginfod;
	const char *sort, *fields;                 /* -s, -F */
	const char *widths, *separator;            /* -w, -t */
	const char *parent_regex, *ignore_callees; /* -p, --ignore-callees */
	const char *symbol_part;                   /* --symbol-filter */
	/* --time-quantum in ns; 0: not given. */
	uint64_t time_quantum_ns;
	struct chain_option chains;
	bool chains_given;
	/* --percent-limit, in percent: rows below this share are not shown; 0: all are. It is the threshold of call
	 * graphs, too, unless a later -g names one. */
	double percent_limit;
	/* --percentage relative: of what the filters leave. */
	bool relative;
	/* -b: rows are branches; not given: they are when the recording has branches for their own sake.
	 * --branch-history: branches lengthen chains. --total-cycles: rows are basic blocks. */
	bool branch_stack, branch_stack_set, branch_history, total_cycles;
	/* --children: rows include what they called. --group: events side by side. -H: sort keys as a tree. */
	bool children, group, group_set, hierarchy;
	bool latency;                             /* --latency: ordered by shares of the clock, not of CPU time */
	const char *parallelism;                  /* --parallelism: only samples while so many threads ran; NULL: all */
	bool nr_samples, total_period, cpu_modes; /* more columns */
	bool exclude_other, hide_unresolved, skip_empty, mem_mode, raw_trace, ns;
	bool dump, header, header_only, show_info, stats, tasks, mmaps, thread_counters, json; /* what to show */
	/* socket: -1: not given. group_sort: --group-sort-idx; 0: not given. */
	int max_stack, socket, group_sort;
	/* --stdio-color, or color.ui of the configuration. */
	enum colour_use colour;
	/* accepted; they choose interfaces that are not there, or belong to annotation */
	bool use_stdio, use_tui, disorder, ref_chains, asm_raw, source;
	const char *pretty;
	struct code_option_values code;
	int samples;
	/* --folded, --flamegraph, --html: the files; "-" is standard output. flame_colours: --flame-colors. */
	const char *folded, *flamegraph, *html;
	const char *flame_event, *flame_colours, *title, *baseline;
	bool icicle, wall_clock, wall;
	bool coverage;    /* --coverage: which code a trace executed, in place of a profile */
	const char *lcov; /* --lcov: the file; the same as a tracefile of lcov */
};
/* The keys of --mem-mode where -s names none. */
#define REPORT_MEMORY_SORT \
	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,local_p_stage_cyc"
#define REPORT_VALUES_INIT                                                                                          \
	{                                                                                                           \
		.session = SESSION_OPTION_VALUES_INIT, .debuginfod = DEBUGINFOD_OPTION_VALUES_INIT,                 \
		.chains = CHAIN_OPTION_INIT, .children = true, .group = true, .skip_empty = true, .max_stack = 127, \
		.socket = -1                                                                                        \
	}
/* The table, and its parts, for messages that show single options. */
extern const char *const report_usage[];
extern const struct option report_options[];
extern const struct option_table report_option_table;
/* Of -s: the words there are, and its help, which is made from the table of keys. */
extern const struct option_set report_option_sort_set;
void report_option_sort_help(struct strbuf *help);

/* Takes over what the configuration says; before options are parsed, which then win. What cannot be read is told on
 * stderr and left out. */
void report_option_configure(struct report_values *values);
/* False: options that do not go together. The reason has been printed; that ends the command, with *ret_status. */
bool report_option_check(const struct report_values *values, int *ret_status) _warn_unused_;

#endif
