#include "analysis/hist_report.h"
#include <math.h>
#include "base/hash.h"
#include "base/u64map.h"

struct reporter {
	struct hist *hist;
	struct hist_event *const *events;
	size_t nr_events;
	const struct hist_layout *layout;
	const struct hist_report_options *options;
	const struct hist_entry **lines; /* nr_events for each line */
	size_t nr_lines;
	uint64_t *totals;                /* what an event's shares are of */
	unsigned first;                  /* the event that decides the order */
};

static const struct hist_entry no_entry;

static const struct hist_entry *any_entry(const struct reporter *r, const struct hist_entry *const *line)
{
	for (size_t i = 0; i < r->nr_events; i++)
		if (line[i]) return line[i];
	return &no_entry;
}

static void make_lines(struct reporter *r)
{
	struct u64map by_cells = U64MAP_INIT;
	size_t most = 0;
	for (size_t i = 0; i < r->nr_events; i++) most += r->events[i]->entries.count;
	r->lines = xcalloc(most * r->nr_events + 1, sizeof(*r->lines));
	for (size_t i = 0; i < r->nr_events; i++)
		for (size_t n = 0; n < r->events[i]->entries.count; n++) {
			const struct hist_entry *entry = &r->events[i]->entries.items[n];
			if (entry->filtered) continue;
			size_t line = r->nr_lines;
			if (r->nr_events > 1) {
				bool is_new;
				uint64_t *at = u64map_put(&by_cells, (uint64_t)entry->tuple << 32 | entry->frame, &is_new);
				if (is_new) *at = line;
				line = *at;
			}
			if (line == r->nr_lines) r->nr_lines++;
			r->lines[line * r->nr_events + i] = entry;
		}
	u64map_done(&by_cells);
}

static uint64_t value_of(const struct reporter *r, const struct hist_field *field, const struct hist_entry *entry, size_t event)
{
	static const struct hist_sums no_sums;
	const struct hist_event *e = r->events[event];
	return field->value(entry, !field->sums || entry == &no_entry ? &no_sums : &e->sums.items[entry - e->entries.items]);
}

static int compare_values(uint64_t a, uint64_t b) { return a == b ? 0 : a > b ? -1 : 1; }

static int compare_cells(const struct reporter *r, const struct hist_column *column, const struct hist_entry *a, const struct hist_entry *b)
{
	uint64_t cell_a = hist_cell(r->hist, a, column->key_index), cell_b = hist_cell(r->hist, b, column->key_index);
	if (cell_a == cell_b) return 0;
	return column->key->order ? column->key->order(r->hist->env, cell_a, cell_b) : cell_a < cell_b ? -1 : 1;
}

static int compare_field(const struct reporter *r, const struct hist_field *field, const struct hist_entry *const *a, const struct hist_entry *const *b)
{
	for (size_t i = 0; i < r->nr_events; i++) {
		size_t event = i == 0 ? r->first : i - 1 < r->first ? i - 1 : i;
		const struct hist_entry *l = a[event] ? a[event] : &no_entry, *g = b[event] ? b[event] : &no_entry;
		int order = compare_values(value_of(r, field, l, event), value_of(r, field, g, event));
		if (order) return order;
	}
	if (field != &hist_field_children || !r->hist->options.use_chains) return 0;
	/* thread by thread, callers above callees */
	const struct hist_entry *l = any_entry(r, a), *g = any_entry(r, b);
	for (size_t i = 0; i < r->layout->order.count; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		if (!column->key || column->key->scope == KEY_FRAME) continue;
		int order = compare_cells(r, column, l, g);
		if (order) return order;
	}
	if (l->depth == g->depth) return 0;
	return (l->depth > g->depth) == r->hist->options.caller_first ? -1 : 1;
}

