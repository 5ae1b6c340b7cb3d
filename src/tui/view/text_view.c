/* Lines that were read so far are rows of a browser; more is asked for when the end comes near. Searching and going to
 * the end read on until they are there, or a key is pressed. */
#include "tui/view/text_view.h"
#include <stdlib.h>
#include <string.h>
#include "tui/popup.h"
#include "tui/view/text_view_private.h"

enum text_view_action {
	TEXT_VIEW_NONE = BROWSER_ACTIONS,
#define ROW(action, keys, shown, help) TEXT_VIEW_##action,
#include "tui/view/text_key.def"
};
static const struct binding text_view_keys[] = {
#define ROW(action, keys, shown, help) { TEXT_VIEW_##action, keys, shown, help },
#include "tui/view/text_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

/* AHEAD_LINES: read beyond what is visible. STEP_LINES: how many lines a search takes before it looks for keys. */
enum { AHEAD_LINES = 4096, STEP_LINES = 65536, WAIT_MS = 100 };

static struct text_view *text_view_of(struct view *view) { return (struct text_view *)view; }

size_t text_view_line(const struct text_view *v, size_t row)
{
	return v->is_listed ? text_entries_line(&v->entries, row) : row + v->nr_titles;
}

const char *text_view_text(struct text_view *v, size_t row)
{
	size_t line = text_view_line(v, row);
	return line == SIZE_MAX ? "" : text_lines_get(v->lines, line);
}

/* How many lines to read: so many rows, of entries more than there are lines for now. */
static size_t wanted_lines(const struct text_view *v)
{
	size_t rows = MAX(v->goal, v->browser.top + v->browser.page + AHEAD_LINES);
	if (!v->is_listed) return rows < SIZE_MAX - v->nr_titles ? rows + v->nr_titles : SIZE_MAX;
	return v->entries.nr_rows < rows ? v->entries.next_line + STEP_LINES : 0;
}

void text_view_follow(struct text_view *v)
{
	size_t count = text_lines_count(v->lines);
	size_t nr_rows = count > v->nr_titles ? count - v->nr_titles : 0;
	if (v->is_listed) {
		/* the rest at the next call, which comes soon */
		if (v->entries.nr_rows < v->browser.top + v->browser.page + AHEAD_LINES && text_view_list(v) &&
		    v->view.ui)
			screen_wake(ui_screen(v->view.ui));
		nr_rows = v->entries.nr_rows;
	}
	browser_set_rows(&v->browser, nr_rows);
	text_lines_want(v->lines, wanted_lines(v));
}

/* Whether somebody pressed a key, or waits for nothing any more. Waits for it up to timeout_ms, or until more was
 * read. */
static bool is_stopped(struct text_view *v, int timeout_ms)
{
	struct screen *screen = ui_screen(v->view.ui);
	struct screen_event event = { .kind = SCREEN_NOTHING };
	if (!timeout_ms && !screen_has_input(screen)) return false;
	screen_read(screen, &event, timeout_ms);
	if (event.kind == SCREEN_CLOSED) ui_close(v->view.ui);
	return event.kind == SCREEN_KEY || event.kind == SCREEN_CLOSED;
}

static bool read_on(struct text_view *v, size_t row)
{
	struct ui *ui = v->view.ui;
	for (;;) {
		size_t count = text_lines_count(v->lines);
		bool ended = text_lines_ended(v->lines, NULL), is_new = text_view_list(v);
		text_view_follow(v);
		if (v->browser.nr_rows > row || (ended && !is_new) || ui_is_closed(ui)) {
			ui_say(ui, "%s", "");
			return v->browser.nr_rows > row;
		}
		ui_say(ui, "Reading: %zu lines; any key stops", count);
		ui_draw(ui);
		screen_show(ui_screen(ui));
		if (is_stopped(v, is_new ? 0 : WAIT_MS)) return false;
	}
}

bool text_view_read_up_to(struct text_view *v, size_t row)
{
	v->goal = row < SIZE_MAX - 1 ? row + 1 : SIZE_MAX;
	bool is_there = read_on(v, row);
	v->goal = 0;
	return is_there;
}

static void go_to_end(struct text_view *v)
{
	(void)text_view_read_up_to(v, SIZE_MAX - 1);
	(void)browser_act(&v->browser, BROWSER_LAST);
	ui_say(v->view.ui, text_lines_ended(v->lines, NULL) ? "%zu lines, to the end" : "%zu lines were read so far",
	       text_lines_count(v->lines));
}

size_t text_view_look_for(struct text_view *v, bool backwards, bool (*is)(struct text_view *v, size_t row))
{
	size_t row = v->browser.selected;
	for (;;) {
		if (backwards && row-- == 0) return SIZE_MAX;
		if (!backwards && ++row >= v->browser.nr_rows && !text_view_read_up_to(v, row + STEP_LINES) &&
		    row >= v->browser.nr_rows)
			return SIZE_MAX;
		if (is(v, row)) return row;
		if (row % STEP_LINES == 0 && is_stopped(v, 0)) return SIZE_MAX;
	}
}

static bool text_view_has_text(struct text_view *v, size_t row)
{
	return line_find(text_view_text(v, row), strbuf_text(&v->sought)) != NULL;
}

static bool text_view_is_entry(struct text_view *v, size_t row) { return text_is_heading(text_view_text(v, row)); }

static void find_next(struct text_view *v, bool backwards)
{
	if (!v->sought.size) {
		ui_say(v->view.ui, "Nothing was searched for yet: / asks");
		return;
	}
	size_t row = text_view_look_for(v, backwards, text_view_has_text);
	if (row == SIZE_MAX) ui_complain(v->view.ui, "Not found: %s", strbuf_text(&v->sought));
	else browser_select(&v->browser, row);
}

static void find(struct text_view *v)
{
	v->browser.match = NULL; /* the text moves while it is typed */
	bool asked = popup_line(v->view.ui, "Search: ", &v->sought, NULL, NULL);
	v->browser.match = v->sought.size ? strbuf_text(&v->sought) : NULL;
	if (!asked) return;
	find_next(v, false);
}

static void go_to(struct text_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (!popup_line(v->view.ui, "Line: ", &text, NULL, NULL)) return;
	char *end;
	unsigned long long number = strtoull(strbuf_text(&text), &end, 10);
	if (end == strbuf_text(&text) || *end || !number) {
		ui_complain(v->view.ui, "This is no number of a line: %s", strbuf_text(&text));
	} else if (!text_view_read_up_to(v, (size_t)number - 1)) {
		(void)browser_act(&v->browser, BROWSER_LAST);
		ui_say(v->view.ui, "There are %zu lines", v->browser.nr_rows);
	} else {
		browser_select(&v->browser, (size_t)number - 1);
	}
}

static void go_to_entry(struct text_view *v, bool backwards)
{
	size_t row = text_view_look_for(v, backwards, text_view_is_entry);
	if (row == SIZE_MAX) ui_say(v->view.ui, backwards ? "This is the first" : "This is the last");
	else browser_select(&v->browser, row);
}

static enum view_answer text_view_act(struct view *view, int action)
{
	struct text_view *v = text_view_of(view);
	switch (action) {
	case TEXT_VIEW_FIND: find(v); break;
	case TEXT_VIEW_FIND_NEXT: find_next(v, false); break;
	case TEXT_VIEW_FIND_PREVIOUS: find_next(v, true); break;
	case TEXT_VIEW_NEXT_ENTRY: go_to_entry(v, false); break;
	case TEXT_VIEW_PREVIOUS_ENTRY: go_to_entry(v, true); break;
	case TEXT_VIEW_GO_TO: go_to(v); break;
	case TEXT_VIEW_TO_END: go_to_end(v); break;
	case TEXT_VIEW_FILTER: text_view_ask_filter(v); break;
	case TEXT_VIEW_TOGGLE: text_view_toggle(v); break;
	case TEXT_VIEW_FOLD_ALL: text_view_fold(v, true); break;
	case TEXT_VIEW_OPEN_ALL: text_view_fold(v, false); break;
	case TEXT_VIEW_TIME: text_view_ask_time(v); break;
	case TEXT_VIEW_SAVE: text_view_save(v); break;
	default:
		if (!browser_act(&v->browser, action)) return VIEW_UNKNOWN;
	}
	text_view_follow(v);
	return VIEW_STAYS;
}

static enum view_answer text_view_event(struct view *view, const struct screen_event *event)
{
	struct text_view *v = text_view_of(view);
	if (!browser_mouse(&v->browser, event, NULL)) return VIEW_UNKNOWN;
	text_view_follow(v);
	return VIEW_STAYS;
}

static enum view_answer text_view_idle(struct view *view)
{
	text_view_follow(text_view_of(view));
	return VIEW_STAYS;
}

static void text_view_title(struct view *view, struct strbuf *ret)
{
	const struct text_view *v = text_view_of(view);
	strbuf_str(ret, v->title ? v->title : "");
	if (v->filter_text.size) strbuf_printf(ret, ", filter: %s", strbuf_text(&v->filter_text));
}

/* Tabs are as wide as the space to the next eighth column. */
static void put_text(struct line *line, enum screen_style style, const char *text)
{
	enum { TAB_COLUMNS = 8 };
	for (size_t size; *text; text += size) {
		size = strcspn(text, "\t");
		_free_ char *part = xstrndup(text, size);
		line_text(line, style, part);
		for (; text[size] == '\t'; size++) {
			unsigned blanks = TAB_COLUMNS - line->at % TAB_COLUMNS;
			line_blanks(line, blanks);
		}
	}
}

static void text_view_draw_row(void *ctx, struct line *line, size_t row)
{
	struct text_view *v = ctx;
	put_text(line, STYLE_LIGHT, text_view_text(v, row));
}

static void text_view_draw(struct view *view, struct screen *screen, struct area area)
{
	struct text_view *v = text_view_of(view);
	for (unsigned i = 0; i < v->nr_titles && area.rows > 1; i++, area.row++, area.rows--) {
		struct line line = {
			.screen = screen, .row = area.row, .width = area.columns, .scrolled = v->browser.scrolled
		};
		screen_put(screen, area.row, area.column, area.columns, STYLE_ROOT, "");
		put_text(&line, STYLE_ROOT, text_lines_get(v->lines, i));
	}
	browser_draw(&v->browser, screen, area, text_view_draw_row, v);
	text_view_follow(v); /* how many rows there are room for is known now */
}

static void text_view_footer(struct view *view, struct strbuf *ret)
{
	struct text_view *v = text_view_of(view);
	int error;
	bool ended = text_lines_ended(v->lines, &error);
	strbuf_printf(ret, "line %zu of %zu%s", MIN(v->browser.selected + 1, v->browser.nr_rows), v->browser.nr_rows,
		      ended ? "" : "+");
	if (v->is_listed) strbuf_printf(ret, ", %zu entries", v->entries.list.count);
	if (error) strbuf_printf(ret, "; the rest does not fit the temporary file: %s", strerror(-error));
	strbuf_str(ret, "  Press '?' for help on key bindings");
}

static void text_view_free(struct view *view)
{
	struct text_view *v = text_view_of(view);
	text_lines_free(v->lines);
	text_entries_done(&v->entries);
	text_filter_done(&v->filter);
	strbuf_done(&v->filter_text);
	strbuf_done(&v->sought);
	free(v->title);
	free(v);
}

static const struct view_type text_view_type = {
	.name = "Text",
	.keys = { text_view_keys, ARRAY_SIZE(text_view_keys) },
	.title = text_view_title,
	.draw = text_view_draw,
	.act = text_view_act,
	.event = text_view_event,
	.idle = text_view_idle,
	.footer = text_view_footer,
	.free = text_view_free,
};

struct view *text_view_new(struct text_lines *lines, const struct text_view_options *options)
{
	struct text_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &text_view_type;
	v->browser.has_selection = true;
	v->lines = lines;
	v->title = options->title ? xstrdup(options->title) : NULL;
	v->nr_titles = options->nr_titles;
	v->host = options->host;
	text_entries_begin(&v->entries, v->nr_titles, false);
	text_view_follow(v);
	return &v->view;
}
