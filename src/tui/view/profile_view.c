/* The profile browser: its descriptor, title, rows and nodes. What keys do is in profile_act.c, filters in
 * profile_zoom.c, requests in profile_ask.c. */
#include <stdio.h>
#include <string.h>
#include "tui/view/profile_private.h"

static const struct binding profile_keys[] = {
#define ROW(action, keys, shown, help) { PROFILE_##action, keys, shown, help },
#define HEADING(text) { 0, NULL, NULL, text },
#include "tui/view/profile_key.def"
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

static struct profile_view *profile_of(struct view *view) { return (struct profile_view *)view; }

static bool is_relative(const struct profile_view *v)
{
	return v->shares == RESULT_SHARES_OWN ? v->options.relative : v->shares == RESULT_SHARES_RELATIVE;
}

static void profile_view_title(struct view *view, struct strbuf *ret)
{
	const struct profile_view *v = profile_of(view);
	bool relative = is_relative(v);
	const struct profile_view_live *live = v->options.live;
	_strbuf_done_ struct strbuf rate = STRBUF_INIT;
	if (live && live->rate) live->rate(v->options.host.ctx, v->event, &rate);
	profile_title(&v->options.events[v->event], strbuf_text(&rate),
		      relative ? v->totals.shown_samples : v->totals.nr_samples,
		      relative ? v->totals.shown_period : v->totals.period, ret);
	if (live && live->losses) live->losses(v->options.host.ctx, ret);
	for (size_t i = 0; i < v->zooms.count; i++) strbuf_printf(ret, ", %s", v->zooms.items[i].shown);
	if (v->filter.size) strbuf_printf(ret, ", Symbol: %s", strbuf_text(&v->filter));
}

static void profile_view_draw(struct view *view, struct screen *screen, struct area area)
{
	struct profile_view *v = profile_of(view);
	const struct browser *b = &v->table.browser;
	profile_ask_again(v);
	table_browser_draw(&v->table, screen, area);
	/* rows that were left out are asked for before somebody gets there */
	if (v->table.table.nr_left_out && !v->all_rows && b->selected + 3ul * b->page >= b->nr_rows) {
		v->all_rows = true;
		profile_ask(v);
	}
}

static enum view_answer profile_view_idle(struct view *view)
{
	profile_take(profile_of(view));
	profile_find_on(profile_of(view));
	return profile_act_later(profile_of(view));
}

static void profile_view_footer(struct view *view, struct strbuf *ret)
{
	const struct profile_view *v = profile_of(view);
	const struct profile_view_host *host = &v->options.host;
	int percent = profile_is_busy(v) && host->percent ? host->percent(host->ctx) : -1;
	if (v->is_searching) strbuf_str(ret, "Searching... (ESC gives it up)");
	else if (percent >= 0) strbuf_printf(ret, "Reading the recording again: %d%%", percent);
	else if (profile_is_busy(v)) strbuf_str(ret, v->exporting ? "Writing..." : "Working...");
}

static enum view_answer profile_view_event(struct view *view, const struct screen_event *event)
{
	struct profile_view *v = profile_of(view);
	enum browser_click click;
	const struct table_column *title = table_browser_clicked_title(&v->table, event);
	if (title) {
		profile_order_by(v, title);
		return VIEW_STAYS;
	}
	if (!table_browser_mouse(&v->table, event, &click)) return VIEW_UNKNOWN;
	return click == BROWSER_CLICKED_AGAIN ? profile_view_act(view, TABLE_BROWSER_TOGGLE) : VIEW_STAYS;
}

static void profile_view_free(struct view *view)
{
	struct profile_view *v = profile_of(view);
	v->again = false;
	v->is_leaving = true;
	profile_wait(v);
	background_free(v->background);
	table_browser_done(&v->table);
	profile_zooms_done(v);
	for (size_t i = 0; i < v->hidden.count; i++) free(v->hidden.items[i]);
	vec_done(&v->hidden);
	vec_done(&v->later);
	strbuf_done(&v->filter);
	strbuf_done(&v->find);
	free(v->order);
	free(v->sort);
	free(v->sort_shown);
	free(v);
}

static const struct view_type profile_view_type = {
	.name = "Help",
	.keys = { profile_keys, ARRAY_SIZE(profile_keys) },
	.title = profile_view_title,
	.draw = profile_view_draw,
	.act = profile_view_act,
	.event = profile_view_event,
	.idle = profile_view_idle,
	.footer = profile_view_footer,
	.free = profile_view_free,
};

static const struct binding live_keys[] = {
#define ROW(action, keys, shown, help) { PROFILE_LIVE_##action, keys, shown, help },
#include "tui/view/profile_live_key.def"
#define ROW(action, keys, shown, help) { PROFILE_##action, keys, shown, help },
#define HEADING(text) { 0, NULL, NULL, text },
#include "tui/view/profile_key.def"
#define ROW(action, keys, shown, help) { TABLE_BROWSER_##action, keys, shown, help },
#include "tui/table_browser_key.def"
#define ROW(action, keys, shown, help) { BROWSER_##action, keys, shown, help },
#include "tui/browser_key.def"
};

/* Of a profile that grows. */
static const struct view_type live_view_type = {
	.name = "Help",
	.keys = { live_keys, ARRAY_SIZE(live_keys) },
	.title = profile_view_title,
	.draw = profile_view_draw,
	.act = profile_live_act,
	.event = profile_view_event,
	.idle = profile_live_idle,
	.footer = profile_view_footer,
	.free = profile_view_free,
};

/* table_browser_options.below: the profile must not be asked by two at once. */
static struct tree *profile_below(void *ctx, const struct table_row *row)
{
	struct profile_view *v = ctx;
	const struct result_source *source = profile_source(v);
	if (!source->below || v->graphs) return NULL; /* those that rows have come with them */
	background_wait(v->background);
	return source->below(source->ctx, row->id);
}

static bool profile_has_below(void *ctx, const struct table_row *row)
{
	const struct profile_view *v = ctx;
	return profile_source(v)->below && row->id && row->period >= v->totals.graph_period;
}

/* "12.50% name"; only the name where nothing else came from its caller. */
static void profile_draw_node(void *ctx, struct line *line, const struct table_row *row, const struct tree *tree,
			      uint32_t node)
{
	const struct profile_view *v = ctx;
	const struct tree_node *n = &tree->nodes.items[node];
	uint64_t all = is_relative(v) ? v->totals.shown_period : v->totals.period;
	double percent = all ? 100.0 * (double)n->period / (double)all : 0;
	bool is_only = tree->first_root == node && n->next == TREE_NONE && n->period == tree->children_period;
	char share[32];
	if (!n->joined && !is_only) {
		enum screen_style style = STYLE_LIGHT;
		if (percent >= 5) style = STYLE_TOP;
		else if (percent > 0.5) style = STYLE_MEDIUM;
		snprintf(share, sizeof(share), "%.2f%% ", percent);
		line_text(line, style, share);
	}
	line_text(line, STYLE_LIGHT, n->label ? n->label : "");
}

struct view *profile_view_new(struct ui *ui, const struct profile_view_options *options, size_t event)
{
	struct profile_view *v = xcalloc(1, sizeof(*v));
	v->view.type = options->live ? &live_view_type : &profile_view_type;
	v->view.ui = ui;
	v->options = *options;
	v->event = event;
	v->verbosity = MIN(options->verbosity, (unsigned)PROFILE_MOST_VERBOSE);
	v->background = background_new(ui_screen(ui), options->in_place);
	table_browser_init(&v->table, &(struct table_browser_options){ .below = profile_below,
								       .has_below = profile_has_below,
								       .draw_node = profile_draw_node,
								       .ctx = v });
	/* nothing to look at before the first rows are there */
	profile_ask(v);
	profile_wait(v);
	return &v->view;
}
