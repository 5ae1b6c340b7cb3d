/* Growing and laying out trees. A node is only ever appended, so that a parent has a lower number than its children:
 * sizes of subtrees are summed up in one walk backwards, places in preorder given in one walk forwards. */
#include "analysis/profile/collect/cct.h"
#include <assert.h>
#include <string.h>
#include "base/threads.h"

/* So many nodes make a large tree. */
enum { LARGE_NODES = 1 << 16 };
/* Of an index. */
enum { BYTES_A_NODE = sizeof(uint64_t) + 4 * sizeof(uint32_t) + sizeof(uint16_t) };

/* A zeroed table. The pages are written here, in one go: a page that is first read and then written costs two page
 * faults. */
static uint32_t *slots_new(size_t count)
{
	uint32_t *slots = xmalloc_huge(count * sizeof(*slots));
	memset(slots, 0, count * sizeof(*slots));
	return slots;
}

void cct_init(struct cct *cct, unsigned extra_words)
{
	*cct = (struct cct){ .extra_words = extra_words, .mask = 1023 };
	cct->slots = slots_new(cct->mask + 1);
}

void cct_done(struct cct *cct)
{
	vec_done(&cct->nodes);
	free(cct->slots);
	free(cct->extra);
	*cct = (struct cct){ 0 };
}

/* Makes the hash table of all nodes anew, with mask + 1 slots; one of that size is cleared in place. */
static void fill_slots(struct cct *cct, size_t mask)
{
	if (mask == cct->mask) {
		memset(cct->slots, 0, (mask + 1) * sizeof(*cct->slots));
	} else {
		free(cct->slots);
		cct->slots = slots_new(mask + 1);
		cct->mask = mask;
	}
	for (uint32_t i = 0; i < cct->nodes.count; i++) {
		size_t at = cct_hash(cct->nodes.items[i].parent, cct->nodes.items[i].frame) & mask;
		while (cct->slots[at]) at = (at + 1) & mask;
		cct->slots[at] = i + 1;
	}
}

void cct_expect(struct cct *cct, size_t nr_nodes)
{
	size_t mask = cct->mask;
	cct->nr_expected = nr_nodes;
	while (nr_nodes * 2 > mask) mask = mask * 2 + 1;
	if (mask != cct->mask) fill_slots(cct, mask);
}

uint32_t cct_child_slow(struct cct *cct, uint32_t parent, uint32_t frame)
{
	assert(cct->nodes.count < CCT_NONE / 2);
	uint32_t id = (uint32_t)cct->nodes.count;
	uint32_t depth = parent == CCT_NONE ? 0 : cct->nodes.items[parent].depth + 1;
	/* Grown by hand instead of by vec_push: such arrays become large, and huge pages save faults and TLB misses. */
	if (cct->nodes.count == cct->nodes.capacity) {
		size_t capacity = MAX(cct->nodes.capacity * 2, 1024);
		if (capacity >= LARGE_NODES) capacity = MAX(capacity, cct->nr_expected);
		struct cct_node *nodes = xmalloc_huge(capacity * sizeof(*nodes));
		if (id) memcpy(nodes, cct->nodes.items, id * sizeof(*nodes));
		free(cct->nodes.items);
		cct->nodes.items = nodes;
		cct->nodes.capacity = capacity;
	}
	vec_push(&cct->nodes, ((struct cct_node){ .parent = parent, .frame = frame, .depth = depth }));
	if (cct->extra_words) {
		size_t old = cct->extra_capacity, need = cct->nodes.count * cct->extra_words;
		if (need > old) {
			cct->extra_capacity = MAX(need, old * 2);
			cct->extra = xreallocarray(cct->extra, cct->extra_capacity, sizeof(*cct->extra));
			memset(cct->extra + old, 0, (cct->extra_capacity - old) * sizeof(*cct->extra));
		}
	}
	size_t at = cct_hash(parent, frame) & cct->mask;
	while (cct->slots[at]) at = (at + 1) & cct->mask;
	cct->slots[at] = id + 1;
	if (cct->nodes.count * 2 > cct->mask) fill_slots(cct, cct->mask * 2 + 1);
	return id;
}

