/* Call stacks, compared: the paths by which a row is reached, in each recording. */
#ifndef ANALYSIS_DIFF_DIFF_STACKS_H
#define ANALYSIS_DIFF_DIFF_STACKS_H

#include "analysis/diff/diff_table.h"

/* Adds rows below a row of the table: a caller each, with its own shares and differences, ordered as the table is.
 * The last key column has its name, indented where paths part; table_row.level says how deep. */
void diff_stacks_put(struct table *table, const struct diff *diff, const struct diff_table_options *options,
		     const struct diff_row *row, double base_total);

/* Finds the paths of all rows (diff_row.paths), callers that are heavier first. Those that are lighter than limit, in
 * percent, in all recordings are left out. Once for each diff. */
void diff_stacks_find_all(struct diff *diff, double limit);

#endif
