/* Joined profiles as the table of `perf diff`: what the baseline has, and for each other recording what became of it.
 *
 *     struct diff_table_options options = { .method = DIFF_DELTA_ABS, .order = 1 };
 *     table_init(&table);
 *     diff_table(&diff, &options, &table); */
#ifndef ANALYSIS_DIFF_DIFF_TABLE_H
#define ANALYSIS_DIFF_DIFF_TABLE_H

#include "result/diff.h"

/* What is computed of the periods of a row in the baseline (b) and in another recording (n), with the totals B, N. */
enum diff_method {
	DIFF_DELTA,     /* n / N - b / B, in percent; the greatest first */
	DIFF_DELTA_ABS, /* the same; the greatest distance from 0 first */
	DIFF_RATIO,     /* n / b */
	DIFF_WDIFF,     /* n * weight_new - b * weight_base */
	DIFF_CYCLES,    /* cycles of basic blocks (diff_cycles.h) */
	NR_DIFF_METHODS,
};

struct diff_table_options {
	enum diff_method method;
	int64_t weight_base, weight_new; /* DIFF_WDIFF */
	/* The recording whose computed column decides the order; 0: the baseline's share does. Less than
	 * diff.nr_files. */
	size_t order;
	bool periods, formulas; /* show these columns */
	/* Rows are followed by the paths of calls that lead to them (diff_stacks.h), those that are at least as heavy
	 * in some recording, in percent; 0: they are not. */
	double stack_limit;
	bool baseline_only; /* only rows that are in the baseline and in another recording */
};

/* Cells of computed columns: a row that the recording does not have is empty (not a number, DIFF_NO_VALUE); what cannot
 * be computed, since the baseline does not have it, is infinite, or DIFF_NO_BASE. */
/* Fills table (initialised by the caller, without columns) with the rows in their order. Texts are those of the diff's
 * tables. table_row.id is diff_row.id. */
void diff_table(const struct diff *diff, const struct diff_table_options *options, struct table *table);
/* What one row changed by in percents of the recordings' totals (n / N - b / B). */
double diff_delta(const struct diff *diff, const struct diff_row *row, size_t file);
/* In percent; 0 of nothing. */
double diff_share(const struct diff *diff, const struct diff_row *row, size_t file);
/* The columns that diff_table makes; histogram: with one of DIFF_CYCLES behind each computed one. */
void diff_table_columns(const struct diff *diff, const struct diff_table_options *options, bool histogram,
			struct table *table);
/* Fills the cells of the columns that are not computed: keys, and what is measured among them. */
void diff_table_put_keys(const struct diff *diff, const struct diff_row *row, double base_total,
			 union table_cell *cells);
/* Adds one row, of a base of base_total; of that level. */
void diff_table_put(struct table *table, const struct diff *diff, const struct diff_table_options *options,
		    const struct diff_row *row, double base_total, unsigned level);
/* Puts rows into the order of the table. */
void diff_table_sort(const struct diff *diff, const struct diff_table_options *options, const struct diff_row **rows,
		     size_t count);
/* Whether the baseline and at least one other recording have it. */
bool diff_row_is_matched(const struct diff *diff, const struct diff_row *row);

#endif
