/* Tables as lines of text, in the shapes that commands have had for years: which columns in which order, what stands
 * around them, how wide they are, in which unit. Shapes are data, and where a cell is like no other, a function.
 *
 *     static const struct table_look looks[] = {
 *             { .column = TASK_COLUMN_COMM, .heading = "comm", .width = 16 },
 *             { .column = TASK_COLUMN_RUN, .before = " | ", .after = " ms", .width = 11,
 *               .unit = TABLE_MILLISECOND, .decimals = 3 },
 *     };
 *     const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks) };
 *     table_layout_titles(&table, &layout, out);       "comm             |         run ms"
 *     table_layout_rows(&table, &layout, out);         "sh               |       1.250 ms" */
#ifndef RENDER_TABLE_TABLE_LAYOUT_H
#define RENDER_TABLE_TABLE_LAYOUT_H

#include "base/outbuf.h"
#include "result/table.h"

struct table_layout;

/* How one column looks in a line. Zeroed members are the usual. */
struct table_look {
	unsigned column;            /* its index; columns of more than one cell have no looks */
	const char *heading;        /* NULL: the column's title */
	const char *before, *after; /* of the heading and of each cell; NULL: nothing */
	unsigned width;             /* columns at least; 0 for CHAIN and TALLY, which are not for a line */
	bool on_left, on_right;     /* of the width; neither: texts on the left, numbers on the right */
	/* The unit that a number is shown in: how many ns (DURATION, MEAN, TIME) or bytes (BYTES) are one; 0: numbers
	 * as they are. TIME is cut to the decimals, the others are rounded; BYTES are cut to whole ones. */
	uint64_t unit;
	unsigned decimals; /* of durations, times, shares and decimals */
	bool padded_hex;   /* ADDRESS: "%0*lx" of the width, without 0x */
	/* Writes what stands between before and after, in place of the cell; it pads by itself. layout->ctx is there
	 * for it. NULL: the cell is written. */
	void (*write)(const struct table_layout *layout, const struct table_row *row, struct outbuf *out);
};

/* The shape of a line: constant data in most commands. */
struct table_layout {
	const struct table_look *looks;
	size_t nr_looks;
	const char *line_begin, *line_end; /* of titles and rows; NULL: "", "\n" */
	/* Lines below a row. NULL: none. */
	void (*below)(const struct table_layout *layout, const struct table_row *row, struct outbuf *out);
	const void *ctx;
	size_t max_rows; /* the first ones; 0: all */
};

enum { TABLE_SECOND = 1000000000, TABLE_MILLISECOND = 1000000, TABLE_KILOBYTE = 1024 };

/* The line of headings, each as wide as its cells. All functions append to out; table and layout are borrowed. */
void table_layout_titles(const struct table *table, const struct table_layout *layout, struct outbuf *out);
/* One row, and what `below` adds to it. */
void table_layout_row(const struct table *table, const struct table_row *row, const struct table_layout *layout,
		      struct outbuf *out);
/* All rows, up to max_rows. Flushes on the way where out has a descriptor; errors stay in out->error. */
void table_layout_rows(const struct table *table, const struct table_layout *layout, struct outbuf *out);
/* One cell, without what is before and after it. */
void table_layout_cell(const struct table *table, const struct table_row *row, const struct table_layout *layout,
		       const struct table_look *look, struct outbuf *out);

#endif
