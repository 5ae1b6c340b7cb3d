/* What was measured in several recordings, side by side: tables that are about the same things, joined by the ids of
 * their rows.
 *
 *     struct diff diff;
 *     diff_init(&diff, 2);
 *     diff_add_table(&diff, 0, &before);       rows with equal ids (table_row.id) become one row of the diff
 *     diff_add_table(&diff, 1, &after);
 *     diff_done(&diff);
 *
 * What is subtracted from what, and in which order rows are shown, is for who asks (analysis/diff). To be filled by one
 * thread; afterwards any number may read it. */
#ifndef RESULT_DIFF_H
#define RESULT_DIFF_H

#include "base/u64map.h"
#include "result/table.h"

/* What one recording has of a row, or of all rows. */
struct diff_value {
	uint64_t period;
	uint64_t samples; /* 0: the row is not in this recording */
};

struct diff_row {
	uint64_t id;
	/* By key column; of the first recording that has the row, and there of its first row with this id. Borrowed
	 * from that table. */
	const char **texts;
	struct diff_value *values; /* by recording */
	/* Call graphs by recording, borrowed from the tables; NULL: there is none. */
	const struct tree **graphs;
	/* Its place in the order of all tables, where these agree. Known once all files are there. */
	uint32_t position;
};

/* Made by diff_init, freed by diff_done. */
struct diff {
	size_t nr_files;
	/* The recordings' sums, of which shares are; set by the caller. */
	struct diff_value *totals;
	/* Of the first table; widths are those of the widest one. */
	VEC(struct table_column) keys;
	VEC(struct diff_row) rows;
	/* private: */
	struct arena arena;
	struct u64map row_of_id;
	struct diff_order {
		VEC(uint32_t) rows;
	} * orders; /* by file: its rows, as its table has them */
};

/* In signed columns of numbers: there is nothing; there is nothing to compare with. */
#define DIFF_NO_VALUE ((uint64_t)INT64_MIN)
#define DIFF_NO_BASE ((uint64_t)INT64_MAX)

void diff_init(struct diff *diff, size_t nr_files);
void diff_done(struct diff *diff);
/* Adds the rows of recording `file`: each file's table once, in order of files. Its columns of text are the keys, in
 * all tables the same; "sample" is a column of numbers, the period is table_row.period. Rows with the same id are
 * added up. The table must outlive the diff. */
void diff_add_table(struct diff *diff, size_t file, const struct table *table);

#endif
