/* From a profile's tree to its entries: own weights, and with children the weights of everything an entry called,
 * each sample counted once for an entry however often the entry is on the sample's chain.
 *
 * One walk over the nodes in preorder. With children, `path` has the nodes from the root to the one at hand, and
 * on_path counts how many of them are of each entry: the outermost of them alone adds its total weight, so that
 * recursion counts once. */
#include "analysis/profile/hist_private.h"
#include <string.h>
#include "base/u64map.h"

/* The walk over an event's tree. */
struct entries {
	struct hist *hist;
	struct hist_event *event;
	struct u64map by_key; /* hist_entry_key -> entry */
	/* The entries of the tuple at hand, by frame cells: asked for each of millions of nodes, so that a map would
	 * be slow. Valid where stamp is that of the tuple; a new tuple only needs a new stamp. */
	struct entry_cache {
		uint32_t stamp, entry, on_path;
	} * caches;
	uint32_t stamp;
	/* [nodes + 1] for each TOTAL row: the sum over all nodes before. NULL without children or sums. */
	uint64_t *sum_before[HIST_TOTALS];
};

/* The entry of tuple and frame cells, made where there is none; the pointer stays valid, the entry behind it is to
 * be found by its number. */
static struct entry_cache *entry_of(struct entries *e, struct tuple_id tuple, struct frame_cells_id cells)
{
	struct entry_cache *cache = &e->caches[cells.n];
	if (cache->stamp == e->stamp) return cache;
	bool is_new;
	uint64_t *id = u64map_put(&e->by_key, hist_entry_key(tuple, cells), &is_new);
	if (is_new) {
		*id = e->event->entries.count;
		const struct cells *tuples = &e->hist->tuples, *frames = &e->hist->frames;
		bool hidden = cells_get(tuples, tuple.n)[tuples->width - 1] ||
			      cells_get(frames, cells.n)[frames->width - 1];
		vec_push(&e->event->entries,
			 ((struct hist_entry){ .tuple = tuple, .cells = cells, .hidden = hidden, .filtered = hidden }));
		if (e->hist->options.sums) {
			vec_reserve(&e->event->sums, e->event->entries.count);
			memset(vec_add(&e->event->sums), 0, sizeof(*e->event->sums.items));
		}
	}
	*cache = (struct entry_cache){ .stamp = e->stamp, .entry = (uint32_t)*id };
	return cache;
}

/* Adds a node's own weight to an entry. */
static void add_own(struct entries *e, uint32_t entry_id, uint32_t node)
{
	const struct cct_index *x = &e->event->tree;
	struct hist_entry *entry = &e->event->entries.items[entry_id];
	entry->period += cct_own_period(x, node);
	entry->count += cct_own_count(x, node);
	/* the link of a chain that its own address stands for is not counted */
	uint32_t depth = x->depth[node] - node_label_is_leaf(hist_label(x, node));
	if (depth > entry->depth) entry->depth = depth;
	if (!e->hist->options.sums) return;
	uint64_t *sums = e->event->sums.items[entry_id].sums;
	for (unsigned i = 0; i < e->hist->options.sums; i++) sums[i] += cct_index_extra(x, node)[i];
}

/* Prefix sums of what TOTAL rows are of, as cct_index has them of periods. */
static void sum_up(struct entries *e)
{
	const struct cct_index *x = &e->event->tree;
	for (unsigned i = 0; i < HIST_TOTALS; i++) {
		uint64_t *before = e->sum_before[i] = xmalloc((x->count + (size_t)1) * sizeof(*before));
		before[0] = 0;
		for (uint32_t n = 0; n < x->count; n++)
			before[n + 1] = before[n] + cct_index_extra(x, n)[hist_total_of[i]];
	}
}

/* Adds what is at a node and below it to the totals of an entry. */
static void add_totals(struct entries *e, uint32_t entry_id, uint32_t node)
{
	uint64_t *totals = e->event->sums.items[entry_id].totals;
	for (unsigned i = 0; i < HIST_TOTALS; i++)
		totals[i] += e->sum_before[i][e->event->tree.end[node]] - e->sum_before[i][node];
}

/* The greatest depth at or below each node, in one walk backwards. A leaf counts as deep as its parent, since it is
 * no link. The caller frees it. */
