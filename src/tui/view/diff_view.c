/* The keys, and what stands around the rows. */
#include "tui/view/diff_view.h"
#include <string.h>
#include "render/listing/diff_text.h"
#include "tui/popup.h"
#include "tui/view/diff_view_private.h"

enum diff_view_action {
	DIFF_VIEW_NONE = TABLE_BROWSER_ACTIONS,
#define ROW(action, keys, shown, help) DIFF_VIEW_##action,
#include "tui/view/diff_key.def"
};
static const struct binding diff_view_keys[] = {
#define ROW(action, keys, shown, help) { DIFF_VIEW_##action, keys, shown, help },
#include "tui/view/diff_key.def"
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

static struct diff_view *diff_view_of(struct view *view) { return (struct diff_view *)view; }

static const struct table *all_rows(const struct diff_view *v) { return v->options.events[v->event].table; }

/* Chooses rows anew. What is selected and open stays so. */
static void set_table(struct diff_view *v)
{
	struct table table;
	table_init(&table);
	v->shape.filter = strbuf_text(&v->filter);
	diff_view_table(all_rows(v), &v->shape, &table);
	v->nr_rows = diff_view_count(&table);
	table_browser_set(&v->table, &table);
}

/* Rows of another event are other rows: nothing stays selected, everything is folded as it is at first. */
static void set_event(struct diff_view *v, size_t event)
{
	if (event == v->event) {
		ui_say(v->view.ui, "There is only one event");
		return;
	}
	v->event = event;
	table_browser_fold_all(&v->table, v->table.all_open);
	browser_select(&v->table.browser, 0);
	set_table(v);
}

/* ---- order and columns */

static const char *title_of(const struct diff_view *v, size_t column)
{
	const char *title = all_rows(v)->columns.items[column].title;
	return title + strspn(title, " ");
}

static void order_menu(struct diff_view *v)
{
	size_t count = all_rows(v)->columns.count;
	_free_ const char **titles = xcalloc(count + 1, sizeof(*titles));
	titles[0] = v->options.is_judged ? "As judged" : "As compared";
	if (v->options.plain_name) titles[0] = "As at first";
	for (size_t i = 0; i < count; i++) titles[i + 1] = title_of(v, i);
	int chosen = popup_menu(v->view.ui, "Order by", titles, count + 1);
	if (chosen < 0) return;
	v->shape.reversed = false;
	v->shape.order_1 = (size_t)chosen;
	set_table(v);
}

/* A click on the title that rows are ordered by already turns the order round. */
static void order_by_shown(struct diff_view *v, size_t shown)
{
	size_t column = 0;
	for (;; column++)
		if (!v->shape.hidden[column] && !shown--) break;
	v->shape.reversed = v->shape.order_1 == column + 1 && !v->shape.reversed;
	v->shape.order_1 = column + 1;
	set_table(v);
}

static size_t nr_visible(const struct diff_view *v)
{
	size_t count = 0;
	for (size_t i = 0; i < all_rows(v)->columns.count; i++) count += !v->shape.hidden[i];
	return count;
}

/* The one that is left stays. */
static void columns_menu(struct diff_view *v)
{
	size_t count = all_rows(v)->columns.count;
	_free_ char **titles = xcalloc(count, sizeof(*titles));
	for (size_t i = 0; i < count; i++)
		titles[i] = xasprintf("[%c] %s", v->shape.hidden[i] ? ' ' : 'x', title_of(v, i));
	int chosen = popup_menu(v->view.ui, "Columns", (const char *const *)titles, count);
	for (size_t i = 0; i < count; i++) free(titles[i]);
	if (chosen < 0) return;
	bool hides = !v->shape.hidden[chosen];
	if (hides && nr_visible(v) == 1) {
		ui_complain(v->view.ui, "This is the last column");
		return;
	}
	v->shape.hidden[chosen] = hides;
	set_table(v);
}

/* ---- filter and search */

/* popup_line: the text so far is the filter. */
static void diff_view_filter_changed(void *ctx, const char *text)
{
	struct diff_view *v = ctx;
	_free_ char *copy = xstrdup(text);
	strbuf_clear(&v->filter);
	strbuf_str(&v->filter, copy);
	set_table(v);
}

static void ask_filter(struct diff_view *v)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_str(&text, strbuf_text(&v->filter));
	(void)popup_line(v->view.ui, "Rows to show: ", &text, diff_view_filter_changed, v);
}

static void find_next(struct diff_view *v, bool backwards)
{
	if (!v->sought.size) ui_complain(v->view.ui, "Nothing to search for yet: press f");
	else if (!table_browser_search(&v->table, strbuf_text(&v->sought), backwards))
		ui_complain(v->view.ui, "\"%s\" is nowhere here", strbuf_text(&v->sought));
}

static void find(struct diff_view *v)
{
	v->table.browser.match = NULL; /* the text moves while it is typed */
	bool found = popup_line(v->view.ui, "Search: ", &v->sought, NULL, NULL) && v->sought.size;
	if (v->sought.size) v->table.browser.match = strbuf_text(&v->sought);
	if (found) find_next(v, false);
}

/* ---- the view */

static void open_row(struct diff_view *v)
{
	const struct table_line *line = table_browser_selected(&v->table);
	if (line && line->can_open) table_browser_act(&v->table, TABLE_BROWSER_TOGGLE);
	else if (v->options.plain_name) ui_say(v->view.ui, "Nothing is below this row");
	else ui_say(v->view.ui, "Nothing is below this row; perf diff -g compares paths of calls");
}