static int compare_lines(const void *a, const void *b, void *ctx)
{
	const struct reporter *r = ctx;
	const struct hist_entry *l = any_entry(r, a), *g = any_entry(r, b);
	for (size_t i = 0; i < r->layout->order.count; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		int order = column->field ? compare_field(r, column->field, a, b) : compare_cells(r, column, l, g);
		if (order) return order;
	}
	return 0;
}

static double share(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

static union table_cell field_cell(const struct reporter *r, const struct hist_field *field, const struct hist_entry *entry, size_t event)
{
	uint64_t value = entry ? value_of(r, field, entry, event) : 0;
	switch (field->kind) {
	case COLUMN_PERCENT:
		if (field == &hist_field_children && !r->hist->options.children) return (union table_cell){ .value = NAN };
		return (union table_cell){ .value = share(value, r->totals[event]) };
	case COLUMN_DECIMAL:
		return (union table_cell){ .value = entry && entry->count ? (double)value / (double)entry->count : 0 };
	default:
		return (union table_cell){ .number = value };
	}
}

static bool is_shown_for(const struct reporter *r, const struct hist_column *column)
{
	return !column->hidden && !(column->key && column->key->event && column->key->event != r->events[0]->event);
}

static void add_columns(const struct reporter *r, struct table *table)
{
	for (size_t i = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!is_shown_for(r, column)) continue;
		if (column->field) {
			const struct hist_field *f = column->field;
			table_add_column(table, &(struct table_column){ .name = f->name, .kind = f->kind, .align = ALIGN_RIGHT,
				.title = f == &hist_field_overhead && r->layout->self ? "Self" : f->title,
				.width = f->width * (unsigned)r->nr_events, .span = (unsigned)r->nr_events });
		} else {
			static const enum column_align aligns[] = { [KEY_LEFT] = ALIGN_LEFT, [KEY_RIGHT] = ALIGN_RIGHT, [KEY_LEFT_RAGGED] = ALIGN_RAGGED };
			table_add_column(table, &(struct table_column){ .name = column->key->name, .title = column->key->header, .kind = COLUMN_TEXT,
				.align = aligns[column->key->align], .title_right = column->key->flags & KEY_TITLE_RIGHT, .cut = column->key->flags & KEY_CUT,
				 .width = column->key->min_width });
		}
	}
}

/* Texts of key columns for all lines: those too light to be shown are as wide as others. Cells that equal the one before it in
   their column, or were seen lately, share its text. */
struct text_cache { uint64_t cell[64]; const char *text[64]; };

static const char *cell_text(const struct reporter *r, const struct hist_column *column, uint64_t cell, unsigned width, struct outbuf *out,
			     struct text_cache *cache, struct table *table)
{
	unsigned slot = hash_u64(cell) & 63;
	if (cache->text[slot] && cache->cell[slot] == cell) return cache->text[slot];
	out->size = 0;
	column->key->format(r->hist->env, cell, width, out);
	cache->cell[slot] = cell;
	return cache->text[slot] = arena_strndup(&table->arena, out->data ? out->data : "", out->size);
}

static unsigned text_width(const char *text)
{
	unsigned width = 0;
	for (; *text; text++) width += (*text & 0xc0) != 0x80; /* UTF-8: one column a character */
	return width;
}

static unsigned cell_width(const struct reporter *r, const struct hist_column *column, const struct hist_entry *entry, const char *text)
{
	const struct key *key = column->key;
	unsigned width = key->flags & KEY_FIXED ? 0 : text_width(text);
	return key->cell_width ? MAX(width, key->cell_width(r->hist->env, hist_cell(r->hist, entry, column->key_index))) : width;
}

