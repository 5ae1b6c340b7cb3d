/* Options of perf diff. */
#ifndef COMMANDS_DIFF_DIFF_OPTION_H
#define COMMANDS_DIFF_DIFF_OPTION_H

#include "analysis/diff/diff_table.h"
#include "cli/options.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"

/* What was given. Texts are the command line's or the configuration's, NULL: not given. Nothing is owned. */
struct diff_values {
	struct session_option_values session;
	struct filter_option_values filter;
	const char *sort, *separator;
	/* -c, -F, -p, -b; -o: not checked against the number of recordings yet. */
	struct diff_table_options table;
	unsigned order;
	/* --percentage relative: of what the filters leave. */
	bool relative;
	bool dump;
	bool cycles_histogram, stream; /* --cycles-hist, --stream */
	/* Not of upstream: documents; and judgements, which --markdown, --fail-above and two groups of recordings ask
	 * for. fail_above, least_share: in percent; is_limited: --fail-above was given. */
	bool stacks, follow; /* -g, --follow */
	bool json, markdown, by_period, is_limited, tui;
	double fail_above, least_share;
};
#define DIFF_VALUES_INIT                                                                                  \
	{                                                                                                 \
		.session = SESSION_OPTION_VALUES_INIT, .table = { .method = DIFF_DELTA_ABS }, .order = 1, \
		.least_share = 0.5                                                                        \
	}

extern const struct option_table diff_option_table;

/* Takes over diff.order, diff.compute and hist.percentage of the configuration; before options are parsed. */
void diff_option_configure(struct diff_values *values);

#endif
