/* Popups: each draws the view and itself, waits, and goes on until it is answered. */
#include "tui/popup.h"
#include <stdio.h>
#include <string.h>
#include "base/vec.h"
#include "tui/screen_input.h"

static const struct binding browser_keys[] = {
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};
static const struct bindings browser_table = { browser_keys, ARRAY_SIZE(browser_keys) };

struct lines {
	VEC(char *) items; /* parts of text */
	char *text;
};

static void lines_split(struct lines *lines, const char *text)
{
	*lines = (struct lines){ .text = xstrdup(text) };
	for (char *at = lines->text; *at;) {
		size_t size = strcspn(at, "\n");
		bool more = at[size];
		vec_push(&lines->items, at);
		at[size] = 0;
		at += size + more;
	}
}

static void lines_done(struct lines *lines)
{
	vec_done(&lines->items);
	free(lines->text);
}

static void lines_draw(void *ctx, struct line *line, size_t row)
{
	const struct lines *lines = ctx;
	line_text(line, STYLE_POPUP, " ");
	line_text(line, STYLE_POPUP, lines->items.items[row]);
}

/* A frame with a title around an area. */
static void draw_frame(struct screen *screen, struct area area, const char *title)
{
	bool unicode = screen_has_unicode(screen);
	static const char *const fine[] = { "┌", "┐", "└", "┘", "─", "│" }, *const plain[] = { "+", "+", "+",
											       "+", "-", "|" };
	const char *const *parts = unicode ? fine : plain;
	unsigned right = area.column + area.columns - 1, bottom = area.row + area.rows - 1;
	for (unsigned i = area.column; i <= right; i++) {
		screen_put(screen, area.row, i, 1, STYLE_POPUP, parts[4]);
		screen_put(screen, bottom, i, 1, STYLE_POPUP, parts[4]);
	}
	for (unsigned i = area.row; i <= bottom; i++) {
		screen_put(screen, i, area.column, 1, STYLE_POPUP, parts[5]);
		screen_put(screen, i, area.column + 1, area.columns > 2 ? area.columns - 2 : 0, STYLE_POPUP, "");
		screen_put(screen, i, right, 1, STYLE_POPUP, parts[5]);
		if (i != area.row && i != bottom) continue;
		for (unsigned c = area.column + 1; c < right; c++) screen_put(screen, i, c, 1, STYLE_POPUP, parts[4]);
	}
	screen_put(screen, area.row, area.column, 1, STYLE_POPUP, parts[0]);
	screen_put(screen, area.row, right, 1, STYLE_POPUP, parts[1]);
	screen_put(screen, bottom, area.column, 1, STYLE_POPUP, parts[2]);
	screen_put(screen, bottom, right, 1, STYLE_POPUP, parts[3]);
	if (title && area.columns > 4)
		screen_text(screen, area.row, area.column + 2, area.columns - 4, STYLE_POPUP, title);
}

/* The window for so many rows of this width, in the middle. */
static struct area place(const struct screen *screen, size_t rows, unsigned columns)
{
	unsigned most_rows = screen_rows(screen), most_columns = screen_columns(screen);
	struct area area = { .rows = (unsigned)MIN(rows + 2, most_rows), .columns = MIN(columns + 4, most_columns) };
	area.row = (most_rows - area.rows) / 2;
	area.column = (most_columns - area.columns) / 2;
	return area;
}

static struct area inside(struct area area)
{
	if (area.rows < 3 || area.columns < 3) return area;
	return (struct area){ area.row + 1, area.column + 1, area.rows - 2, area.columns - 2 };
}

void popup_text(struct ui *ui, const char *title, const char *text)
{
	struct lines lines;
	struct browser browser = { 0 };
	struct screen_event event;
	struct screen *screen = ui_screen(ui);
	unsigned width = screen_width(title);
	lines_split(&lines, text);
	for (size_t i = 0; i < lines.items.count; i++) width = MAX(width, screen_width(lines.items.items[i]));
	browser_set_rows(&browser, lines.items.count);
	for (;;) {
		struct area area = place(screen, lines.items.count, width + 1);
		ui_draw(ui);
		draw_frame(screen, area, title);
		browser_draw(&browser, screen, inside(area), lines_draw, &lines);
		screen_show(screen);
		if (!ui_wait(ui, &event)) break;
		if (browser_mouse(&browser, &event, NULL)) continue;
		if (event.kind == SCREEN_MOUSE && event.key == SCREEN_LEFT) break;
		/* where all is visible any key leaves */
		bool scrolls = lines.items.count > browser.page || width + 1 > area.columns;
		if (event.kind != SCREEN_KEY) continue;
		if (!scrolls || !browser_act(&browser, bindings_find(&browser_table, event.key))) break;
	}
	lines_done(&lines);
}

struct menu {
	const char *const *items;
};

static void menu_draw(void *ctx, struct line *line, size_t row)
{
	const struct menu *menu = ctx;
	line_text(line, STYLE_POPUP, " ");
	line_text(line, STYLE_POPUP, menu->items[row]);
}