static void add_rows(const struct reporter *r, struct table *table)
{
	struct outbuf out;
	out_init(&out, -1);
	size_t nr_shown = 0;
	for (size_t n = 0; n < r->nr_lines; n++) {
		const struct hist_entry *entry = any_entry(r, &r->lines[n * r->nr_events]), *leader = r->lines[n * r->nr_events];
		double percent = share(leader ? leader->total_period : 0, r->totals[0]);
		if (percent < r->options->percent_limit) continue;
		nr_shown++;
		struct table_row *row = table_add_row(table);
		row->period = entry->total_period;
	}
	size_t cell = 0;
	for (size_t i = 0, shown_column = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!is_shown_for(r, column)) continue;
		struct table_column *shown = &table->columns.items[shown_column++];
		struct text_cache cache = { 0 };
		for (unsigned pass = 0; pass < (column->key && column->key->flags & KEY_WIDTH ? 2 : 1); pass++) {
			struct table_row *row = table->rows.items, *end = row + nr_shown;
			cache = (struct text_cache){ 0 };
			for (size_t n = 0; n < r->nr_lines; n++) {
				const struct hist_entry *const *line = &r->lines[n * r->nr_events];
				bool is_shown = row < end && share(line[0] ? line[0]->total_period : 0, r->totals[0]) >= r->options->percent_limit;
				if (column->field) {
					for (size_t e = 0; is_shown && e < r->nr_events; e++) row->cells[cell + e] = field_cell(r, column->field, line[e], e);
				} else {
					const char *text = cell_text(r, column, hist_cell(r->hist, any_entry(r, line), column->key_index), pass ? shown->width : 0, &out, &cache, table);
					if (line[0]) shown->width = MAX(shown->width, cell_width(r, column, line[0], text)); /* as upstream: the first event's */
					if (is_shown) row->cells[cell].text = text;
				}
				if (is_shown) row++;
			}
		}
		cell += shown->span;
	}
	out_done(&out);
}

static void add_graphs(const struct reporter *r, struct table *table)
{
	struct hist_event *event = r->events[0];
	struct callgraph_options graph = r->options->graph;
	graph.total_period = r->totals[0];
	graph.threads = r->options->threads;
	uint64_t threshold = (uint64_t)((double)graph.total_period * graph.threshold);
	_free_ uint32_t *entries = xmalloc(r->nr_lines * sizeof(*entries) + 1);
	_free_ struct table_row **rows = xmalloc(r->nr_lines * sizeof(*rows) + 1);
	_free_ struct tree **trees = xcalloc(r->nr_lines + 1, sizeof(*trees));
	size_t count = 0;
	struct table_row *row = table->rows.items, *end = row + table->rows.count;
	for (size_t n = 0; n < r->nr_lines && row < end; n++) {
		const struct hist_entry *entry = r->lines[n * r->nr_events];
		if (share(entry ? entry->total_period : 0, r->totals[0]) < r->options->percent_limit) continue;
		row++;
		if (!entry || (!graph.relative && entry->total_period < threshold)) continue;
		entries[count] = (uint32_t)(entry - event->entries.items);
		rows[count++] = row - 1;
	}
	callgraphs_make(r->hist, event, &graph, entries, count, trees);
	for (size_t i = 0; i < count; i++) rows[i]->graph = trees[i];
}

void hist_report(struct hist *hist, struct hist_event *const *events, size_t nr_events, const struct hist_layout *layout,
		 const struct hist_report_options *options, struct table *table)
{
	struct reporter r = { .hist = hist, .events = events, .nr_events = nr_events, .layout = layout, .options = options };
	if (options->sort_event < nr_events) r.first = options->sort_event;
	r.totals = xcalloc(nr_events + 1, sizeof(*r.totals));
	for (size_t i = 0; i < nr_events; i++) {
		hist_entries_make(hist, events[i]);
		r.totals[i] = options->relative ? events[i]->shown_period : events[i]->period;
	}
	make_lines(&r);
	if (r.nr_lines) qsort_r(r.lines, r.nr_lines, nr_events * sizeof(*r.lines), compare_lines, &r);
	add_columns(&r, table);
	add_rows(&r, table);
	if (options->graphs && hist->options.use_chains) add_graphs(&r, table);
	free(r.lines);
	free(r.totals);
}
