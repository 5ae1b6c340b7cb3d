/* A profile key by key (report --hierarchy): entries added up by their first key, below each the same by the second
 * key, and so on.
 *
 *     -s dso,sym      45.0%  libc            level 0: all lines of libc
 *                     30.0%    malloc        level 1: its lines with this symbol; the last level has the graph
 *                     15.0%    free
 *                     20.0%  cc1
 *
 * Each level sorts the lines of the branch above by its key's cell, cuts them into branches of equal cells, and
 * sorts these by weight; so lines need no order beforehand. */
#include "analysis/profile/rows/hist_reporter.h"
#include <string.h>

/* The lines with one value of a level's key, added up. */
struct branch {
	uint64_t cell;
	/* A part of reporter.lines. */
	const struct hist_entry **lines;
	size_t nr_lines;
	struct hist_entry *entries; /* by event */
	struct hist_sums *sums;
};

/* The hierarchy in the making. cells and columns say where a level's text is: in a row, and among the columns shown. */
struct hierarchy {
	const struct reporter *r;
	struct table *table;
	const struct hist_column *levels[HIST_MAX_KEYS];
	unsigned nr_levels;
	size_t cells[HIST_MAX_KEYS]; /* of a level's column, in a row */
	unsigned columns[HIST_MAX_KEYS];
	VEC(const struct hist_entry *) entries; /* of rows: what their graph is of */
	unsigned sorting;                       /* the level at hand */
};

/* By cell, as numbers: equal cells side by side is all that is wanted. */
static int compare_lines(const void *pa, const void *pb, void *ctx)
{
	const struct hierarchy *h = ctx;
	unsigned key = h->levels[h->sorting]->key_index;
	uint64_t a = hist_cell(h->r->hist, any_entry(h->r, pa), key),
		 b = hist_cell(h->r->hist, any_entry(h->r, pb), key);
	return (a > b) - (a < b);
}

/* The order of siblings: by measured columns, greatest first, then by the key. */
static int compare_branches(const void *pa, const void *pb, void *ctx)
{
	const struct hierarchy *h = ctx;
	const struct branch *a = pa, *b = pb;
	for (size_t i = 0; i < h->r->layout->order.count; i++) {
		const struct hist_column *column = &h->r->layout->order.items[i];
		for (size_t e = 0; column->field && e < h->r->nr_events; e++) {
			size_t at = event_at(h->r, e);
			uint64_t value_a = column->field->value(&a->entries[at], &a->sums[at]),
				 value_b = column->field->value(&b->entries[at], &b->sums[at]);
			if (value_a != value_b) return value_a > value_b ? -1 : 1;
		}
	}
	const struct key *key = h->levels[h->sorting]->key;
	if (key->order) return key->order(h->r->hist->env, a->cell, b->cell);
	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* Adds the lines of a branch up, event by event. */
static void add_up(const struct reporter *r, struct branch *branch)
{
	for (size_t n = 0; n < branch->nr_lines; n++)
		for (size_t e = 0; e < r->nr_events; e++) {
			const struct hist_entry *entry = branch->lines[n * r->nr_events + e];
			if (!entry) continue;
			branch->entries[e].period += entry->period;
			branch->entries[e].total_period += entry->total_period;
			branch->entries[e].count += entry->count;
			branch->entries[e].total_count += entry->total_count;
			if (!r->events[e]->sums.count) continue;
			const struct hist_sums *sums = &r->events[e]->sums.items[entry - r->events[e]->entries.items];
			for (unsigned i = 0; i < HIST_SUMS; i++) branch->sums[e].sums[i] += sums->sums[i];
			for (unsigned i = 0; i < HIST_TOTALS; i++) branch->sums[e].totals[i] += sums->totals[i];
		}
}

/* A row for a branch: all measured columns, and the text of the one key of its level. */
static void add_row(struct hierarchy *h, const struct branch *branch, unsigned level)
{
	const struct reporter *r = h->r;
	struct table_row *row = table_add_row(h->table);
	size_t cell = 0, shown = 0;
	row->level = level;
	row->period = branch->entries[0].total_period;
	for (size_t i = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!hist_column_shown(r, column)) continue;
		for (size_t e = 0; column->field && e < r->nr_events; e++)
			row->cells[cell + e] = hist_field_cell(
				r, column->field, column->field->value(&branch->entries[e], &branch->sums[e]),
				branch->entries[e].count, e);
		cell += h->table->columns.items[shown++].span;
	}
	const struct hist_column *column = h->levels[level];
	struct table_column *text_column = &h->table->columns.items[h->columns[level]];
	struct outbuf out;
	out_init(&out, -1);
	uint64_t shown_cell = column->key->flags & KEY_TOTAL ? branch->cell * branch->entries[0].count : branch->cell;
	column->key->format(r->hist->env, shown_cell, text_column->width, &out);
	const char *text = arena_strndup(&h->table->arena, out.data ? out.data : "", out.size);
	out_done(&out);
	row->cells[h->cells[level]].text = text;
	const struct hist_entry *entry = level + 1 == h->nr_levels ? branch->lines[0] : NULL;
	if (entry) row->id = hist_entry_row(entry);
	vec_push(&h->entries, entry);
}

