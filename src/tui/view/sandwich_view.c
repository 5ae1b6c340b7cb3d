/* Two views that are a table and nothing else. The sandwich has a row for each side, with its graph below. */
#include "tui/view/sandwich_view.h"
#include "tui/table_browser.h"
#include "tui/ui.h"

struct sandwich_view {
	struct view view;
	struct table_browser table;
	char *title;
};

static const struct binding sandwich_keys[] = {
	{ TABLE_BROWSER_ACTIONS, "LEFT BACKSPACE", "LEFT", "Back" },
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

static struct sandwich_view *sandwich_of(struct view *view) { return (struct sandwich_view *)view; }
static void sandwich_title(struct view *view, struct strbuf *ret) { strbuf_str(ret, sandwich_of(view)->title); }
static void sandwich_draw(struct view *view, struct screen *screen, struct area area)
{
	table_browser_draw(&sandwich_of(view)->table, screen, area);
}
static enum view_answer sandwich_act(struct view *view, int action)
{
	if (action == TABLE_BROWSER_ACTIONS) return VIEW_LEAVES;
	if (action == TABLE_BROWSER_NONE) return VIEW_UNKNOWN;
	return table_browser_act(&sandwich_of(view)->table, action) ? VIEW_STAYS : VIEW_UNKNOWN;
}
static enum view_answer sandwich_event(struct view *view, const struct screen_event *event)
{
	enum browser_click click;
	struct table_browser *table = &sandwich_of(view)->table;
	if (table_browser_order(table, event)) return VIEW_STAYS;
	if (!table_browser_mouse(table, event, &click)) return VIEW_UNKNOWN;
	if (click == BROWSER_CLICKED_AGAIN) table_browser_act(table, TABLE_BROWSER_TOGGLE);
	return VIEW_STAYS;
}
static void sandwich_free(struct view *view)
{
	table_browser_done(&sandwich_of(view)->table);
	free(sandwich_of(view)->title);
	free(view);
}

static const struct view_type sandwich_type = { .name = "Help",
						.keys = { sandwich_keys, ARRAY_SIZE(sandwich_keys) },
						.title = sandwich_title,
						.draw = sandwich_draw,
						.act = sandwich_act,
						.event = sandwich_event,
						.free = sandwich_free };

/* The title is taken over. */
static struct sandwich_view *view_new(char *title, const struct table_browser_options *options)
{
	struct sandwich_view *v = xcalloc(1, sizeof(*v));
	v->view.type = &sandwich_type;
	v->title = title;
	table_browser_init(&v->table, options);
	return v;
}

static void add_side(struct table *table, const char *title, struct tree *tree, uint64_t period)
{
	struct table_row *row = table_add_row(table);
	row->id = table->rows.count;
	row->cells[0].text = title;
	row->graph = tree;
	row->period = period;
}

struct view *sandwich_view_new(const struct result_source *source, uint64_t row, const char *name, uint64_t period)
{
	static const struct table_browser_options options = { .has_no_titles = true };
	struct sandwich_view *v = view_new(xasprintf("Callers and callees of %s", name), &options);
	struct table table;
	table_init(&table);
	table_add_column(&table, &(struct table_column){ .name = "side", .title = "Side", .align = ALIGN_RAGGED });
	add_side(&table, "Callers", source->callers(source->ctx, row), period);
	if (source->callees) add_side(&table, "Callees", source->callees(source->ctx, row), period);
	table_browser_set(&v->table, &table);
	table_browser_fold_all(&v->table, true);
	return &v->view;
}

struct view *samples_view_new(struct table *table, uint64_t first_ns)
{
	static const struct table_browser_options options = { 0 };
	struct sandwich_view *v = view_new(xasprintf("Samples: %zu, times since the first of all", table->rows.count),
					   &options);
	for (size_t i = 0; i < table->rows.count; i++)
		for (size_t n = 0; n < table->columns.count; n++)
			if (table->columns.items[n].kind == COLUMN_TIME)
				table->rows.items[i].cells[n].number -= first_ns;
	table_browser_set(&v->table, table);
	return &v->view;
}
