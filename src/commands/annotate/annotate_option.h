/* The options of `perf annotate`. */
#ifndef COMMANDS_ANNOTATE_ANNOTATE_OPTION_H
#define COMMANDS_ANNOTATE_ANNOTATE_OPTION_H

#include "cli/colour.h"
#include "commands/option/code_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"
#include "result/code_listing.h"

/* Texts are of the command line. */
struct annotate_values {
	struct session_option_values session;
	struct filter_option_values filter;
	const char *symbol; /* -s, or the bare argument; NULL: all functions */
	bool dump, tui, stdio, stdio2;
	bool browsed; /* in the terminal interface: set by the command, of what was asked for and is there */
	bool print_line, full_paths, skip_missing, skip_empty;
	bool source, asm_raw, total_period, nr_samples;
	bool group, group_set; /* group_set: --group or --no-group was given */
	struct code_option_values code;
	enum colour_use colour;
	enum code_percent percent;
	double percent_limit;
	/* Data types instead of code. data_type "": of all types; NULL: not asked for. */
	const char *data_type;
	bool type_stat, insn_stat, code_with_type;
};
#define ANNOTATE_VALUES_INIT                                                         \
	{                                                                            \
		.session = SESSION_OPTION_VALUES_INIT, .source = true, .group = true \
	}

extern const struct option_table annotate_option_table;
/* Variables annotate.* and color.ui of perf-config(1); before the options. */
void annotate_option_configure(struct annotate_values *values);
/* What options say together. False: it was said what is wrong, and *ret_status is the exit status. */
bool annotate_option_check(struct annotate_values *values, int *ret_status);

#endif
