/* What the options of perf top say, and the configuration's top.* variables.
 *
 *     top_option_init -> option_table_parse -> top_option_finish -> top_run (top_run.c) */
#ifndef COMMANDS_TOP_TOP_OPTION_H
#define COMMANDS_TOP_TOP_OPTION_H

#include "cli/options.h"
#include "commands/option/code_option.h"
#include "commands/option/chain_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"
#include "commands/record/record_setup.h"
#include "symbol/code/disasm.h"

/* What was given. It records with a setup of perf record's, so many rows write there. Texts are the command line's or
 * the configuration's, NULL: not given. Must not be moved after parsing. Ended by top_option_done. */
struct top_option {
	struct record_setup setup;
	struct session_option_values session; /* symbols: -k, --kallsyms ... */
	struct filter_option_values filter;   /* --comms, --dsos, --symbols, --switch-on, --switch-off */
	struct chain_option chains;
	bool chains_given; /* -g or --call-graph */
	const char *sort, *fields, *widths, *ignore_callees;
	bool children, hierarchy, nr_samples, total_period, branch_history, raw_trace, relative;
	double percent_limit;
	int max_stack;
	int group_sort;
	/* Seconds between refreshes. */
	int delay_s;
	/* Refreshes after which it ends; 0: it does not. */
	unsigned iterations;
	/* Rows, 0: as many as fit; and fewest samples of a row, 0: any. */
	int entries, count_filter;
	/* Refreshes begin with nothing; kernel's and users' samples are not shown. */
	bool zero, hide_kernel, hide_user;
	/* -D: the symbols that were used, at the end. */
	bool dump_symbols;
	bool use_tui, use_stdio, json;
	/* Of code: --sym-annotate and how it is shown. */
	const char *annotate;
	struct code_option_values code;
	bool source, asm_raw;
};
extern const struct option_table top_option_table;

/* Usual values, then those of the configuration. */
void top_option_init(struct top_option *option);
/* After parsing: what depends on several options, up to what recording_run needs. 0, or the exit status when they make
 * no sense together (the reason was printed). */
int top_option_finish(struct top_option *option);
void top_option_done(struct top_option *option);

#endif