/* Adds the branches of lines by the key of a level, and what is below each of them. Recursion is as deep as there
 * are keys. */
static void add_level(struct hierarchy *h, const struct hist_entry **lines, size_t nr_lines, unsigned level)
{
	const struct reporter *r = h->r;
	VEC(struct branch) branches = VEC_INIT;
	if (!nr_lines) return;
	h->sorting = level;
	qsort_r(lines, nr_lines, r->nr_events * sizeof(*lines), compare_lines, h);
	for (size_t begin = 0, end; begin < nr_lines; begin = end) {
		for (end = begin + 1;
		     end < nr_lines && compare_lines(&lines[begin * r->nr_events], &lines[end * r->nr_events], h) == 0;)
			end++;
		struct branch branch = { .cell = hist_cell(r->hist, any_entry(r, &lines[begin * r->nr_events]),
							   h->levels[level]->key_index),
					 .lines = &lines[begin * r->nr_events],
					 .nr_lines = end - begin };
		branch.entries = xcalloc(r->nr_events, sizeof(*branch.entries));
		branch.sums = xcalloc(r->nr_events, sizeof(*branch.sums));
		add_up(r, &branch);
		vec_push(&branches, branch);
	}
	qsort_r(branches.items, branches.count, sizeof(*branches.items), compare_branches, h);
	size_t rows = h->table->rows.count;
	for (size_t i = 0; i < branches.count; i++) {
		struct branch *branch = &branches.items[i];
		if (!hist_is_light(r->options, &branch->entries[0], r->totals[0])) {
			add_row(h, branch, level);
			if (level + 1 < h->nr_levels) add_level(h, branch->lines, branch->nr_lines, level + 1);
		}
		free(branch->entries);
		free(branch->sums);
	}
	/* A remark instead of rows where all are too light. */
	if (level && rows == h->table->rows.count) {
		struct table_row *row = table_add_row(h->table);
		row->level = level;
		row->remark = arena_printf(&h->table->arena, "no entry >= %.2f%%", r->options->percent_limit);
		vec_push(&h->entries, NULL);
	}
	vec_done(&branches);
}

/* Makes columns as wide as all their texts need, also the texts of what the limit leaves out, as upstream does. */
static void find_widths(struct hierarchy *h)
{
	const struct reporter *r = h->r;
	struct outbuf out;
	out_init(&out, -1);
	for (unsigned level = 0; level < h->nr_levels; level++) {
		const struct hist_column *column = h->levels[level];
		struct table_column *shown = &h->table->columns.items[h->columns[level]];
		for (size_t n = 0; n < r->nr_lines; n++) {
			const struct hist_entry *entry = r->lines[n * r->nr_events];
			if (!entry) continue;
			out.size = 0;
			uint64_t cell = hist_cell(r->hist, entry, column->key_index);
			if (column->key->flags & KEY_TOTAL) cell *= entry->count;
			column->key->format(r->hist->env, cell, 0, &out);
			out_char(&out, '\0');
			shown->width = MAX(shown->width, hist_cell_width(r, column, cell, out.data));
		}
	}
	out_done(&out);
}

void hist_hierarchy(const struct reporter *r, struct table *table)
{
	struct hierarchy h = { .r = r, .table = table };
	size_t cell = 0;
	unsigned shown = 0;
	table->hierarchy = true;
	for (size_t i = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!hist_column_shown(r, column)) continue;
		if (column->key) {
			h.levels[h.nr_levels] = column;
			h.cells[h.nr_levels] = cell;
			h.columns[h.nr_levels++] = shown;
		}
		cell += table->columns.items[shown++].span;
	}
	if (!h.nr_levels) return;
	find_widths(&h);
	add_level(&h, r->lines, r->nr_lines, 0);
	if (r->options->graphs && r->hist->options.use_chains)
		hist_add_graphs(r, h.entries.items, h.entries.count, table);
	vec_done(&h.entries);
}
