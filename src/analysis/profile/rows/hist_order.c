/* The order of a profile's rows. What lines are compared by becomes numbers of as few bits as they need, most
 * important first, packed into words; then lines are sorted by these words, most often one or two a line:
 *
 *     overhead (greatest - value)   rank of dso   rank of symbol   |   number of the line
 *     22 bits                       5 bits        14 bits          |   a word of its own
 *
 * Texts and symbols are compared only once, to number the distinct cells of their key (struct ranks): a profile has
 * many more lines than cells of a key. */
#include "analysis/profile/rows/hist_reporter.h"
#include <string.h>
#include "base/sort.h"
#include "base/threads.h"
#include "base/u64map.h"

/* CHUNK_LINES: lines that a thread takes at a time. CHUNK_NUMBERED: whose cells fit a core's own caches together. */
enum { CHUNK_LINES = 2048, CHUNK_NUMBERED = 512 };

/* How many bits numbers from 0 to greatest need. */
static unsigned bits_for(uint64_t greatest) { return greatest ? 64 - (unsigned)__builtin_clzll(greatest) : 0; }

/* ---- numbers for the cells of a key, in the key's order */

/* A distinct cell on its way to its rank. number: in order of first sight. */
struct rank_cell {
	uint64_t prefix, cell, number;
};
enum { RANK_CELL_WORDS = sizeof(struct rank_cell) / sizeof(uint64_t) };

/* The numbers that stand for the cells of one key column. of_line: by line; at first the cell's number of first
 * sight, in the end its rank, 0 .. greatest, in the key's order. */
struct ranks {
	const struct reporter *r;
	const struct key *key; /* NULL: the column is not one of a key */
	size_t key_index;
	bool rough;            /* key->alike counts, so that rough_of_line is made too */
	struct u64map numbers; /* cell -> its number in cells before they are sorted */
	VEC(struct rank_cell) cells;
	uint32_t *of_line;
	uint32_t greatest;
	/* Ranks that are the same for cells which key->alike says are alike; NULL where they are not asked for. */
	uint32_t *rough_of_line;
	uint32_t rough_greatest;
};