void cct_add(struct cct *cct, const struct cct *from)
{
	_free_ uint32_t *number = xmalloc(from->nodes.count * sizeof(*number) + 1);
	for (uint32_t i = 0; i < from->nodes.count; i++) {
		const struct cct_node *node = &from->nodes.items[i];
		uint32_t same = cct_child(cct, node->parent == CCT_NONE ? CCT_NONE : number[node->parent], node->frame);
		number[i] = same;
		cct->nodes.items[same].period += node->period;
		cct->nodes.items[same].count += node->count;
		for (unsigned k = 0; k < cct->extra_words; k++) cct_extra(cct, same)[k] += cct_extra(from, i)[k];
	}
}

/* A node's own weights, faded. */
static void decay_node(struct cct *cct, uint32_t id, double factor)
{
	struct cct_node *node = &cct->nodes.items[id];
	uint32_t count = (uint32_t)((double)node->count * factor);
	node->period = (uint64_t)((double)node->period * factor);
	node->count = node->period ? MAX(count, 1u) : 0;
	for (unsigned i = 0; i < cct->extra_words; i++)
		cct_extra(cct, id)[i] = (uint64_t)((double)cct_extra(cct, id)[i] * factor);
}

uint32_t *cct_decay(struct cct *cct, double factor, const uint8_t *pinned, uint64_t *ret_period, uint64_t *ret_count)
{
	struct cct_node *nodes = cct->nodes.items;
	uint32_t count = (uint32_t)cct->nodes.count, nr_kept = 0;
	uint32_t *number = xcalloc(count + 1, sizeof(*number)); /* first: whether it is kept; then its new one */
	*ret_period = *ret_count = 0;
	for (uint32_t i = count; i-- > 0;) {
		decay_node(cct, i, factor);
		*ret_period += nodes[i].period;
		*ret_count += nodes[i].count;
		if (nodes[i].period || (pinned && pinned[i])) number[i] = 1;
		if (number[i] && nodes[i].parent != CCT_NONE) number[nodes[i].parent] = 1;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!number[i]) continue;
		struct cct_node node = nodes[i];
		if (node.parent != CCT_NONE) node.parent = number[node.parent];
		if (cct->extra_words)
			memmove(cct_extra(cct, nr_kept), cct_extra(cct, i), cct->extra_words * sizeof(*cct->extra));
		nodes[nr_kept] = node;
		number[i] = nr_kept++;
	}
	/* what comes next begins with nothing */
	if (cct->extra_capacity)
		memset(cct_extra(cct, nr_kept), 0,
		       (cct->extra_capacity - (size_t)nr_kept * cct->extra_words) * sizeof(*cct->extra));
	cct->nodes.count = nr_kept;
	fill_slots(cct, cct->mask);
	return number;
}

/* What the threads that lay trees out share; each takes trees as they come. */
struct layout {
	struct cct_index *index;
	struct cct *const *trees;
	uint32_t *bases;        /* where a tree's nodes begin */
	uint64_t *period_bases; /* what its prefix sums begin with */
	uint32_t *count_bases;
	bool keep;
};

/* Subtree sizes tell every node its place: a node's children follow it, in order of their numbers, each after the
 * subtree of the one before. Parents come first in nodes, so one walk backwards gives the sizes and one forwards the
 * places. */
