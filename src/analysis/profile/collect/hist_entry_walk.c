/* From nodes to entries: own weights, and with children the weights of everything an entry called, each sample counted
 * once for an entry however often the entry is on the sample's chain.
 *
 * One walk over the nodes in preorder. With children, `path` has the nodes from the root to the one at hand, and
 * on_path counts how many of them are of each entry: the outermost of them alone adds its total weight, so that
 * recursion counts once. */
#include "analysis/profile/collect/hist_entry_walk.h"
#include <string.h>

/* How many nodes ahead entries are fetched: about as long as memory takes. */
enum { AHEAD = 8 };

void entry_walk_begin(struct entry_walk *walk)
{
	size_t count = cells_count(&walk->hist->frames);
	walk->caches = xcalloc(count + 1, sizeof(*walk->caches));
}

void entry_walk_end(struct entry_walk *walk) { free(take(walk->caches)); }

/* Makes the entry that a cache will stand for. */
static void add_entry(struct entry_walk *walk, struct entry_cache *cache, struct frame_cells_id cells)
{
	const struct cells *tuples = &walk->hist->tuples, *frames = &walk->hist->frames;
	bool hidden = cells_get(tuples, walk->tuple.n)[tuples->width - 1] ||
		      cells_get(frames, cells.n)[frames->width - 1];
	*cache = (struct entry_cache){ .stamp = walk->stamp, .entry = (uint32_t)walk->entries.count };
	vec_push(&walk->entries,
		 ((struct hist_entry){ .tuple = walk->tuple, .cells = cells, .hidden = hidden, .filtered = hidden }));
	if (walk->hist->options.sums) memset(vec_add(&walk->sums), 0, sizeof(*walk->sums.items));
}

/* The entry of frame cells, made where there is none. */
static inline struct entry_cache *entry_of(struct entry_walk *walk, struct frame_cells_id cells)
{
	struct entry_cache *cache = &walk->caches[cells.n];
	if (cache->stamp != walk->stamp) add_entry(walk, cache, cells);
	return cache;
}

/* Starts fetching the entry of a node that the walk will come to; links are none. */
static inline void prefetch_entry(const struct entry_walk *walk, uint32_t node, uint32_t end)
{
	if (node + AHEAD < end) {
		struct node_label far = hist_label(&walk->event->tree, node + AHEAD);
		if (!node_label_is_link(far))
			__builtin_prefetch(&walk->caches[walk->hist->cells_of_class[node_label_class_of(far).n].n], 1);
	}
	struct node_label label = hist_label(&walk->event->tree, node);
	if (node_label_is_link(label)) return;
	const struct entry_cache *cache = &walk->caches[walk->hist->cells_of_class[node_label_class_of(label).n].n];
	if (cache->stamp == walk->stamp) __builtin_prefetch(&walk->entries.items[cache->entry], 1);
}

/* Adds a node's own weight to an entry. */
static void add_own(struct entry_walk *walk, uint32_t entry_id, uint32_t node)
{
	const struct cct_index *x = &walk->event->tree;
	struct hist_entry *entry = &walk->entries.items[entry_id];
	entry->period += cct_own_period(x, node);
	entry->count += cct_own_count(x, node);
	/* the link of a chain that its own address stands for is not counted */
	uint32_t depth = x->depth[node] - node_label_is_leaf(hist_label(x, node));
	if (depth > entry->depth) entry->depth = depth;
	if (!walk->hist->options.sums) return;
	struct hist_sums *sums = &walk->sums.items[entry_id];
	const uint64_t *extra = cct_index_extra(x, node);
	for (unsigned i = 0; i < MIN(walk->hist->options.sums, (unsigned)HIST_SUMS); i++) sums->sums[i] += extra[i];
	/* without children what is below a node is not the entry's, so that its own are all */
	for (unsigned i = HIST_TOTAL_WAYS; i < walk->nr_totals && !walk->hist->options.children; i++)
		sums->totals[i] += extra[hist_total_of[i]];
}

/* Adds what is at a node and below it to the totals of an entry. */
static void add_totals(struct entry_walk *walk, uint32_t entry_id, uint32_t node)
{
	uint64_t *totals = walk->sums.items[entry_id].totals;
	uint32_t end = walk->event->tree.end[node];
	for (unsigned i = 0; i < walk->nr_totals; i++)
		totals[i] += walk->sum_before[i][end] - walk->sum_before[i][node];
}

