/* Requests of the profile browser. One runs at a time, on a thread beside the interface; what is wanted when it ends is
 * asked then. At first only the rows are asked for that a screen shows: the others when somebody goes there. */
#include <string.h>
#include "base/clock.h"
#include "tui/view/profile_private.h"

/* FIRST_ROWS: as many as screens have. */
enum { FIRST_ROWS = 400, SEARCH_NS = 8000000 };

static const char *const *hidden_columns(const struct profile_view *v, struct arena *arena, size_t *ret_count)
{
	const char **hidden = arena_alloc(arena, (v->hidden.count + v->zooms.count) * sizeof(*hidden));
	size_t count = 0;
	for (size_t i = 0; i < v->hidden.count; i++) hidden[count++] = arena_strdup(arena, v->hidden.items[i]);
	for (size_t i = 0; i < v->zooms.count; i++)
		if (profile_zoom_hides(v, &v->zooms.items[i]))
			hidden[count++] = arena_strdup(arena, v->zooms.items[i].column);
	*ret_count = count;
	return hidden;
}

struct result_request profile_request(const struct profile_view *v, struct arena *arena)
{
	struct result_request request = { .shares = v->shares, .least_percent = v->least_percent };
	size_t nr_conditions = v->zooms.count + 1;
	struct result_condition *conditions = arena_alloc(arena, nr_conditions * sizeof(*conditions));
	for (size_t i = 0; i < v->zooms.count; i++) {
		const struct zoom *zoom = &v->zooms.items[i];
		if (zoom->column) {
			conditions[request.nr_conditions++] =
				(struct result_condition){ .column = arena_strdup(arena, zoom->column),
							   .text = arena_strdup(arena, zoom->text),
							   .whole = zoom->whole };
			continue;
		}
		struct result_selection *s = &request.selection;
		if (zoom->selection.from_ns > s->from_ns) s->from_ns = zoom->selection.from_ns;
		if (zoom->selection.until_ns && (!s->until_ns || zoom->selection.until_ns < s->until_ns))
			s->until_ns = zoom->selection.until_ns;
		if (zoom->selection.tid_1) s->tid_1 = zoom->selection.tid_1;
		if (zoom->selection.cpu_1) s->cpu_1 = zoom->selection.cpu_1;
		if (zoom->text) s->through = arena_strdup(arena, zoom->text);
	}
	if (v->filter.size)
		conditions[request.nr_conditions++] = (struct result_condition){
			.column = "symbol", .text = arena_strdup(arena, strbuf_text(&v->filter))
		};
	request.conditions = conditions;
	if (v->order) request.order = arena_strdup(arena, v->order);
	if (v->sort) request.sort = arena_strdup(arena, v->sort);
	request.hidden = hidden_columns(v, arena, &request.nr_hidden);
	request.graphs = v->graphs;
	request.verbose = v->verbosity > 0;
	request.sort_event_1 = v->sort_event_1;
	return request;
}

/* What is below rows that are open comes with them: asked one by one it takes too long for the interface. */
static void add_open(struct profile_asked *asked)
{
	const struct result_source *source = asked->source;
	for (size_t i = 0; asked->open.count && i < asked->table.rows.count; i++) {
		struct table_row *row = &asked->table.rows.items[i];
		if (row->graph || !row->id || row->period < asked->totals.graph_period) continue;
		const uint64_t *open = u64map_find(&asked->open, table_browser_row_key(row));
		if (open && *open) row->graph = source->below(source->ctx, row->id);
	}
}

/* On the thread beside the interface. */
static void answer(void *ctx)
{
	struct profile_asked *asked = ctx;
	asked->status = asked->source->rows(asked->source->ctx, &asked->request, &asked->table, &asked->err);
	if (asked->status) return;
	asked->source->totals(asked->source->ctx, &asked->totals);
	if (asked->source->below) add_open(asked);
}

static void asked_free(struct profile_asked *asked)
{
	if (!asked) return;
	table_done(&asked->table);
	u64map_done(&asked->open);
	arena_done(&asked->arena);
	err_done(&asked->err);
	free(asked);
}

/* As many rows as are up to the end of the screen, when those above unfold. */
static size_t rows_seen(const struct profile_view *v)
{
	const struct table_line *selected = table_browser_selected(&v->table);
	return (selected ? selected->row : 0) + v->table.browser.page + 1;
}