/* Cells that the key's order says are equal get the same rank. */
static int compare_rank_cells(const void *pa, const void *pb, void *ctx)
{
	const struct rank_cell *a = pa, *b = pb;
	const struct ranks *ranks = ctx;
	if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
	if (ranks->key->order) return ranks->key->order(ranks->r->hist->env, a->cell, b->cell);
	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* Prefixes are numbers, so that they are sorted as such; the few cells that share one are compared. */
static void sort_cells(struct ranks *ranks)
{
	struct rank_cell *cells = ranks->cells.items;
	size_t count = ranks->cells.count;
	sort_words((uint64_t *)cells, count, RANK_CELL_WORDS, 1, ranks->r->options->threads);
	for (size_t begin = 0, end; begin < count; begin = end) {
		for (end = begin + 1; end < count && cells[end].prefix == cells[begin].prefix;) end++;
		sort_parallel(cells + begin, end - begin, sizeof(*cells), compare_rank_cells, ranks,
			      ranks->r->options->threads);
	}
}

/* A number that orders most cells without asking key->order; 0 for keys that have an order but no prefix. */
static uint64_t prefix_of(const struct ranks *ranks, uint64_t cell)
{
	if (ranks->key->order_prefix) return ranks->key->order_prefix(ranks->r->hist->env, cell);
	return ranks->key->order ? 0 : cell;
}

static void fill_prefixes(void *ctx, unsigned worker, size_t item)
{
	struct ranks *ranks = ctx;
	for (size_t i = item * CHUNK_LINES; i < MIN((item + 1) * CHUNK_LINES, ranks->cells.count); i++)
		ranks->cells.items[i].prefix = prefix_of(ranks, ranks->cells.items[i].cell);
}

static void ranks_init(struct ranks *ranks, const struct reporter *r, const struct hist_column *column, bool rough)
{
	*ranks = (struct ranks){ .r = r, .key = column->key, .key_index = column->key_index, .rough = rough };
	ranks->of_line = xmalloc_huge(r->nr_lines * sizeof(*ranks->of_line) + 1);
}

/* Numbers the cells of lines begin .. end in order of first sight. Neighbours often have the same. */
static void number_cells(struct ranks *ranks, size_t begin, size_t end)
{
	const struct reporter *r = ranks->r;
	uint64_t last_cell = 0, last_number = 0;
	for (size_t n = begin; n < end; n++) {
		bool is_new;
		const uint64_t cell = hist_cell(r->hist, any_entry(r, &r->lines[n * r->nr_events]), ranks->key_index);
		if (n == begin || cell != last_cell) {
			uint64_t *number = u64map_put(&ranks->numbers, cell, &is_new);
			if (is_new) {
				*number = ranks->cells.count;
				vec_push(&ranks->cells, ((struct rank_cell){ .cell = cell, .number = *number }));
			}
			last_cell = cell;
			last_number = *number;
		}
		ranks->of_line[n] = (uint32_t)last_number;
	}
}

/* Numbers of the cells of all columns in the making. */
struct numbering {
	const struct reporter *r;
	struct ranks *ranks; /* [nr_columns] */
	size_t nr_columns, nr_groups;
};

/* Starts fetching the cells of lines begin .. end. */
static void fetch_lines(const struct reporter *r, size_t begin, size_t end)
{
	for (size_t n = begin; n < end; n++) hist_prefetch_cells(r->hist, any_entry(r, &r->lines[n * r->nr_events]));
}

/* threads_for: every nr_groups-th column, a few lines at a time, whose cells are then read once from memory. */
static void number_group(void *ctx, unsigned worker, size_t group)
{
	const struct numbering *numbering = ctx;
	const struct reporter *r = numbering->r;
	for (size_t begin = 0, end; begin < r->nr_lines; begin = end) {
		end = MIN(begin + CHUNK_NUMBERED, r->nr_lines);
		fetch_lines(r, begin, end);
		for (size_t i = group; i < numbering->nr_columns; i += numbering->nr_groups)
			if (numbering->ranks[i].key) number_cells(&numbering->ranks[i], begin, end);
	}
	for (size_t i = group; i < numbering->nr_columns; i += numbering->nr_groups)
		u64map_done(&numbering->ranks[i].numbers);
}

/* Numbers the cells of the keys of all columns. A column is one thread's: numbers do not depend on their count. */
static void number_lines(const struct reporter *r, struct ranks *ranks, size_t nr_columns)
{
	const unsigned threads = r->nr_lines > CHUNK_LINES ? r->options->threads : 1;
	struct numbering numbering = { r, ranks, nr_columns,
				       MIN((size_t)MAX(threads, 1u), MAX(nr_columns, (size_t)1)) };
	threads_for(threads, numbering.nr_groups, number_group, &numbering);
}

/* From numbers of first sight to what stands for them. */
struct renumbering {
	struct ranks *ranks;
	const uint32_t *rank_of, *rough_of; /* by number; rough_of may be NULL */
	bool is_reversed;
};

/* threads_for: the lines of one chunk. */
static void renumber_chunk(void *ctx, unsigned worker, size_t item)
{
	const struct renumbering *renumbering = ctx;
	struct ranks *ranks = renumbering->ranks;
	for (size_t n = item * CHUNK_LINES; n < MIN((item + 1) * CHUNK_LINES, ranks->r->nr_lines); n++) {
		const uint32_t number = ranks->of_line[n], rank = renumbering->rank_of[number];
		if (ranks->rough_of_line) ranks->rough_of_line[n] = renumbering->rough_of[number];
		ranks->of_line[n] = renumbering->is_reversed ? ranks->greatest - rank : rank;
	}
}

/* From numbers of first sight to ranks in the key's order. */
static void ranks_make(struct ranks *ranks)
{
	const struct reporter *r = ranks->r;
	const bool rough = ranks->rough;
	const unsigned threads = r->options->threads;
	size_t count = ranks->cells.count;
	threads_for(threads, (count + CHUNK_LINES - 1) / CHUNK_LINES, fill_prefixes, ranks);
	sort_cells(ranks);
	_free_ uint32_t *rank_of = xmalloc(count * sizeof(*rank_of) + 1),
			*rough_of = rough ? xmalloc(count * sizeof(*rough_of) + 1) : NULL;
	for (size_t i = 0; i < count; i++) {
		if (i && compare_rank_cells(&ranks->cells.items[i - 1], &ranks->cells.items[i], ranks) != 0)
			ranks->greatest++;
		rank_of[ranks->cells.items[i].number] = ranks->greatest;
		if (!rough) continue;
		if (i && !ranks->key->alike(r->hist->env, ranks->cells.items[i - 1].cell, ranks->cells.items[i].cell))
			ranks->rough_greatest++;
		rough_of[ranks->cells.items[i].number] = ranks->rough_greatest;
	}
	if (rough) ranks->rough_of_line = xmalloc(r->nr_lines * sizeof(*ranks->rough_of_line) + 1);
	struct renumbering renumbering = { ranks, rank_of, rough_of,
					   r->options->joiner && ranks->key->flags & KEY_FALLING };
	threads_for(threads, (r->nr_lines + CHUNK_LINES - 1) / CHUNK_LINES, renumber_chunk, &renumbering);
	vec_done(&ranks->cells);
}

/* ---- what lines are compared by */

enum part_kind { PART_VALUE /* the greatest first */, PART_RANK, PART_DEPTH };
/* One thing that lines are compared by, and where it is in their words. */
struct part {
	enum part_kind kind;
	const struct hist_field *field;
	size_t event;
	uint64_t greatest;     /* PART_VALUE */
	const uint32_t *ranks; /* PART_RANK */
	unsigned word, shift;
};

/* The words of all lines, as they are built up: parts are appended from the highest bit of the first word on. */
struct ordering {
	const struct reporter *r;
	VEC(struct part) parts;
	unsigned nr_words, free_bits; /* of the last word */
	uint64_t *items;
	size_t item_words; /* of each line its words, then its number */
};

/* Gives a part its place: behind the one before, in a new word when it does not fit there. */
static void add_part(struct ordering *o, struct part part, unsigned bits)
{
	if (!bits) return; /* all lines have the same */
	if (bits > o->free_bits) {
		o->nr_words++;
		o->free_bits = 64;
	}
	o->free_bits -= bits;
	part.word = o->nr_words - 1;
	part.shift = o->free_bits;
	vec_push(&o->parts, part);
}

static uint64_t line_value(const struct reporter *r, size_t line, const struct hist_field *field, size_t event)
{
	const struct hist_entry *entry = r->lines[line * r->nr_events + event];
	return entry ? value_of(r, field, entry, event) : 0;
}

/* A measured value, the greatest first: the distance from the greatest is what is sorted. */
static void add_value(struct ordering *o, const struct hist_field *field, size_t event)
{
	uint64_t least = UINT64_MAX, greatest = 0;
	for (size_t n = 0; n < o->r->nr_lines; n++) {
		uint64_t value = line_value(o->r, n, field, event);
		least = MIN(least, value);
		greatest = MAX(greatest, value);
	}
	add_part(o, (struct part){ .kind = PART_VALUE, .field = field, .event = event, .greatest = greatest },
		 greatest > least ? bits_for(greatest - least) : 0);
}

static void add_ranks(struct ordering *o, const struct ranks *ranks)
{
	add_part(o, (struct part){ .kind = PART_RANK, .ranks = ranks->of_line }, bits_for(ranks->greatest));
}

/* Callers above callees: what rows of one task that weigh the same are ordered by in a profile with children. */
static uint64_t depth_of(const struct reporter *r, const struct hist_entry *entry)
{
	return r->hist->options.caller_first ? UINT32_MAX - entry->depth : entry->depth;
}

static inline uint64_t part_value(const struct reporter *r, const struct part *part, size_t line)
{
	switch (part->kind) {
	case PART_VALUE: return part->greatest - line_value(r, line, part->field, part->event);
	case PART_RANK: return part->ranks[line];
	default: return depth_of(r, any_entry(r, &r->lines[line * r->nr_events]));
	}
}

static void fill_items(void *ctx, unsigned worker, size_t item)
{
	const struct ordering *o = ctx;
	const struct reporter *r = o->r;
	for (size_t n = item * CHUNK_LINES; n < MIN((item + 1) * CHUNK_LINES, r->nr_lines); n++) {
		uint64_t *words = o->items + n * o->item_words;
		memset(words, 0, o->nr_words * sizeof(*words));
		words[o->nr_words] = n;
		for (size_t i = 0; i < o->parts.count; i++) {
			const struct part *part = &o->parts.items[i];
			uint64_t value = part_value(r, part, n);
			words[part->word] |= value << part->shift;
		}
	}
}

/* Lines on their way into their order. */
struct sorting {
	const struct ordering *o;
	const struct hist_entry **sorted;
};

/* threads_for: the lines of one chunk, to where their numbers now say. */
static void sort_chunk(void *ctx, unsigned worker, size_t item)
{
	const struct sorting *sorting = ctx;
	const struct ordering *o = sorting->o;
	const struct reporter *r = o->r;
	for (size_t n = item * CHUNK_LINES; n < MIN((item + 1) * CHUNK_LINES, r->nr_lines); n++)
		memcpy(sorting->sorted + n * r->nr_events,
		       r->lines + o->items[n * o->item_words + o->nr_words] * r->nr_events,
		       r->nr_events * sizeof(*sorting->sorted));
}

/* Orders all lines. */
static void order_lines(struct reporter *r)
{
	struct ordering o = { .r = r };
	size_t nr_columns = r->layout->order.count;
	unsigned threads = r->options->threads;
	_free_ struct ranks *ranks = xcalloc(nr_columns + 1, sizeof(*ranks));
	for (size_t i = 0; i < nr_columns; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		if (column->key) ranks_init(&ranks[i], r, column, column->key->alike && i + 1 < nr_columns);
	}
	number_lines(r, ranks, nr_columns);
	for (size_t i = 0; i < nr_columns; i++)
		if (ranks[i].key) ranks_make(&ranks[i]);
	/* The columns in order of importance. Behind the weight with children come the cells that are not of frames,
	 * so that depth only decides between entries of the same task. A key with `alike` takes part twice: roughly
	 * in its place, exactly behind all others. */
	for (size_t i = 0; i < nr_columns; i++) {
		const struct hist_column *column = &r->layout->order.items[i];
		for (size_t e = 0; column->field && e < r->nr_events; e++) add_value(&o, column->field, event_at(r, e));
		if (column->field && hist_field_of_children(column->field) && r->options->by_depth) {
			for (size_t k = 0; k < nr_columns; k++) {
				const struct key *key = r->layout->order.items[k].key;
				if (key && key->scope != KEY_FRAME) add_ranks(&o, &ranks[k]);
			}
			add_part(&o, (struct part){ .kind = PART_DEPTH }, 32);
		}
		if (column->key && ranks[i].rough_of_line)
			add_part(&o, (struct part){ .kind = PART_RANK, .ranks = ranks[i].rough_of_line },
				 bits_for(ranks[i].rough_greatest));
		else if (column->key) add_ranks(&o, &ranks[i]);
	}
	for (size_t i = 0; i < nr_columns; i++)
		if (ranks[i].rough_of_line) add_ranks(&o, &ranks[i]);
	o.item_words = o.nr_words + 1;
	o.items = xmalloc_huge(r->nr_lines * o.item_words * sizeof(*o.items) + 1);
	threads_for(threads, (r->nr_lines + CHUNK_LINES - 1) / CHUNK_LINES, fill_items, &o);
	if (o.nr_words) sort_words(o.items, r->nr_lines, (unsigned)o.item_words, o.nr_words, threads);
	struct sorting sorting = { &o, xmalloc_huge(r->nr_lines * r->nr_events * sizeof(*sorting.sorted) + 1) };
	threads_for(threads, (r->nr_lines + CHUNK_LINES - 1) / CHUNK_LINES, sort_chunk, &sorting);
	memcpy(r->lines, sorting.sorted, r->nr_lines * r->nr_events * sizeof(*sorting.sorted));
	free(sorting.sorted);
	free(o.items);
	vec_done(&o.parts);
	for (size_t i = 0; i < nr_columns; i++) {
		free(ranks[i].of_line);
		free(ranks[i].rough_of_line);
	}
}

void hist_order(struct reporter *r)
{
	size_t nr_lines = r->nr_lines;
	r->nr_lines = hist_front(r);
	order_lines(r);
	r->nr_lines = nr_lines;
}
