/* Blocks by row and recording, matched with those of the baseline, and rows made of the matches. */
#include "analysis/diff/diff_cycles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/outbuf.h"

/* A block that the baseline and another recording have. */
struct match {
	const struct diff_block *base, *new;
	int64_t change; /* of the mean cycles */
};
typedef VEC(struct match) match_vec;

/* What matches for one row. */
struct matched_row {
	const struct diff_row *row;
	match_vec *by_file; /* [nr_files], the first is empty */
	size_t nr_lines;
};

struct cycles {
	const struct diff *diff;
	const struct diff_blocks *blocks;
	const struct diff_table_options *options;
	bool histogram;
	size_t symbol_key, dso_key; /* in diff.keys; as many as there are: none */
	struct outbuf text;
};

static size_t find_key(const struct diff *diff, const char *name)
{
	for (size_t i = 0; i < diff->keys.count; i++)
		if (strcmp(diff->keys.items[i].name, name) == 0) return i;
	return diff->keys.count;
}

/* The name behind "[.] ". */
static const char *symbol_of(const char *text)
{
	const char *mode = strstr(text, "] ");
	return mode ? mode + 2 : text;
}

/* The row's symbol may have an address behind it. */
static bool is_of_row(const struct cycles *c, const struct diff_block *block, const struct diff_row *row)
{
	const char *symbol = symbol_of(row->texts[c->symbol_key]);
	const size_t size = strlen(block->symbol);
	if (block->twin != row->twin || strncmp(block->symbol, symbol, size) != 0) return false;
	if (symbol[size] && strncmp(symbol + size, " (0x", 4) != 0) return false;
	return c->dso_key == c->diff->keys.count || strcmp(block->dso, row->texts[c->dso_key]) == 0;
}

static int64_t mean_of(const struct diff_block *block)
{
	return block->count ? (int64_t)(block->cycles / block->count) : 0;
}

static const struct diff_block *find_block(const struct diff_blocks *blocks, const struct diff_block *wanted)
{
	for (size_t i = 0; i < blocks->blocks.count; i++) {
		const struct diff_block *block = &blocks->blocks.items[i];
		if (block->start == wanted->start && block->end == wanted->end && block->twin == wanted->twin &&
		    strcmp(block->symbol, wanted->symbol) == 0 && strcmp(block->dso, wanted->dso) == 0)
			return block;
	}
	return NULL;
}

/* The greatest change first; of equal ones that which is first in the code. */
static int compare_matches(const void *pa, const void *pb)
{
	const struct match *a = pa, *b = pb;
	int64_t l = llabs(a->change), r = llabs(b->change);
	if (l != r) return l > r ? -1 : 1;
	return (a->base->start > b->base->start) - (a->base->start < b->base->start);
}

static struct matched_row match_row(const struct cycles *c, const struct diff_row *row)
{
	struct matched_row matched = { .row = row, .by_file = xcalloc(c->diff->nr_files, sizeof(*matched.by_file)) };
	for (size_t file = 1; file < c->diff->nr_files; file++) {
		match_vec *matches = &matched.by_file[file];
		for (size_t i = 0; row->values[file].samples && i < c->blocks[0].blocks.count; i++) {
			const struct diff_block *base = &c->blocks[0].blocks.items[i];
			if (!is_of_row(c, base, row)) continue;
			const struct diff_block *new = find_block(&c->blocks[file], base);
			if (new) vec_push(matches, ((struct match){ base, new, mean_of(new) - mean_of(base) }));
		}
		if (matches->count) qsort(matches->items, matches->count, sizeof(*matches->items), compare_matches);
		matched.nr_lines = MAX(matched.nr_lines, matches->count);
	}
	return matched;
}

static int compare_rows(const void *pa, const void *pb)
{
	const struct diff_row *a = ((const struct matched_row *)pa)->row, *b = ((const struct matched_row *)pb)->row;
	if (a->values[0].period != b->values[0].period) return a->values[0].period > b->values[0].period ? -1 : 1;
	return (a->position > b->position) - (a->position < b->position);
}

static const char *take_text(struct cycles *c, struct table *table)
{
	const char *text = arena_strndup(&table->arena, c->text.data, c->text.size);
	c->text.size = 0;
	return text;
}

/* "[main+0 -> main+16]   12" */
static const char *change_text(struct cycles *c, const struct match *match, struct table *table)
{
	out_str(&c->text, match->base->range);
	out_char(&c->text, ' ');
	out_sdec(&c->text, match->change, 4);
	return take_text(c, table);
}

