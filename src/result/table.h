/* A table of typed cells with titles, some rows with a tree below: what a report, or a list of locks, is to a
 * renderer.
 *
 * A column has a name for machines, a title for people, and the kind of its cells, which says what they mean and in
 * which unit they are. How wide or in which unit they are shown is the renderer's business: `width`, `align` and
 * what stands with them are hints for `perf report --stdio`.
 *
 *     struct table table;
 *     table_init(&table);
 *     table_add_columns(&table, columns, ARRAY_SIZE(columns));       all columns before the first row
 *     struct table_row *row = table_add_row(&table);
 *     row->cells[0].text = arena_strdup(&table.arena, name);
 *     row->cells[1].number = bytes;
 *     table_done(&table);
 *
 * To be filled by one thread, but for the cells of table_add_rows; afterwards any number of threads may read it. */
#ifndef RESULT_TABLE_H
#define RESULT_TABLE_H

#include "result/tree.h"

/* What a column's cells mean. In brackets: the member of union table_cell. */
enum column_kind {
	COLUMN_TEXT,     /* [text], NULL: none */
	COLUMN_NUMBER,   /* [number] that is none of the following: an id, a priority */
	COLUMN_COUNT,    /* [number] how often */
	COLUMN_TIME,     /* [number] nanoseconds of the recording's clock */
	COLUMN_DURATION, /* [number] nanoseconds */
	COLUMN_MEAN,     /* [value] nanoseconds, made of many durations */
	COLUMN_BYTES,    /* [number] */
	COLUMN_ADDRESS,  /* [number] */
	COLUMN_PERCENT,  /* [value] a share, 100 is all; not a number: there is nothing to be a share of */
	COLUMN_DECIMAL,  /* [value] */
	COLUMN_FLAG,     /* [number] 0 or 1 */
	COLUMN_PLACE,    /* [place] in code; NULL: not known */
	COLUMN_CHAIN,    /* [chain] of calls; NULL or empty: none */
	COLUMN_TALLY,    /* [tally] how often each of several things; NULL or empty: none */
};
enum column_align { ALIGN_LEFT, ALIGN_RIGHT, ALIGN_RAGGED /* left, and not padded in the last column */ };

/* A number that is not there, in columns whose cells may be empty. */
#define TABLE_NO_NUMBER UINT64_MAX

/* A column. Zeroed members are right for most: title and span are then filled in when it is added. */
struct table_column {
	const char *name;  /* for machines */
	const char *title; /* for people; NULL: the name */
	enum column_kind kind;
	/* A title over this column and its neighbours with the same text at the same address, which are parts of one
	 * thing and stand without a gap; NULL: none. Of PERCENT. */
	const char *over;
	bool is_signed;    /* numbers are int64_t */
	bool may_be_empty; /* cells without a value are left out of documents, where others are null */
	/* Something that a layout makes text of, but that documents leave out. */
	bool is_hidden;
	bool is_address_too;    /* PLACE: documents have address, symbol and offset; else only "symbol+0x1f" */
	unsigned data_decimals; /* MEAN, PERCENT, DECIMAL: as documents have them; 0 of PERCENT, DECIMAL: six digits */
	enum column_align align;
	unsigned width;        /* of the widest cell and the title */
	bool cut;              /* texts end where the column does */
	bool is_name;          /* of functions: may be shortened */
	const char *uncounted; /* an ending of texts that is not in width and not cut off; may be NULL */
	bool title_right;      /* numbers' titles always are */
	unsigned span;         /* cells: one, or one for each event of a group */
};

/* A place in code or data. */
struct table_place {
	uint64_t address;
	const char *symbol; /* NULL: none */
	uint64_t offset;    /* behind the symbol's start */
};
/* The places of a call chain. */
struct table_chain {
	const struct table_place *places; /* innermost first */
	size_t count;
};
struct table_tally_item {
	int64_t number;
	const char *name; /* of the number; NULL: it has none */
	uint64_t count;
};
/* How often each of several numbered things occurred, such as errors of system calls. */
struct table_tally {
	const struct table_tally_item *items;
	size_t count;
};

/* A cell; its column's kind says which member. */
union table_cell {
	const char *text;
	uint64_t number;
	double value;
	const struct table_place *place;
	const struct table_chain *chain;
	const struct table_tally *tally;
};

/* A row: nr_cells cells, column by column, of a column with a span so many. */
struct table_row {
	/* Which of the things the table is about: equal for the same thing in another table of the same analysis and
	 * recording, so that a view can find it again. 0 where rows have no such number. */
	uint64_t id;
	union table_cell *cells;
	struct tree *graph; /* owned, may be NULL */
	uint64_t period;    /* what the graph's parts are parts of */
	unsigned level;     /* hierarchies: how many rows it is below; only the text of that level's column is there */
	const char *remark; /* hierarchies: instead of cells, or NULL */
};

/* Made by table_init, freed by table_done with all rows' graphs. */
struct table {
	VEC(struct table_column) columns;
	VEC(struct table_row) rows;
	struct arena arena; /* texts and cells */
	struct arena *arenas;
	size_t nr_arenas; /* texts of rows that several threads made */
	bool hierarchy;
	size_t nr_cells;    /* of a row: the sum of the spans */
	size_t nr_left_out; /* rows that are not here because only some were asked for */
};

void table_init(struct table *table);
void table_done(struct table *table);
/* Appends a copy of the column and returns it, valid until the next one is added. Widens it to its title. To be
 * called before rows are added: they have as many cells as there are columns then. */
struct table_column *table_add_column(struct table *table, const struct table_column *column);
void table_add_columns(struct table *table, const struct table_column *columns, size_t count);
/* Appends a row of zeroed cells; valid until the next row is added. */
struct table_row *table_add_row(struct table *table);
/* Appends count rows and returns the first; NULL when count is 0. Several threads may then fill their cells. */
struct table_row *table_add_rows(struct table *table, size_t count);
/* The same with cells of any content, for those who set each of them: many rows are then first written where they are
 * made, by all threads. */
struct table_row *table_add_unset_rows(struct table *table, size_t count);
/* Makes arenas for count threads that make texts of rows, owned by the table; to be called at most once for each
 * table. */
struct arena *table_add_arenas(struct table *table, size_t count);
/* A place in the table's memory, for a cell; the symbol's text is borrowed. */
const struct table_place *table_add_place(struct table *table, uint64_t address, const char *symbol, uint64_t offset);

#endif
