/* The inside of the browser of differences: diff_view.c has the keys, diff_view_table.c chooses rows and columns,
 * diff_view_export.c writes files. */
#ifndef TUI_VIEW_DIFF_VIEW_PRIVATE_H
#define TUI_VIEW_DIFF_VIEW_PRIVATE_H

#include "tui/table_browser.h"
#include "tui/view/diff_view.h"

/* Which rows and columns of a table are shown. */
struct diff_view_shape {
	const char *filter; /* a row or one of its paths has this in a text; empty: all */
	size_t order_1;     /* 1 + the column that rows are ordered by; 0: as they are */
	bool reversed;
	bool *hidden; /* by column */
};

struct diff_view {
	struct view view; /* first */
	struct table_browser table;
	struct diff_view_options options;
	struct diff_view_shape shape;
	struct strbuf filter, sought;
	size_t event;
	size_t nr_rows; /* of the table; paths are not counted */
};

/* Fills *ret, initialised by the caller, with the rows in their order. Cells are copies, texts are those of *all. Ids
 * are 1 + the number of the row in *all. */
void diff_view_table(const struct table *all, const struct diff_view_shape *shape, struct table *ret);
/* Rows that are below no other. */
size_t diff_view_count(const struct table *table);

/* asks: in which form; else as text. */
void diff_view_export(struct diff_view *v, bool asks);

#endif
