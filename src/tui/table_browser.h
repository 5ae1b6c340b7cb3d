/* A table (result/table.h) in a browser: titles, rows with typed cells, and what is below rows: levels of a hierarchy,
 * call graphs. Rows are known by their ids: when the table is replaced by a newer one, what was selected and unfolded
 * stays so.
 *
 *     table_browser_init(&browser, &options);
 *     table_browser_set(&browser, &table);            takes the table over
 *     table_browser_draw(&browser, screen, area);
 *     if (!table_browser_act(&browser, action)) ...   table_browser_key.def, then browser_key.def
 *     table_browser_done(&browser);
 */
#ifndef TUI_TABLE_BROWSER_H
#define TUI_TABLE_BROWSER_H

#include "base/u64map.h"
#include "render/table/table_layout.h"
#include "result/table.h"
#include "tui/browser.h"

/* Actions of table_browser_key.def come behind those of the browser; views number theirs from TABLE_BROWSER_ACTIONS on.
 */
enum table_browser_action {
	TABLE_BROWSER_NONE = BROWSER_ACTIONS,
#define ROW(action, keys, shown, help) TABLE_BROWSER_##action,
#include "tui/table_browser_key.def"
	TABLE_BROWSER_ACTIONS
};

/* A line that is visible: a row of the table, or a node of the tree below it. */
struct table_line {
	uint32_t row;  /* of the table */
	uint32_t node; /* of its tree; TREE_NONE: the row itself */
	uint32_t depth;
	uint64_t key; /* what the fold is remembered by: equal for the same thing in another table */
	bool can_open, is_open;
};

/* The end of a column's title: a place in the line of titles, which is scrolled with the rows. */
struct table_title {
	size_t column; /* of the table */
	unsigned end;
};

/* All may be zero: a plain list. */
struct table_browser_options {
	/* What is below a row that has no graph of its own; owned by the caller, may be NULL. NULL: rows have what
	 * their graph says. */
	struct tree *(*below)(void *ctx, const struct table_row *row);
	/* Whether there is something below a row, when below was not asked yet. NULL: there is, where `below` is. */
	bool (*has_below)(void *ctx, const struct table_row *row);
	/* Draws a node of a row's tree behind its indent. NULL: its share of the row, and its label. */
	void (*draw_node)(void *ctx, struct line *line, const struct table_row *row, const struct tree *tree,
			  uint32_t node);
	/* What a cell says, instead of what its kind does. Must not depend on anything else. NULL: as kinds say. */
	void (*put_cell)(const struct table_column *column, union table_cell cell, struct strbuf *ret);
	void *ctx;
	/* Which columns, and how they look; NULL: all columns, each as wide as result/table.h says. */
	const struct table_layout *layout;
	bool has_no_titles;
};

struct table_browser {
	struct browser browser;
	struct table_browser_options options;
	struct table table;
	VEC(struct table_line) lines;
	struct u64map folds; /* key of a line: 1 open, 0 closed; of others `all_open` is true */
	bool all_open;
	bool hides_titles;
	bool has_folds;   /* a line could be opened, of this table or one before */
	unsigned *widths; /* of columns */
	size_t nr_columns;
	struct area titles;                 /* where they were drawn last; rows 0: they were not */
	VEC(struct table_title) title_ends; /* from the left */
	size_t order_1; /* table_browser_order: the column that rows are ordered by, + 1; 0: as they came */
	bool order_reversed;
};

/* options are copied. */
void table_browser_init(struct table_browser *browser, const struct table_browser_options *options);
void table_browser_done(struct table_browser *browser);
/* Shows this table from now on; *table is moved and the one before is freed. */
void table_browser_set(struct table_browser *browser, struct table *table);
void table_browser_draw(struct table_browser *browser, struct screen *screen, struct area area);
/* False: the action is not one of the browsers'. */
bool table_browser_act(struct table_browser *browser, int action);
bool table_browser_mouse(struct table_browser *browser, const struct screen_event *event,
			 enum browser_click *ret_clicked);

/* The column whose title was clicked; NULL: the event is another, or the titles are a layout's. Valid until the table
 * is another. */
const struct table_column *table_browser_clicked_title(const struct table_browser *browser,
						       const struct screen_event *event);

/* Orders rows by the column whose title was clicked, the second time the other way round; for tables that are here
 * whole, also those that are set later. False: the event is another. */
bool table_browser_order(struct table_browser *browser, const struct screen_event *event);

/* The line that is selected; NULL: there is none. Valid until the browser changes. */
const struct table_line *table_browser_selected(const struct table_browser *browser);
/* The row that it belongs to. */
const struct table_row *table_browser_row(const struct table_browser *browser);
/* The text of a line, without its indent: cells with blanks in between, or the name of a node. */
void table_browser_text(const struct table_browser *browser, const struct table_line *line, struct strbuf *ret);
/* Opens or closes the selected line; deep: all below it too. */
void table_browser_fold(struct table_browser *browser, bool open, bool deep);
/* Gives a row, by its number, what is below it, and opens it; deep: all below it too. *tree is owned from now on. */
void table_browser_unfold_row(struct table_browser *browser, uint32_t row, struct tree *tree, bool deep);
/* What folds of a row with an id are remembered by. */
uint64_t table_browser_row_key(const struct table_row *row);
/* Opens or closes everything. */
void table_browser_fold_all(struct table_browser *browser, bool open);
/* Selects the next line behind (or before) the selected one that has the text in it, going on at the other end. False:
 * none has. */
bool table_browser_search(struct table_browser *browser, const char *text, bool backwards);

/* The same in pieces, so that keys are answered meanwhile: it begins at the selected line and is good for as long as
 * lines are the same. */
struct table_search {
	size_t at, nr_left; /* lines */
	bool backwards;
};
enum table_found { TABLE_FOUND_NOTHING, TABLE_FOUND, TABLE_SEARCHES_ON };
void table_search_begin(struct table_search *search, const struct table_browser *browser, bool backwards);
/* Looks at lines until one has the text, which is selected then, or until that time (clock_now_ns). */
enum table_found table_search_go_on(struct table_search *search, struct table_browser *browser, const char *text,
				    uint64_t until_ns);

#endif
