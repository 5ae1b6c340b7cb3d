/* The order of a profile's rows. Every line gets words that order like it, most important first; texts and symbols are compared once, to
   number the cells of their key. */
#include "analysis/hist_reporter.h"
#include "base/sort.h"
#include "base/u64map.h"
#include <string.h>

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

/* Callers above callees: in the profile with children, after equal weights, for entries of one task. */
static uint64_t depth_word(const struct reporter *r, const struct hist_entry *entry)
{
	return r->hist->options.caller_first ? UINT32_MAX - entry->depth : entry->depth;
}

void hist_order(struct reporter *r)
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
		if (column->field == &hist_field_children && r->options->by_depth) {
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