/* A bar for each value, from the lowest to the highest. */
static void put_bars(const int64_t *values, unsigned count, struct outbuf *out)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	int64_t least = INT64_MAX, greatest = INT64_MIN;
	for (unsigned i = 0; i < count; i++) {
		least = MIN(least, values[i]);
		greatest = MAX(greatest, values[i]);
	}
	int64_t step = MAX((greatest - least) * 256 / ((int64_t)ARRAY_SIZE(bars) - 1), (int64_t)1);
	for (unsigned i = 0; i < count; i++) out_str(out, bars[(values[i] - least) * 256 / step]);
}

/* "± 50.2% █▇▁": the standard error of the mean distance between values, and the distances. Nothing where there are
 * not two values, or no distance. */
static const char *histogram_text(struct cycles *c, const struct match *match, struct table *table)
{
	int64_t distances[DIFF_BLOCK_VALUES];
	unsigned count = MIN(match->base->nr_values, match->new->nr_values);
	double sum = 0, squares = 0;
	for (unsigned i = 0; i < count; i++) {
		distances[i] = llabs((int64_t)match->new->values[i] - (int64_t)match->base->values[i]);
		sum += (double)distances[i];
	}
	if (count < 2 || sum <= 0) return NULL;
	double mean = sum / count;
	for (unsigned i = 0; i < count; i++) squares += ((double)distances[i] - mean) * ((double)distances[i] - mean);
	double error = sqrt(squares / (count - 1) / count);
	out_str(&c->text, "±");
	out_float(&c->text, 100 * error / mean, 5, 1);
	out_lit(&c->text, "% ");
	put_bars(distances, count, &c->text);
	return take_text(c, table);
}

static void put_line(struct cycles *c, const struct matched_row *matched, size_t line, double base_total,
		     struct table *table)
{
	const struct diff_row *row = matched->row;
	struct table_row *added = table_add_row(table);
	union table_cell *cell = added->cells;
	added->id = row->id;
	cell++->value = row->values[0].samples ? 100.0 * (double)row->values[0].period / base_total : NAN;
	if (c->options->periods) cell++->number = row->values[0].period;
	for (size_t file = 1; file < c->diff->nr_files; file++) {
		const match_vec *matches = &matched->by_file[file];
		const struct match *match = line < matches->count ? &matches->items[line] : NULL;
		cell++->text = match ? change_text(c, match, table) : NULL;
		if (c->histogram) cell++->text = match ? histogram_text(c, match, table) : NULL;
		if (c->options->formulas) cell++->text = NULL; /* as upstream: there is none */
		if (c->options->periods)
			cell++->number = row->values[file].samples ? row->values[file].period : TABLE_NO_NUMBER;
	}
	diff_table_put_keys(c->diff, row, base_total, cell);
}

void diff_cycles_table(const struct diff *diff, const struct diff_blocks *blocks,
		       const struct diff_table_options *options, bool histogram, struct table *table)
{
	struct cycles c = { .diff = diff, .blocks = blocks, .options = options, .histogram = histogram };
	_free_ struct matched_row *rows = xcalloc(diff->rows.count + 1, sizeof(*rows));
	size_t count = 0;
	uint64_t shown = 0;
	c.symbol_key = find_key(diff, "symbol");
	c.dso_key = find_key(diff, "dso");
	out_init(&c.text, -1);
	for (size_t i = 0; c.symbol_key < diff->keys.count && i < diff->rows.count; i++) {
		const struct diff_row *row = &diff->rows.items[i];
		rows[count] = match_row(&c, row);
		if (!options->baseline_only || diff_row_is_matched(diff, row)) shown += row->values[0].period;
		count++;
	}
	diff_table_columns(diff, options, histogram, table);
	if (count) qsort(rows, count, sizeof(*rows), compare_rows);
	uint64_t total = options->baseline_only ? shown : diff->totals[0].period;
	for (size_t i = 0; i < count; i++) {
		for (size_t line = 0; line < rows[i].nr_lines; line++)
			put_line(&c, &rows[i], line, total ? (double)total : 1, table);
		for (size_t file = 0; file < diff->nr_files; file++) vec_done(&rows[i].by_file[file]);
		free(rows[i].by_file);
	}
	out_done(&c.text);
}