static uint16_t *deepest_below(const struct cct_index *x)
{
	uint16_t *deepest = xmalloc(x->count * sizeof(*deepest) + 1);
	for (uint32_t i = 0; i < x->count; i++)
		deepest[i] = (uint16_t)(x->depth[i] - node_label_is_leaf(hist_label(x, i)));
	for (uint32_t i = x->count; i-- > 0;)
		if (x->parent[i] != CCT_NONE && deepest[i] > deepest[x->parent[i]]) deepest[x->parent[i]] = deepest[i];
	return deepest;
}

/* Entries of all nodes: totals from everything below their outermost nodes, own weights from nodes where chains end. */
static void with_children(struct entries *e)
{
	const struct cct_index *x = &e->event->tree;
	bool caller_first = e->hist->options.caller_first;
	_free_ uint16_t *deepest = caller_first ? deepest_below(x) : NULL;
	struct step {
		uint32_t end; /* of its subtree */
		struct frame_cells_id cells;
	};
	VEC(struct step) path = VEC_INIT;
	struct tuple_id tuple = { 0 };
	if (e->hist->options.sums) sum_up(e);
	for (uint32_t node = 0; node < x->count; node++) {
		while (path.count && vec_last(&path)->end <= node)
			e->caches[path.items[--path.count].cells.n].on_path--;
		if (x->parent[node] == CCT_NONE) {
			tuple.n = x->frame[node];
			e->stamp++;
			continue;
		}
		/* of the samples that are selected (hist_select.h) there may be none */
		if (!cct_total_count(x, node)) {
			node = x->end[node] - 1;
			continue;
		}
		struct frame_cells_id cells = hist_node_cells(e->hist, x, node);
		struct entry_cache *cache = entry_of(e, tuple, cells);
		struct hist_entry *entry = &e->event->entries.items[cache->entry];
		if (!cache->on_path++) {
			entry->total_period += cct_total_period(x, node);
			entry->total_count += cct_total_count(x, node);
			if (e->hist->options.sums) add_totals(e, cache->entry, node);
			if (caller_first)
				entry->depth = MAX(entry->depth, (uint32_t)deepest[node] - x->depth[node] + 1);
		}
		if (!caller_first && !node_label_is_leaf(hist_label(x, node)))
			entry->depth = MAX(entry->depth, x->depth[node]);
		if (cct_own_count(x, node)) add_own(e, cache->entry, node);
		vec_push(&path, ((struct step){ .end = x->end[node], .cells = cells }));
	}
	vec_done(&path);
	for (unsigned i = 0; i < HIST_TOTALS; i++) free(e->sum_before[i]);
}

/* Entries of the nodes where chains end; links in between are only for graphs. */
static void without_children(struct entries *e)
{
	const struct cct_index *x = &e->event->tree;
	struct tuple_id tuple = { 0 };
	for (uint32_t node = 0; node < x->count; node++) {
		if (x->parent[node] == CCT_NONE) {
			tuple.n = x->frame[node];
			e->stamp++;
		}
		if (cct_own_count(x, node))
			add_own(e, entry_of(e, tuple, hist_node_cells(e->hist, x, node))->entry, node);
	}
	for (size_t i = 0; i < e->event->entries.count; i++) {
		struct hist_entry *entry = &e->event->entries.items[i];
		entry->total_period = entry->period;
		entry->total_count = entry->count;
		if (!e->hist->options.sums) continue;
		struct hist_sums *sums = &e->event->sums.items[i];
		for (unsigned n = 0; n < HIST_TOTALS; n++) sums->totals[n] = sums->sums[hist_total_of[n]];
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
	struct entries e = { .hist = hist, .event = event };
	struct hist_totals *totals = &event->totals;
	if (event->has_entries) return;
	event->has_entries = true;
	e.caches = xcalloc(cells_count(&hist->frames) + 1, sizeof(*e.caches));
	vec_clear(&event->entries);
	vec_clear(&event->sums);
	if (totals->nr_samples) {
		vec_reserve(&event->entries, cells_count(&hist->frames)); /* about as many, in one table of one task */
		u64map_reserve(&e.by_key, cells_count(&hist->frames));
	}
	if (hist->options.children) with_children(&e);
	else without_children(&e);
	hist_entries_count_shown(event);
	u64map_done(&e.by_key);
	free(e.caches);
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