/* The greatest depth at or below each node of a piece, in one walk backwards. A leaf counts as deep as its parent,
 * since it is no link. */
static void find_deepest(const struct entry_walk *walk, const struct entry_piece *piece)
{
	const struct cct_index *x = &walk->event->tree;
	uint16_t *deepest = walk->deepest;
	for (uint32_t i = piece->begin; i < piece->end; i++)
		deepest[i] = (uint16_t)(x->depth[i] - node_label_is_leaf(hist_label(x, i)));
	for (uint32_t i = piece->end; i-- > piece->begin;)
		if (x->parent[i] >= piece->begin && x->parent[i] != CCT_NONE)
			deepest[x->parent[i]] = MAX(deepest[x->parent[i]], deepest[i]);
}

/* Entries of all nodes: totals from everything below their outermost nodes, own weights from nodes where chains end. */
static void with_children(struct entry_walk *walk, const struct entry_piece *piece)
{
	const struct cct_index *x = &walk->event->tree;
	struct step {
		uint32_t end; /* of its subtree */
		struct frame_cells_id cells;
	};
	VEC(struct step) path = VEC_INIT;
	if (walk->deepest) find_deepest(walk, piece);
	for (uint32_t node = piece->begin; node < piece->end; node++) {
		while (path.count && vec_last(&path)->end <= node)
			walk->caches[path.items[--path.count].cells.n].on_path--;
		if (node + AHEAD < piece->end) prefetch_entry(walk, node + AHEAD, piece->end);
		/* of the samples that are selected (hist_select.h) there may be none */
		if (!cct_total_count(x, node)) {
			node = x->end[node] - 1;
			continue;
		}
		struct frame_cells_id cells = hist_node_cells(walk->hist, x, node);
		struct entry_cache *cache = entry_of(walk, cells);
		struct hist_entry *entry = &walk->entries.items[cache->entry];
		if (!cache->on_path++) {
			entry->total_period += cct_total_period(x, node);
			entry->total_count += cct_total_count(x, node);
			if (walk->hist->options.sums) add_totals(walk, cache->entry, node);
			if (walk->deepest)
				entry->depth = MAX(entry->depth, (uint32_t)walk->deepest[node] - x->depth[node] + 1);
		}
		if (!walk->deepest && !node_label_is_leaf(hist_label(x, node)))
			entry->depth = MAX(entry->depth, x->depth[node]);
		if (cct_own_count(x, node)) add_own(walk, cache->entry, node);
		vec_push(&path, ((struct step){ .end = x->end[node], .cells = cells }));
	}
	while (path.count) walk->caches[path.items[--path.count].cells.n].on_path--;
	vec_done(&path);
}

/* Entries of the nodes where chains end; links in between are only for graphs. */
static void without_children(struct entry_walk *walk, const struct entry_piece *piece)
{
	const struct cct_index *x = &walk->event->tree;
	for (uint32_t node = piece->begin; node < piece->end; node++)
		if (cct_own_count(x, node))
			add_own(walk, entry_of(walk, hist_node_cells(walk->hist, x, node))->entry, node);
}

void entry_walk_piece(struct entry_walk *walk, const struct entry_piece *piece)
{
	if (!walk->stamp || walk->tuple.n != piece->tuple.n) {
		walk->tuple = piece->tuple;
		walk->stamp++;
	}
	if (walk->hist->options.children) with_children(walk, piece);
	else without_children(walk, piece);
}

static void add_sums(struct hist_sums *to, const struct hist_sums *sums)
{
	for (unsigned i = 0; i < HIST_SUMS; i++) to->sums[i] += sums->sums[i];
	for (unsigned i = 0; i < HIST_TOTALS; i++) to->totals[i] += sums->totals[i];
}

size_t entry_walk_join(struct entry_walk *walk, const struct entry_walk *other)
{
	size_t i = 0;
	for (; walk->stamp && i < other->entries.count; i++) {
		const struct hist_entry *from = &other->entries.items[i];
		if (from->tuple.n != walk->tuple.n) break;
		struct entry_cache *cache = entry_of(walk, from->cells);
		struct hist_entry *to = &walk->entries.items[cache->entry];
		to->depth = MAX(to->depth, from->depth);
		to->period += from->period;
		to->count += from->count;
		to->total_period += from->total_period;
		to->total_count += from->total_count;
		if (walk->sums.count) add_sums(&walk->sums.items[cache->entry], &other->sums.items[i]);
	}
	return i;
}
