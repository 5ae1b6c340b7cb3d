/* The entries of an event's tree, made on all cores.
 *
 *     roots, in order of tuples:   3 3 3 5 5 8 8 8 8
 *     parts, a thread each:       [3 3 3 5|5 8 8 8 8]
 *
 * Entries are of one tuple, so that only those of the tuple where two parts meet are to be joined. A large root is cut
 * between the subtrees below it: totals of disjoint subtrees add up. */
#include <string.h>
#include "analysis/profile/collect/hist_entry_walk.h"
#include "base/sort.h"
#include "base/threads.h"

/* What one thread walks over. */
struct entry_part {
	struct entry_walk walk;
	VEC(struct entry_piece) pieces;
};

/* Roots by tuple, then as they stand. */
struct tuple_root {
	uint64_t tuple, node;
};

/* The event's roots in order. The caller frees them. */
static struct tuple_root *order_roots(const struct cct_index *x, unsigned threads, size_t *ret_count)
{
	VEC(struct tuple_root) roots = VEC_INIT;
	_Static_assert(sizeof(struct tuple_root) == 2 * sizeof(uint64_t), "sorted as words");
	for (uint32_t node = 0; node < x->count; node = x->end[node])
		vec_push(&roots, ((struct tuple_root){ x->frame[node], node }));
	sort_words((uint64_t *)(void *)roots.items, roots.count, 2, 2, threads);
	*ret_count = roots.count;
	return roots.items;
}

/* Gives a root to the part at hand, and what is too much for it to those behind. share: nodes of a part; filled: of the
 * one at hand. */
static void give_root(struct entry_part **part, const struct entry_part *last, const struct cct_index *x,
		      const struct tuple_root *root, uint32_t share, uint32_t *filled)
{
	struct entry_piece piece = { .tuple = { (uint32_t)root->tuple }, .begin = (uint32_t)root->node + 1 };
	uint32_t end = x->end[root->node];
	while (*part < last && end - piece.begin > share - *filled) {
		piece.end = piece.begin;
		while (piece.end < end && piece.end - piece.begin < share - *filled) piece.end = x->end[piece.end];
		vec_push(&(*part)->pieces, piece);
		piece.begin = piece.end;
		(*part)++;
		*filled = 0;
	}
	piece.end = end;
	if (piece.begin == end) return;
	vec_push(&(*part)->pieces, piece);
	*filled += end - piece.begin;
}

static void give_out(struct entry_part *parts, size_t nr_parts, const struct cct_index *x, unsigned threads)
{
	size_t nr_roots;
	_free_ struct tuple_root *roots = order_roots(x, threads, &nr_roots);
	uint32_t share = x->count / (uint32_t)nr_parts + 1, filled = 0;
	struct entry_part *part = parts;
	for (size_t i = 0; i < nr_roots; i++) give_root(&part, &parts[nr_parts - 1], x, &roots[i], share, &filled);
}

/* threads_for. */
static void walk_part(void *ctx, unsigned worker, size_t item)
{
	struct entry_part *part = (struct entry_part *)ctx + item;
	entry_walk_begin(&part->walk);
	for (size_t i = 0; i < part->pieces.count; i++) entry_walk_piece(&part->walk, &part->pieces.items[i]);
}

/* Appends the walk's entries but for the first ones to those of all, and frees them. */
static void move_entries(struct entry_walk *all, struct entry_walk *walk, size_t first)
{
	size_t count = walk->entries.count - first;
	if (count) {
		vec_reserve(&all->entries, all->entries.count + count);
		memcpy(all->entries.items + all->entries.count, walk->entries.items + first,
		       count * sizeof(*all->entries.items));
		all->entries.count += count;
	}
	if (count && walk->sums.count) {
		vec_reserve(&all->sums, all->sums.count + count);
		memcpy(all->sums.items + all->sums.count, walk->sums.items + first, count * sizeof(*all->sums.items));
		all->sums.count += count;
	}
	vec_done(&walk->entries);
	vec_done(&walk->sums);
}

/* Makes one table of what the parts have made. */
static void join_parts(struct hist_event *event, struct entry_part *parts, size_t nr_parts)
{
	struct entry_walk *all = &parts[0].walk, *last = all;
	_free_ size_t *joined = xcalloc(nr_parts, sizeof(*joined));
	/* the entries of one tuple may be in several parts; the first of these gets them */
	for (size_t i = 1; i < nr_parts; i++) {
		struct entry_walk *walk = &parts[i].walk;
		joined[i] = entry_walk_join(last, walk);
		if (joined[i] < walk->entries.count) last = walk;
	}
	for (size_t i = 0; i < nr_parts; i++) {
		entry_walk_end(&parts[i].walk);
		if (i > 0) move_entries(all, &parts[i].walk, joined[i]);
		vec_done(&parts[i].pieces);
	}
	event->entries = all->entries;
	event->sums = all->sums;
}

