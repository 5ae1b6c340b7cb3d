/* One view for both levels: cache lines, and the rows of one of them. */
#include "tui/view/c2c_view.h"
#include "tui/popup.h"
#include "tui/table_browser.h"
#include "tui/view/c2c_view_table.h"

struct c2c_view {
	struct view view; /* first */
	struct table_browser table;
	const struct c2c_result *result;
	const struct c2c_line *line; /* whose rows are shown; NULL: lines are */
	struct c2c_text_style style;
	struct c2c_view_host host;
	struct strbuf sought;
};

enum c2c_view_action {
	C2C_NONE = TABLE_BROWSER_ACTIONS,
#define ROW(action, keys, shown, help) C2C_##action,
#include "tui/view/c2c_key.def"
};
static const struct binding c2c_view_keys[] = {
#define ROW(action, keys, shown, help) { C2C_##action, keys, shown, help },
#include "tui/view/c2c_key.def"
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

static struct view *level_new(const struct c2c_result *result, const struct c2c_line *line,
			      const struct c2c_text_style *style, const struct c2c_view_host *host);

static struct c2c_view *c2c_view_of(struct view *view) { return (struct c2c_view *)view; }

/* Makes the table anew, as style says. What is selected and open stays so. */
static void set_table(struct c2c_view *v)
{
	struct table table;
	table_init(&table);
	if (v->line) c2c_table_rows(v->result, v->line, &v->style, &table);
	else c2c_table_lines(v->result, &table);
	table_browser_set(&v->table, &table);
}

static void c2c_view_title(struct view *view, struct strbuf *ret)
{
	static const char *const orders[] = { "Total HITMs", "Local HITMs", "Remote HITMs", "Peer Snoop" };
	const struct c2c_view *v = c2c_view_of(view);
	if (v->line)
		strbuf_printf(ret, "Cacheline %#llx, %zu rows", (unsigned long long)v->line->address, v->line->nr_rows);
	else
		strbuf_printf(ret, "Shared Data Cache Line Table     (%zu entries, sorted on %s)", v->result->nr_lines,
			      orders[v->result->display]);
}

static void c2c_view_draw(struct view *view, struct screen *screen, struct area area)
{
	table_browser_draw(&c2c_view_of(view)->table, screen, area);
}

/* Of a line its rows; of a row or a link its call graph. */
static void show_details(struct c2c_view *v)
{
	const struct table_row *row = table_browser_row(&v->table);
	if (!row) return;
	if (v->line) {
		if (ui_key(v->view.ui) != 'd') table_browser_act(&v->table, TABLE_BROWSER_TOGGLE);
		return;
	}
	ui_push(v->view.ui, level_new(v->result, &v->result->lines[row->id - 1], &v->style, &v->host));
}

static void show_code(struct c2c_view *v)
{
	_err_done_ struct err err = ERR_INIT;
	const struct table_row *row = table_browser_row(&v->table);
	if (!row) return;
	if (!v->line || !v->host.code) {
		ui_complain(v->view.ui, v->line ? "There is no code to show" : "Code is that of a row: press d first");
		return;
	}
	struct view *view = v->host.code(v->host.ctx, &v->line->rows[row->id - 1], &err);
	if (view) ui_push(v->view.ui, view);
	else ui_complain(v->view.ui, "%s", err.message ? err.message : "There is no code to show");
}

static void find(struct c2c_view *v, bool asks)
{
	if (asks && !popup_line(v->view.ui, "Search: ", &v->sought, NULL, NULL)) return;
	if (*strbuf_text(&v->sought) && !table_browser_search(&v->table, strbuf_text(&v->sought), false))
		ui_complain(v->view.ui, "Not found: %s", strbuf_text(&v->sought));
}

static enum view_answer c2c_view_act(struct view *view, int action)
{
	struct c2c_view *v = c2c_view_of(view);
	switch (action) {
	case C2C_DETAILS: show_details(v); return VIEW_STAYS;
	case C2C_ANNOTATE: show_code(v); return VIEW_STAYS;
	case C2C_SYMBOLS:
		v->style.full_symbols = !v->style.full_symbols;
		set_table(v);
		return VIEW_STAYS;
	case C2C_NODES:
		v->style.node_info = (v->style.node_info + 1) % 3;
		set_table(v);
		return VIEW_STAYS;
	case C2C_FIND:
	case C2C_FIND_NEXT: find(v, action == C2C_FIND); return VIEW_STAYS;
	case C2C_BACK: return v->line ? VIEW_LEAVES : VIEW_STAYS;
	default: return table_browser_act(&v->table, action) ? VIEW_STAYS : VIEW_UNKNOWN;
	}
}

static enum view_answer c2c_view_event(struct view *view, const struct screen_event *event)
{
	struct c2c_view *v = c2c_view_of(view);
	enum browser_click click;
	if (table_browser_order(&v->table, event)) return VIEW_STAYS;
	if (!table_browser_mouse(&v->table, event, &click)) return VIEW_UNKNOWN;
	if (click == BROWSER_CLICKED_AGAIN) show_details(v);
	return VIEW_STAYS;
}

static void c2c_view_free(struct view *view)
{
	struct c2c_view *v = c2c_view_of(view);
	table_browser_done(&v->table);
	strbuf_done(&v->sought);
	free(v);
}

static void c2c_view_footer(struct view *view, struct strbuf *ret)
{
	const struct c2c_view *v = c2c_view_of(view);
	strbuf_str(ret, v->line ? "q: back   a: code   s: whole names   n: nodes   ENTER: callers   ?: all keys"
				: "ENTER or d: who accesses the line   ?: all keys   q: quit");
}

static const struct view_type c2c_view_type = { .name = "Cache lines",
						.keys = { c2c_view_keys, ARRAY_SIZE(c2c_view_keys) },
						.title = c2c_view_title,
						.draw = c2c_view_draw,
						.act = c2c_view_act,
						.event = c2c_view_event,
						.footer = c2c_view_footer,
						.free = c2c_view_free };

static struct view *level_new(const struct c2c_result *result, const struct c2c_line *line,
			      const struct c2c_text_style *style, const struct c2c_view_host *host)
{
	static const struct table_browser_options options = { 0 };
	struct c2c_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &c2c_view_type;
	v->result = result;
	v->line = line;
	v->style = *style;
	v->host = *host;
	v->sought = (struct strbuf)STRBUF_INIT;
	table_browser_init(&v->table, &options);
	set_table(v);
	return &v->view;
}

struct view *c2c_view_new(const struct c2c_result *result, const struct c2c_text_style *style,
			  const struct c2c_view_host *host)
{
	return level_new(result, NULL, style, host);
}