static void copy_folds(const struct profile_view *v, struct u64map *ret)
{
	uint64_t key, open;
	for (size_t pos = 0; u64map_next(&v->table.folds, &pos, &key, &open);)
		if (open) *u64map_put(ret, key, NULL) = open;
}

void profile_ask(struct profile_view *v)
{
	v->again = true;
	if (profile_is_busy(v)) {
		profile_take(v);
		return;
	}
	struct profile_asked *asked = v->asked = xcalloc(1, sizeof(*asked));
	v->again = false;
	arena_init(&asked->arena);
	table_init(&asked->table);
	asked->source = profile_source(v);
	asked->request = profile_request(v, &asked->arena);
	if (!v->all_rows) asked->request.max_rows = FIRST_ROWS;
	if (v->graphs && !v->all_graphs) asked->request.max_graphs = rows_seen(v);
	copy_folds(v, &asked->open);
	background_start(v->background, answer, asked);
	profile_take(v);
}

void profile_find_on(struct profile_view *v)
{
	uint64_t until_ns = v->options.in_place ? UINT64_MAX : clock_now_ns() + SEARCH_NS;
	if (!v->is_searching) return;
	switch (table_search_go_on(&v->search, &v->table, strbuf_text(&v->find), until_ns)) {
	case TABLE_SEARCHES_ON: screen_wake(ui_screen(v->view.ui)); return;
	case TABLE_FOUND_NOTHING: ui_complain(v->view.ui, "\"%s\" is nowhere here", strbuf_text(&v->find)); break;
	case TABLE_FOUND: break;
	}
	v->is_searching = false;
}

void profile_find_now(struct profile_view *v)
{
	table_search_begin(&v->search, &v->table, v->finds < 0);
	v->finds = 0;
	v->is_searching = true;
	profile_find_on(v);
}

/* What waited for the rows that are shown now. */
static void do_what_waited(struct profile_view *v, const struct profile_asked *asked)
{
	bool is_whole = !v->table.table.nr_left_out;
	if (v->goes_to_end) browser_act(&v->table.browser, BROWSER_LAST);
	if (is_whole) v->goes_to_end = false;
	if (v->unfolds && asked->request.graphs) {
		v->unfolds = false;
		table_browser_fold_all(&v->table, true);
	}
	if (v->finds && is_whole) profile_find_now(v);
}

/* A view above asks the profile by itself, and one asks at a time: then when it is gone. */
void profile_ask_again(struct profile_view *v)
{
	if (v->again && ui_top(v->view.ui) == &v->view && !profile_is_busy(v)) profile_ask(v);
}

void profile_take(struct profile_view *v)
{
	if (!profile_is_busy(v) || background_is_running(v->background)) return;
	background_wait(v->background);
	if (v->exporting || v->opening) {
		if (v->exporting) v->export_end(v);
		else profile_open_end(v);
		profile_ask_again(v);
		return;
	}
	struct profile_asked *asked = take(v->asked);
	if (asked->status == 0) {
		v->totals = asked->totals;
		free(take(v->sort_shown));
		if (asked->request.sort) v->sort_shown = xstrdup(asked->request.sort);
		table_browser_set(&v->table, &asked->table);
		/* unfolded rows that are seen first, then all */
		v->all_graphs = asked->request.max_graphs && v->graphs;
		if (v->all_graphs) v->again = true;
		if (v->is_searching) table_search_begin(&v->search, &v->table, v->search.backwards);
		do_what_waited(v, asked);
	} else {
		ui_complain(v->view.ui, "%s", asked->err.message ? asked->err.message : "Cannot show this.");
		/* the next request is answered again: by the sort before, where it was not that one */
		const char *failed = asked->request.sort;
		if (failed && v->sort && strcmp(v->sort, failed) == 0) {
			free(take(v->sort));
			if (v->sort_shown && strcmp(v->sort_shown, failed) != 0) v->sort = xstrdup(v->sort_shown);
		}
	}
	asked_free(asked);
	profile_ask_again(v);
}

void profile_wait(struct profile_view *v)
{
	while (profile_is_busy(v)) {
		background_wait(v->background);
		profile_take(v);
	}
}