/* Prefix sums of what totals are of, as cct_index has them of periods. */
static void sum_up(const struct cct_index *x, unsigned nr_totals, uint64_t **ret_before)
{
	for (unsigned i = 0; i < nr_totals; i++) {
		uint64_t *before = ret_before[i] = xmalloc((x->count + (size_t)1) * sizeof(*before));
		before[0] = 0;
		for (uint32_t n = 0; n < x->count; n++)
			before[n + 1] = before[n] + cct_index_extra(x, n)[hist_total_of[i]];
	}
}

/* Without children an entry's total is its own. */
static void set_totals(struct hist_event *event)
{
	for (size_t i = 0; i < event->entries.count; i++) {
		struct hist_entry *entry = &event->entries.items[i];
		entry->total_period = entry->period;
		entry->total_count = entry->count;
		if (!event->sums.count) continue;
		struct hist_sums *sums = &event->sums.items[i];
		for (unsigned n = 0; n < HIST_TOTAL_WAYS; n++) sums->totals[n] = sums->sums[hist_total_of[n]];
	}
}

static void add_sums(struct hist_sums *to, const struct hist_sums *sums)
{
	for (unsigned i = 0; i < HIST_SUMS; i++) to->sums[i] += sums->sums[i];
}

void hist_entries_count_shown(struct hist_event *event)
{
	struct hist_totals *totals = &event->totals;
	totals->shown_period = totals->shown_samples = 0;
	event->all_sums = event->shown_sums = (struct hist_sums){ { 0 } };
	for (size_t i = 0; i < event->entries.count; i++) {
		const struct hist_entry *entry = &event->entries.items[i];
		if (event->sums.count) add_sums(&event->all_sums, &event->sums.items[i]);
		if (entry->filtered) continue;
		if (event->sums.count) add_sums(&event->shown_sums, &event->sums.items[i]);
		totals->shown_period += entry->period;
		totals->shown_samples += entry->count;
	}
}

void hist_entries_make(struct hist *hist, struct hist_event *event)
{
	const struct cct_index *x = &event->tree;
	const struct hist_options *options = &hist->options;
	unsigned threads = hist->in.nr_workers;
	if (event->has_entries) return;
	event->has_entries = true;
	vec_done(&event->entries);
	vec_done(&event->sums);
	size_t nr_parts = MAX(MIN(threads, x->count / MAX(hist->nodes_a_thread, 1)), 1);
	_free_ struct entry_part *parts = xcalloc(nr_parts, sizeof(*parts));
	_free_ uint16_t *deepest = options->children && options->caller_first ? xmalloc(x->count * sizeof(*deepest) + 1)
									      : NULL;
	uint64_t *sum_before[HIST_TOTALS] = { NULL };
	const unsigned nr_totals = hist_nr_totals(options);
	if (options->children && options->sums) sum_up(x, nr_totals, sum_before);
	for (size_t i = 0; i < nr_parts; i++)
		parts[i].walk = (struct entry_walk){ .hist = hist,
						     .event = event,
						     .deepest = deepest,
						     .sum_before = sum_before,
						     .nr_totals = nr_totals };
	for (size_t i = 0; i < nr_parts; i++)
		vec_reserve(&parts[i].walk.entries, event->most_entries / (i ? nr_parts : 1));
	give_out(parts, nr_parts, x, threads);
	threads_for((unsigned)nr_parts, nr_parts, walk_part, parts);
	join_parts(event, parts, nr_parts);
	for (unsigned i = 0; i < HIST_TOTALS; i++) free(sum_before[i]);
	if (!options->children) set_totals(event);
	event->most_entries = MAX(event->most_entries, event->entries.count);
	hist_entries_count_shown(event);
}

struct hist_made_entries hist_entries_take(struct hist_event *event)
{
	struct hist_made_entries made = { event->has_entries, event->entries, event->sums };
	event->has_entries = false;
	event->entries = (hist_entry_vec)VEC_INIT;
	event->sums = (hist_sums_vec)VEC_INIT;
	return made;
}

void hist_entries_put_back(struct hist_event *event, struct hist_made_entries *made)
{
	vec_done(&event->entries);
	vec_done(&event->sums);
	event->has_entries = made->is_made;
	event->entries = made->entries;
	event->sums = made->sums;
	*made = (struct hist_made_entries){ 0 };
}

void hist_made_entries_done(struct hist_made_entries *made)
{
	vec_done(&made->entries);
	vec_done(&made->sums);
	*made = (struct hist_made_entries){ 0 };
}

void hist_entries_by_cell(struct hist *hist, struct hist_event *event, size_t nr_cells, uint32_t *ret_entries,
			  uint64_t *ret_periods)
{
	hist_entries_make(hist, event);
	memset(ret_entries, 0xff, nr_cells * sizeof(*ret_entries));
	memset(ret_periods, 0, nr_cells * sizeof(*ret_periods));
	for (size_t i = 0; i < event->entries.count; i++) {
		const struct hist_entry *entry = &event->entries.items[i];
		const uint64_t cell = hist_cell(hist, entry, 0);
		ret_entries[cell] = (uint32_t)i;
		ret_periods[cell] = entry->period;
	}
}
