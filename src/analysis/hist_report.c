#include "analysis/hist_reporter.h"
#include <math.h>
#include "base/hash.h"
#include "base/u64map.h"

const struct hist_entry no_entry;

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

union table_cell hist_field_cell(const struct reporter *r, const struct hist_field *field, uint64_t value, uint32_t count, size_t event)
{
	switch (field->kind) {
	case COLUMN_PERCENT:
		if (field == &hist_field_children && !r->hist->options.children) return (union table_cell){ .value = NAN };
		return (union table_cell){ .value = share(value, r->totals[event]) };
	case COLUMN_DECIMAL:
		return (union table_cell){ .value = count ? (double)value / (double)count : 0 };
	default:
		return (union table_cell){ .number = value };
	}
}

bool hist_column_shown(const struct reporter *r, const struct hist_column *column)
{
	return !column->hidden && !(column->key && column->key->event && column->key->event != r->events[0]->event);
}

static void add_columns(const struct reporter *r, struct table *table)
{
	for (size_t i = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!hist_column_shown(r, column)) continue;
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

unsigned hist_cell_width(const struct reporter *r, const struct hist_column *column, const struct hist_entry *entry, const char *text)
{
	const struct key *key = column->key;
	bool fixed = key->flags & KEY_FIXED || (key->flags & KEY_LATE && r->events[0]->nr_samples == 1 && !r->hist->options.children);
	unsigned width = fixed ? 0 : text_width(text);
	for (size_t e = 0; key->cell_width && e < r->nr_events; e++)
		width = MAX(width, key->cell_width(r->hist->env, r->events[e]->event->idx, hist_cell(r->hist, entry, column->key_index)));
	return width;
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
		if (!hist_column_shown(r, column)) continue;
		struct table_column *shown = &table->columns.items[shown_column++];
		struct text_cache cache = { 0 };
		for (unsigned pass = 0; pass < (column->key && column->key->flags & KEY_WIDTH ? 2 : 1); pass++) {
			struct table_row *row = table->rows.items, *end = row + nr_shown;
			cache = (struct text_cache){ 0 };
			for (size_t n = 0; n < r->nr_lines; n++) {
				const struct hist_entry *const *line = &r->lines[n * r->nr_events];
				bool is_shown = row < end && share(line[0] ? line[0]->total_period : 0, r->totals[0]) >= r->options->percent_limit;
				if (column->field) {
					for (size_t e = 0; is_shown && e < r->nr_events; e++) row->cells[cell + e] = hist_field_cell(r, column->field, line[e] ? value_of(r, column->field, line[e], e) : 0, line[e] ? line[e]->count : 0, e);
				} else {
					const char *text = cell_text(r, column, hist_cell(r->hist, any_entry(r, line), column->key_index), pass ? shown->width : 0, &out, &cache, table);
					shown->width = MAX(shown->width, hist_cell_width(r, column, any_entry(r, line), text));
					if (is_shown) row->cells[cell].text = text;
				}
				if (is_shown) row++;
			}
		}
		cell += shown->span;
	}
	out_done(&out);
}

int hist_add_graphs(const struct reporter *r, const struct hist_entry *const *wanted, size_t nr_wanted, struct table *table, struct err *err)
{
	struct hist_event *event = r->events[0];
	struct callgraph_options graph = r->options->graph;
	graph.total_period = r->totals[0];
	graph.threads = r->options->threads;
	uint64_t threshold = (uint64_t)((double)graph.total_period * graph.threshold);
	_free_ uint32_t *entries = xmalloc(nr_wanted * sizeof(*entries) + 1);
	_free_ size_t *rows = xmalloc(nr_wanted * sizeof(*rows) + 1);
	_free_ struct tree **trees = xcalloc(nr_wanted + 1, sizeof(*trees));
	size_t count = 0;
	for (size_t n = 0; n < nr_wanted; n++) {
		if (!wanted[n] || (!graph.relative && wanted[n]->total_period < threshold)) continue; /* nothing of it can be heavy enough */
		entries[count] = (uint32_t)(wanted[n] - event->entries.items);
		rows[count++] = n;
	}
	int rc = callgraphs_make(r->hist, event, &graph, entries, count, trees, err);
	for (size_t i = 0; i < count; i++) table->rows.items[rows[i]].graph = trees[i];
	return rc;
}

static int add_graphs(const struct reporter *r, struct table *table, struct err *err)
{
	_free_ const struct hist_entry **wanted = xcalloc(table->rows.count + 1, sizeof(*wanted));
	size_t row = 0;
	for (size_t n = 0; n < r->nr_lines && row < table->rows.count; n++) {
		const struct hist_entry *entry = r->lines[n * r->nr_events];
		if (share(entry ? entry->total_period : 0, r->totals[0]) >= r->options->percent_limit) wanted[row++] = entry;
	}
	return hist_add_graphs(r, wanted, row, table, err);
}

int hist_report(struct hist *hist, struct hist_event *const *events, size_t nr_events, const struct hist_layout *layout,
		const struct hist_report_options *options, struct table *table, struct err *err)
{
	int rc = 0;
	struct reporter r = { .hist = hist, .events = events, .nr_events = nr_events, .layout = layout, .options = options };
	if (options->sort_event < nr_events) r.first = options->sort_event;
	r.totals = xcalloc(nr_events + 1, sizeof(*r.totals));
	for (size_t i = 0; i < nr_events; i++) {
		hist_entries_make(hist, events[i]);
		r.totals[i] = options->relative ? events[i]->shown_period : events[i]->period;
	}
	make_lines(&r);
	add_columns(&r, table);
	if (options->hierarchy) {
		rc = hist_hierarchy(&r, table, err);
	} else {
		hist_order(&r);
		add_rows(&r, table);
		if (options->graphs && hist->options.use_chains) rc = add_graphs(&r, table, err);
	}
	free(r.lines);
	free(r.totals);
	return rc;
}
