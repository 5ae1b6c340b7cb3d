/* A table of typed cells with titles, some rows with a tree below: what a report is to a renderer. */
#ifndef RESULT_TABLE_H
#define RESULT_TABLE_H

#include "result/tree.h"

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_PERCENT, COLUMN_DECIMAL /* one place */ };
enum column_align { ALIGN_LEFT, ALIGN_RIGHT, ALIGN_RAGGED /* left, and not padded in the last column */ };

struct table_column {
	const char *name;  /* for machines */
	const char *title; /* for people */
	enum column_kind kind;
	enum column_align align;
	unsigned width;        /* of the widest cell and the title */
	bool cut;              /* texts end where the column does */
	bool is_name;          /* of functions: may be shortened */
	const char *uncounted; /* an ending of texts that is not in width and not cut off; may be NULL */
	bool title_right;      /* numbers' titles always are */
	unsigned span;         /* cells: one, or one for each event of a group */
};

union table_cell {
	const char *text;
	uint64_t number;
	double value; /* COLUMN_PERCENT and COLUMN_DECIMAL; not a number: "N/A" */
};

struct table_row {
	union table_cell *cells;
	struct tree *graph; /* owned, may be NULL */
	uint64_t period;    /* what the graph's parts are parts of */
	unsigned level;     /* hierarchies: how many rows it is below; only the text of that level's column is there */
	const char *remark; /* hierarchies: instead of cells, or NULL */
};

struct table {
	VEC(struct table_column) columns;
	VEC(struct table_row) rows;
	struct arena arena; /* texts and cells */
	struct arena *arenas;
	size_t nr_arenas; /* texts of rows that several threads made */
	bool hierarchy;
	size_t nr_cells; /* of a row: the sum of the spans */
};

void table_init(struct table *table);
void table_done(struct table *table);
struct table_column *table_add_column(struct table *table, const struct table_column *column);
/* A row of zeroed cells. */
struct table_row *table_add_row(struct table *table);
/* count of them; NULL when that is none. Cells and rows may then be filled by several threads. */
struct table_row *table_add_rows(struct table *table, size_t count);
/* Makes an arena for each thread that makes texts; once a table. */
struct arena *table_add_arenas(struct table *table, size_t count);

#endif
