/* A window over rows, one of them selected: what lists, tables, trees, listings and texts have in common. The browser
 * knows how many rows there are and which are visible; whoever has one draws them.
 *
 *     browser_set_rows(&browser, nr_rows);
 *     browser_draw(&browser, screen, area, draw_row, ctx);
 *     if (!browser_act(&browser, action)) ...                    actions: browser_key.def
 */
#ifndef TUI_BROWSER_H
#define TUI_BROWSER_H

#include "tui/bindings.h"
#include "tui/line.h"

/* A rectangle of a screen. */
struct area {
	unsigned row, column, rows, columns;
};

/* Actions of browser_key.def; those of views begin behind them. */
enum browser_action {
	BROWSER_NONE,
#define ROW(action, keys, shown, help) BROWSER_##action,
#include "tui/browser_key.def"
	BROWSER_ACTIONS
};

/* Zeroed is an empty one. */
struct browser {
	size_t nr_rows, top, selected;
	unsigned scrolled;  /* columns */
	unsigned page;      /* rows that browser_draw had room for */
	struct area area;   /* where it drew */
	bool has_selection; /* false: a text, whose rows are only scrolled */
	const char *match;  /* line.match of all rows */
	uint64_t clicked_again_ns;
};

/* How many there are now; what is selected and visible stays, as far as it is there. */
void browser_set_rows(struct browser *browser, size_t nr_rows);
/* Selects a row and makes it visible; in the middle when it was not. */
void browser_select(struct browser *browser, size_t row);
/* Draws the visible rows with draw(ctx, line, row), and a scroll bar where there are more. */
void browser_draw(struct browser *browser, struct screen *screen, struct area area,
		  void (*draw)(void *ctx, struct line *line, size_t row), void *ctx);
/* False: the action is none of browser_key.def. */
bool browser_act(struct browser *browser, int action);
/* False: the event is not for the browser. The wheel scrolls; a row that was clicked is selected; *ret_clicked (may be
 * NULL) says that one was, which was selected before (again) or not. */
enum browser_click { BROWSER_NOT_CLICKED, BROWSER_CLICKED, BROWSER_CLICKED_AGAIN };
bool browser_mouse(struct browser *browser, const struct screen_event *event, enum browser_click *ret_clicked);

#endif
