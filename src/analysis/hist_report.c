#include "analysis/hist_report.h"
#include <math.h>
#include "base/hash.h"
#include "base/sort.h"
#include "base/threads.h"
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

/* ---- order: every line gets words that order like it, most important first */

struct rank_cell { uint64_t prefix, cell; };

/* Numbers for the cells of a key, in the key's order. */
struct ranks {
	const struct reporter *r;
	const struct key *key;
	VEC(struct rank_cell) cells;
	struct u64map of; /* cell -> rank */
};

static int compare_rank_cells(const void *pa, const void *pb, void *ctx)
{
	const struct rank_cell *a = pa, *b = pb;
	const struct ranks *ranks = ctx;
	if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
	if (ranks->key->order) return ranks->key->order(ranks->r->hist->env, a->cell, b->cell);
	return a->cell == b->cell ? 0 : a->cell < b->cell ? -1 : 1;
}

static void ranks_make(struct ranks *ranks, unsigned key_index)
{
	const struct reporter *r = ranks->r;
	for (size_t i = 0; i < r->nr_lines; i++) {
		uint64_t cell = hist_cell(r->hist, any_entry(r, &r->lines[i * r->nr_events]), key_index);
		bool is_new;
		u64map_put(&ranks->of, cell, &is_new);
		if (is_new) vec_push(&ranks->cells, ((struct rank_cell){ ranks->key->order_prefix ? ranks->key->order_prefix(r->hist->env, cell) : 0, cell }));
	}
	sort_parallel(ranks->cells.items, ranks->cells.count, sizeof(*ranks->cells.items), compare_rank_cells, ranks, r->options->threads);
	uint64_t rank = 0;
	for (size_t i = 0; i < ranks->cells.count; i++) {
		if (i && compare_rank_cells(&ranks->cells.items[i - 1], &ranks->cells.items[i], ranks) != 0) rank++;
		*u64map_find(&ranks->of, ranks->cells.items[i].cell) = rank;
	}
	vec_done(&ranks->cells);
}

static int compare_words(const void *a, const void *b, void *ctx)
{
	const uint64_t *l = a, *g = b;
	for (size_t i = 1; i < *(const size_t *)ctx; i++)
		if (l[i] != g[i]) return l[i] < g[i] ? -1 : 1;
	return 0;
}

/* The order of a group's events: the one that decides, then the others. */
static size_t event_at(const struct reporter *r, size_t i) { return i == 0 ? r->first : i - 1 < r->first ? i - 1 : i; }

/* Callers above callees: in the profile with children, after equal weights, for entries of one task. */
static uint64_t depth_word(const struct reporter *r, const struct hist_entry *entry)
{
	return r->hist->options.caller_first ? UINT32_MAX - entry->depth : entry->depth;
}

static void sort_lines(struct reporter *r)
{
	const struct hist *hist = r->hist;
	size_t nr_columns = r->layout->order.count, width = 2, at = 1; /* words of a line: its number first */
	_free_ struct ranks *ranks = xcalloc(nr_columns + 1, sizeof(*ranks));
	for (size_t i = 0; i < nr_columns; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		width += column->field ? r->nr_events + 1 : 1;
		if (!column->key) continue;
		ranks[i].r = r;
		ranks[i].key = column->key;
		ranks_make(&ranks[i], column->key_index);
	}
	width += nr_columns;
	_free_ uint64_t *words = xcalloc(r->nr_lines * width + 1, sizeof(*words));
	for (size_t n = 0; n < r->nr_lines; n++) words[n * width] = n;
	for (size_t i = 0; i < nr_columns; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		for (size_t e = 0; column->field && e < r->nr_events; e++, at++)
			for (size_t n = 0; n < r->nr_lines; n++) {
				const struct hist_entry *entry = r->lines[n * r->nr_events + event_at(r, e)];
				words[n * width + at] = ~(entry ? value_of(r, column->field, entry, event_at(r, e)) : 0);
			}
		if (column->field == &hist_field_children && hist->options.use_chains) {
			for (size_t k = 0; k < nr_columns; k++) {
				const struct hist_column *task = &r->layout->order.items[k];
				if (!task->key || task->key->scope == KEY_FRAME) continue;
				for (size_t n = 0; n < r->nr_lines; n++)
					words[n * width + at] = *u64map_find(&ranks[k].of, hist_cell(hist, any_entry(r, &r->lines[n * r->nr_events]), task->key_index));
				at++;
			}
			for (size_t n = 0; n < r->nr_lines; n++) words[n * width + at] = depth_word(r, any_entry(r, &r->lines[n * r->nr_events]));
			at++;
		}
		if (column->key) {
			for (size_t n = 0; n < r->nr_lines; n++)
				words[n * width + at] = *u64map_find(&ranks[i].of, hist_cell(hist, any_entry(r, &r->lines[n * r->nr_events]), column->key_index));
			at++;
		}
	}
	sort_parallel(words, r->nr_lines, width * sizeof(*words), compare_words, &at, r->options->threads);
	const struct hist_entry **sorted = xcalloc(r->nr_lines * r->nr_events + 1, sizeof(*sorted));
	for (size_t n = 0; n < r->nr_lines; n++) memcpy(sorted + n * r->nr_events, r->lines + words[n * width] * r->nr_events, r->nr_events * sizeof(*sorted));
	free(r->lines);
	r->lines = sorted;
	for (size_t i = 0; i < nr_columns; i++) u64map_done(&ranks[i].of);
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
	bool fixed = key->flags & KEY_FIXED || (key->flags & KEY_LATE && r->events[0]->nr_samples == 1);
	unsigned width = fixed ? 0 : text_width(text);
	return key->cell_width ? MAX(width, key->cell_width(r->hist->env, r->events[0]->event->idx, hist_cell(r->hist, entry, column->key_index))) : width;
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
	sort_lines(&r);
	add_columns(&r, table);
	add_rows(&r, table);
	if (options->graphs && hist->options.use_chains) add_graphs(&r, table);
	free(r.lines);
	free(r.totals);
}