static void copy_line(struct diff_view *v)
{
	const struct table_line *line = table_browser_selected(&v->table);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (!line) return;
	table_browser_text(&v->table, line, &text);
	screen_copy(ui_screen(v->view.ui), strbuf_text(&text));
	ui_say(v->view.ui, "Copied: %s", strbuf_text(&text));
}

static enum view_answer diff_view_act(struct view *view, int action)
{
	struct diff_view *v = diff_view_of(view);
	size_t nr_events = v->options.nr_events;
	switch (action) {
	case DIFF_VIEW_NEXT_EVENT: set_event(v, (v->event + 1) % nr_events); break;
	case DIFF_VIEW_PREVIOUS_EVENT: set_event(v, (v->event + nr_events - 1) % nr_events); break;
	case DIFF_VIEW_OPEN: open_row(v); break;
	case DIFF_VIEW_ORDER: order_menu(v); break;
	case DIFF_VIEW_REVERSE:
		v->shape.reversed = !v->shape.reversed;
		set_table(v);
		break;
	case DIFF_VIEW_COLUMNS: columns_menu(v); break;
	case DIFF_VIEW_FILTER: ask_filter(v); break;
	case DIFF_VIEW_ALL_ROWS: diff_view_filter_changed(v, ""); break;
	case DIFF_VIEW_FIND: find(v); break;
	case DIFF_VIEW_FIND_NEXT: find_next(v, false); break;
	case DIFF_VIEW_FIND_PREVIOUS: find_next(v, true); break;
	case DIFF_VIEW_ABOUT:
		popup_text(view->ui, v->options.plain_name ? "Header information" : "What is compared",
			   v->options.events[v->event].about);
		break;
	case DIFF_VIEW_PRINT: diff_view_export(v, false); break;
	case DIFF_VIEW_EXPORT: diff_view_export(v, true); break;
	case DIFF_VIEW_COPY: copy_line(v); break;
	default: return table_browser_act(&v->table, action) ? VIEW_STAYS : VIEW_UNKNOWN;
	}
	return VIEW_STAYS;
}

static enum view_answer diff_view_event(struct view *view, const struct screen_event *event)
{
	struct diff_view *v = diff_view_of(view);
	enum browser_click click;
	const struct table_column *title = table_browser_clicked_title(&v->table, event);
	if (title) {
		order_by_shown(v, (size_t)(title - v->table.table.columns.items));
		return VIEW_STAYS;
	}
	if (!table_browser_mouse(&v->table, event, &click)) return VIEW_UNKNOWN;
	if (click == BROWSER_CLICKED_AGAIN) open_row(v);
	return VIEW_STAYS;
}

static void diff_view_title(struct view *view, struct strbuf *ret)
{
	const struct diff_view *v = diff_view_of(view);
	size_t all = diff_view_count(all_rows(v));
	strbuf_printf(ret, "Event '%s'", v->options.events[v->event].name);
	if (v->options.nr_events > 1) strbuf_printf(ret, " (%zu of %zu)", v->event + 1, v->options.nr_events);
	if (v->nr_rows == all) strbuf_printf(ret, ", %zu row%s", all, all == 1 ? "" : "s");
	else strbuf_printf(ret, ", %zu of %zu rows", v->nr_rows, all);
	if (v->filter.size) strbuf_printf(ret, " with \"%s\"", strbuf_text(&v->filter));
	if (v->shape.order_1) strbuf_printf(ret, ", by %s", title_of(v, v->shape.order_1 - 1));
	if (v->shape.reversed) strbuf_str(ret, ", reversed");
}

static void diff_view_draw(struct view *view, struct screen *screen, struct area area)
{
	table_browser_draw(&diff_view_of(view)->table, screen, area);
}

static void diff_view_free(struct view *view)
{
	struct diff_view *v = diff_view_of(view);
	table_browser_done(&v->table);
	strbuf_done(&v->filter);
	strbuf_done(&v->sought);
	free(v->shape.hidden);
	free(v);
}

static const struct view_type diff_view_type = { .name = "Differences",
						 .keys = { diff_view_keys, ARRAY_SIZE(diff_view_keys) },
						 .title = diff_view_title,
						 .draw = diff_view_draw,
						 .act = diff_view_act,
						 .event = diff_view_event,
						 .free = diff_view_free };

/* table_browser_options.put_cell */
static void diff_view_put_cell(const struct table_column *column, union table_cell cell, struct strbuf *ret)
{
	struct outbuf out;
	out_init(&out, -1);
	diff_text_cell(column, cell, &out);
	strbuf_add(ret, out.data ? out.data : "", out.size);
	out_done(&out);
}

struct view *diff_view_new(const struct diff_view_options *options)
{
	static const struct table_browser_options compared = { .put_cell = diff_view_put_cell }, plain;
	struct diff_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &diff_view_type;
	v->options = *options;
	v->filter = v->sought = (struct strbuf)STRBUF_INIT;
	v->shape.hidden = xcalloc(all_rows(v)->columns.count + 1, sizeof(*v->shape.hidden));
	table_browser_init(&v->table, options->plain_name ? &plain : &compared);
	set_table(v);
	return &v->view;
}
