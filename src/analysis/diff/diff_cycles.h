/* Cycles of basic blocks, compared: perf diff -c cycles. A row of the profile becomes as many rows as blocks of its
 * symbol are in both recordings, those first whose mean cycles changed most. */
#ifndef ANALYSIS_DIFF_DIFF_CYCLES_H
#define ANALYSIS_DIFF_DIFF_CYCLES_H

#include "analysis/diff/diff_table.h"
#include "result/diff_blocks.h"

/* As diff_table. blocks: of each recording. histogram: how much the first values differ one by one, with their
 * standard error. The keys must have "sym": rows without it have no blocks. */
void diff_cycles_table(const struct diff *diff, const struct diff_blocks *blocks,
		       const struct diff_table_options *options, bool histogram, struct table *table);

#endif
