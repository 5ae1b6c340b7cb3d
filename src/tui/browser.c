/* Which rows are visible. The selected row is always among them; a page keeps one row of the page before. */
#include "tui/browser.h"
#include "base/clock.h"
#include "base/compiler.h"

enum { SIDEWAYS = 10, WHEEL_ROWS = 3, DOUBLE_CLICK_NS = 400000000 };

/* The first row that may be at the top. */
static size_t last_top(const struct browser *b) { return b->nr_rows > b->page ? b->nr_rows - b->page : 0; }

static void keep_visible(struct browser *b)
{
	size_t page = MAX(b->page, 1);
	if (b->selected >= b->nr_rows) b->selected = b->nr_rows ? b->nr_rows - 1 : 0;
	if (!b->has_selection) {
		b->top = MIN(b->top, last_top(b));
		return;
	}
	if (b->selected < b->top) b->top = b->selected;
	if (b->selected >= b->top + page) b->top = b->selected - page + 1;
	b->top = MIN(b->top, last_top(b));
}

void browser_set_rows(struct browser *browser, size_t nr_rows)
{
	browser->nr_rows = nr_rows;
	keep_visible(browser);
}

void browser_select(struct browser *browser, size_t row)
{
	bool visible = row >= browser->top && row < browser->top + MAX(browser->page, 1);
	browser->selected = row;
	if (!visible) browser->top = row > browser->page / 2 ? row - browser->page / 2 : 0;
	keep_visible(browser);
}

/* At the right side: where the visible rows are among all. */
static void draw_bar(const struct browser *b, struct screen *screen, struct area area)
{
	if (b->nr_rows <= area.rows || area.columns < 2) return;
	size_t room = b->nr_rows - area.rows;
	unsigned at = (unsigned)(b->top * (area.rows - 1) / room);
	const char *track = screen_has_unicode(screen) ? "▒" : ":", *thumb = screen_has_unicode(screen) ? "◆" : "#";
	for (unsigned i = 0; i < area.rows; i++)
		screen_put(screen, area.row + i, area.column + area.columns - 1, 1, i == at ? STYLE_NORMAL : STYLE_DIM,
			   i == at ? thumb : track);
}

void browser_draw(struct browser *browser, struct screen *screen, struct area area,
		  void (*draw)(void *ctx, struct line *line, size_t row), void *ctx)
{
	browser->page = area.rows;
	browser->area = area;
	keep_visible(browser);
	unsigned width = area.columns - (browser->nr_rows > area.rows && area.columns > 1);
	for (unsigned i = 0; i < area.rows && browser->top + i < browser->nr_rows; i++) {
		struct line line = { .screen = screen,
				     .row = area.row + i,
				     .column = area.column,
				     .width = width,
				     .scrolled = browser->scrolled,
				     .is_selected = browser->has_selection && browser->top + i == browser->selected,
				     .match = browser->match };
		draw(ctx, &line, browser->top + i);
		line_end(&line);
	}
	draw_bar(browser, screen, area);
}

static void scroll(struct browser *b, size_t rows, bool down)
{
	size_t last = b->nr_rows ? b->nr_rows - 1 : 0, *at = b->has_selection ? &b->selected : &b->top;
	if (down) *at = MIN(*at + rows, last);
	else *at = *at > rows ? *at - rows : 0;
	keep_visible(b);
}

/* A page takes the rows at the top along, not only the selection. */
static void turn_page(struct browser *b, bool down)
{
	size_t rows = b->page > 1 ? b->page - 1 : 1;
	if (b->has_selection) {
		if (down) b->top = MIN(b->top + rows, last_top(b));
		else b->top = b->top > rows ? b->top - rows : 0;
	}
	scroll(b, rows, down);
}

bool browser_act(struct browser *browser, int action)
{
	switch (action) {
	case BROWSER_DOWN: scroll(browser, 1, true); return true;
	case BROWSER_UP: scroll(browser, 1, false); return true;
	case BROWSER_PAGE_DOWN: turn_page(browser, true); return true;
	case BROWSER_PAGE_UP: turn_page(browser, false); return true;
	case BROWSER_HALF_DOWN: scroll(browser, browser->page / 2 + 1, true); return true;
	case BROWSER_HALF_UP: scroll(browser, browser->page / 2 + 1, false); return true;
	case BROWSER_FIRST: scroll(browser, browser->nr_rows, false); return true;
	case BROWSER_LAST: scroll(browser, browser->nr_rows, true); return true;
	case BROWSER_SCROLL_RIGHT:
		if (browser->scrolled < 1u << 20) browser->scrolled += SIDEWAYS;
		return true;
	case BROWSER_SCROLL_LEFT: browser->scrolled -= MIN(browser->scrolled, SIDEWAYS); return true;
	default: return false;
	}
}

bool browser_mouse(struct browser *browser, const struct screen_event *event, enum browser_click *ret_clicked)
{
	const struct area *area = &browser->area;
	if (ret_clicked) *ret_clicked = BROWSER_NOT_CLICKED;
	if (event->kind != SCREEN_MOUSE) return false;
	if (event->key == SCREEN_WHEEL_DOWN || event->key == SCREEN_WHEEL_UP) {
		scroll(browser, WHEEL_ROWS, event->key == SCREEN_WHEEL_DOWN);
		return true;
	}
	if (event->key != SCREEN_LEFT || event->row < area->row || event->row >= area->row + area->rows) return false;
	size_t row = browser->top + event->row - area->row;
	if (row >= browser->nr_rows) return true;
	/* the second half of a double click on the selected row would undo what the first one did */
	uint64_t now_ns = clock_now_ns();
	bool is_again = row == browser->selected && now_ns - browser->clicked_again_ns >= DOUBLE_CLICK_NS;
	if (is_again) browser->clicked_again_ns = now_ns;
	if (ret_clicked) *ret_clicked = is_again ? BROWSER_CLICKED_AGAIN : BROWSER_CLICKED;
	browser->selected = row;
	return true;
}