int popup_menu(struct ui *ui, const char *title, const char *const *items, size_t nr_items)
{
	struct menu menu = { items };
	struct browser browser = { .has_selection = true };
	struct screen_event event;
	struct screen *screen = ui_screen(ui);
	unsigned width = title ? screen_width(title) : 0;
	for (size_t i = 0; i < nr_items; i++) width = MAX(width, screen_width(items[i]));
	browser_set_rows(&browser, nr_items);
	for (;;) {
		struct area area = place(screen, nr_items, width + 1);
		enum browser_click click;
		ui_draw(ui);
		draw_frame(screen, area, title);
		browser_draw(&browser, screen, inside(area), menu_draw, &menu);
		screen_show(screen);
		if (!ui_wait(ui, &event)) return -1;
		if (browser_mouse(&browser, &event, &click)) {
			if (click != BROWSER_NOT_CLICKED) return (int)browser.selected;
			continue;
		}
		if (event.kind != SCREEN_KEY) continue;
		if (event.key == SCREEN_KEY_ENTER || event.key == SCREEN_KEY_RIGHT)
			return nr_items ? (int)browser.selected : -1;
		if (event.key == SCREEN_KEY_LEFT) return -1;
		if (!browser_act(&browser, bindings_find(&browser_table, event.key))) return -1;
	}
}

bool popup_ask(struct ui *ui, const char *question)
{
	struct screen *screen = ui_screen(ui);
	struct screen_event event;
	_free_ char *text = xasprintf("%s (y/n)", question);
	for (;;) {
		ui_draw(ui);
		screen_put(screen, screen_rows(screen) - 1, 0, screen_columns(screen), STYLE_ERROR, text);
		screen_show(screen);
		if (!ui_wait(ui, &event)) return true;
		if (event.kind == SCREEN_KEY)
			return event.key == 'y' || event.key == 'Y' || event.key == SCREEN_KEY_ENTER;
	}
}

/* Takes off the last character. */
static void drop_character(struct strbuf *text)
{
	while (text->size && (text->text[text->size - 1] & 0xc0) == 0x80) text->size--;
	if (text->size) text->size--;
	if (text->text) text->text[text->size] = 0;
}

static void add_character(struct strbuf *text, int key)
{
	char bytes[5] = { 0 };
	if (key < 0x80) bytes[0] = (char)key;
	else if (key < 0x800) snprintf(bytes, sizeof(bytes), "%c%c", 0xc0 | key >> 6, 0x80 | (key & 0x3f));
	else if (key < 0x10000)
		snprintf(bytes, sizeof(bytes), "%c%c%c", 0xe0 | key >> 12, 0x80 | (key >> 6 & 0x3f),
			 0x80 | (key & 0x3f));
	else
		snprintf(bytes, sizeof(bytes), "%c%c%c%c", 0xf0 | key >> 18, 0x80 | (key >> 12 & 0x3f),
			 0x80 | (key >> 6 & 0x3f), 0x80 | (key & 0x3f));
	strbuf_str(text, bytes);
}

/* False: the key edits nothing. */
static bool edit(struct strbuf *text, int key)
{
	if (key == SCREEN_KEY_BACKSPACE) drop_character(text);
	else if (key == SCREEN_CONTROL('U')) strbuf_clear(text);
	else if (key == SCREEN_CONTROL('W')) {
		while (text->size && text->text[text->size - 1] == ' ') drop_character(text);
		while (text->size && text->text[text->size - 1] != ' ') drop_character(text);
	} else if (key >= ' ' && key < SCREEN_KEY_FIRST) add_character(text, key);
	else return false;
	return true;
}

bool popup_line(struct ui *ui, const char *label, struct strbuf *text, void (*changed)(void *ctx, const char *text),
		void *ctx)
{
	struct screen *screen = ui_screen(ui);
	struct screen_event event;
	_free_ char *before = xstrdup(strbuf_text(text));
	for (;;) {
		unsigned row = screen_rows(screen) - 1, columns = screen_columns(screen);
		struct line line = { .screen = screen, .row = row, .width = columns };
		unsigned needed = screen_width(label) + screen_width(strbuf_text(text)) + 1;
		ui_draw(ui);
		line.scrolled = needed > columns ? needed - columns : 0;
		line_text(&line, STYLE_STATUS, label);
		line_text(&line, STYLE_NORMAL, strbuf_text(text));
		screen_cursor(screen, row, line.at - line.scrolled);
		line_end(&line);
		screen_show(screen);
		if (!ui_wait(ui, &event)) return false;
		if (event.kind != SCREEN_KEY) continue;
		if (event.key == SCREEN_KEY_ENTER) return true;
		if (event.key == SCREEN_KEY_ESCAPE || event.key == SCREEN_CONTROL('C')) break;
		if (edit(text, event.key) && changed) changed(ctx, strbuf_text(text));
	}
	strbuf_clear(text);
	strbuf_str(text, before);
	if (changed) changed(ctx, before);
	return false;
}