static void lay_out(void *ctx, unsigned worker, size_t item)
{
	struct layout *l = ctx;
	struct cct_index *x = l->index;
	struct cct *cct = l->trees[item];
	const struct cct_node *nodes = cct->nodes.items;
	uint32_t count = (uint32_t)cct->nodes.count, base = l->bases[item], next_root = base;
	if (!l->keep) free(take(cct->slots));
	_free_ uint32_t *size = xmalloc(count * sizeof(*size) + 1); /* of the subtree */
	_free_ uint32_t *place = xmalloc(count * sizeof(*place) + 1);
	_free_ uint32_t *next = xmalloc(count * sizeof(*next) + 1); /* where its next child goes */
	for (uint32_t i = 0; i < count; i++) size[i] = 1;
	for (uint32_t i = count; i-- > 0;)
		if (nodes[i].parent != CCT_NONE) size[nodes[i].parent] += size[i];
	for (uint32_t i = 0; i < count; i++) {
		uint32_t parent = nodes[i].parent, *at = parent == CCT_NONE ? &next_root : &next[parent],
			 to = place[i] = *at;
		*at += size[i];
		next[i] = to + 1;
		x->parent[to] = parent == CCT_NONE ? CCT_NONE : place[parent];
		x->frame[to] = nodes[i].frame;
		x->end[to] = to + size[i];
		x->depth[to] = (uint16_t)MIN(nodes[i].depth, UINT16_MAX);
		x->period_before[to + 1] = nodes[i].period;
		x->count_before[to + 1] = nodes[i].count;
		if (x->extra)
			memcpy(x->extra + (size_t)to * x->extra_words, cct_extra(cct, i),
			       x->extra_words * sizeof(*x->extra));
	}
	uint64_t period = l->period_bases[item];
	uint32_t samples = l->count_bases[item];
	for (uint32_t i = base; i < base + count; i++) {
		x->period_before[i + 1] = period += x->period_before[i + 1];
		x->count_before[i + 1] = samples += x->count_before[i + 1];
	}
	if (x->place) memcpy(x->place + base, place, count * sizeof(*place));
	if (!l->keep) cct_done(cct);
}

/* Room for the arrays of count nodes: that of the index as it was, unless it is too small, or far too large. */
static void index_reserve(struct cct_index *index, uint64_t count, bool places)
{
	enum { FAR_TOO_LARGE = 4 };
	struct cct_index old = *index;
	*index = (struct cct_index){ .count = (uint32_t)count, .extra_words = old.extra_words };
	if (old.period_before && count <= old.capacity && count >= old.capacity / FAR_TOO_LARGE &&
	    places == (old.place != NULL)) {
		index->capacity = old.capacity;
		index->period_before = old.period_before;
		index->place = old.place;
	} else {
		/* a quarter more where it grows: the next ones have room */
		index->capacity = old.period_before && count > old.capacity ? count + count / 4 : count;
		free(old.period_before);
		free(old.place);
		index->period_before = xmalloc_huge((index->capacity + 1) * BYTES_A_NODE);
		if (places) index->place = xmalloc_huge((index->capacity + 1) * sizeof(*index->place));
	}
	free(old.extra);
	index->count_before = (uint32_t *)(index->period_before + count + 1);
	index->parent = index->count_before + count + 1;
	index->frame = index->parent + count + 1;
	index->end = index->frame + count + 1;
	index->depth = (uint16_t *)(index->end + count + 1);
}

void cct_index_make(struct cct_index *index, struct cct *const *trees, size_t nr_trees, unsigned threads, bool keep,
		    bool places)
{
	_free_ uint32_t *bases = xcalloc(nr_trees + 1, sizeof(*bases)),
			*count_bases = xcalloc(nr_trees + 1, sizeof(*count_bases));
	_free_ uint64_t *period_bases = xcalloc(nr_trees + 1, sizeof(*period_bases));
	uint64_t count = 0;
	for (size_t i = 0; i < nr_trees; i++) {
		bases[i] = (uint32_t)count;
		count += trees[i]->nodes.count;
		assert(count < CCT_NONE);
		period_bases[i + 1] = period_bases[i];
		count_bases[i + 1] = count_bases[i];
		for (size_t n = 0; n < trees[i]->nodes.count; n++) {
			period_bases[i + 1] += trees[i]->nodes.items[n].period;
			count_bases[i + 1] += trees[i]->nodes.items[n].count;
		}
	}
	index_reserve(index, count, places);
	index->extra_words = nr_trees ? trees[0]->extra_words : 0;
	index->period_before[0] = 0;
	index->count_before[0] = 0;
	if (index->extra_words) index->extra = xmalloc(count * index->extra_words * sizeof(*index->extra) + 1);
	struct layout layout = { .index = index,
				 .trees = trees,
				 .bases = bases,
				 .period_bases = period_bases,
				 .count_bases = count_bases,
				 .keep = keep };
	threads_for(threads, nr_trees, lay_out, &layout);
}

void cct_index_done(struct cct_index *index)
{
	free(index->period_before);
	free(index->extra);
	free(index->place);
	*index = (struct cct_index){ 0 };
}
