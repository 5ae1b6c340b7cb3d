/* A calling-context tree: node = (parent, frame), grown from the outermost frame. Weights stand only where chains end.
 *
 * While samples come in, every worker grows its own tree (struct cct). Then all trees are laid out one behind the other
 * in preorder (struct cct_index): what is below a node is the run of nodes after it, up to its end; a weight summed up
 * over any subtree is the difference of two prefix sums; and walks over the whole tree are walks over arrays. Equal
 * nodes of two workers stay two nodes: who groups by frame does not mind.
 *
 * Roots have no parent; their frame is the caller's number for the root. */
#ifndef ANALYSIS_PROFILE_CCT_H
#define ANALYSIS_PROFILE_CCT_H

#include <stdbool.h>
#include "base/vec.h"

#define CCT_NONE UINT32_MAX

struct cct_node {
	uint32_t parent, frame;
	uint64_t period; /* of the samples whose chain ends here */
	uint32_t count;  /* how many those are */
	uint32_t depth;  /* 0 for roots */
};
_Static_assert(sizeof(struct cct_node) == 24, "there are millions of them");

struct cct {
	VEC(struct cct_node) nodes; /* a parent has a lower number than its children */
	uint32_t *slots;            /* node + 1 by hash of (parent, frame), 0 is free */
	size_t mask;
	unsigned extra_words; /* more sums for each node */
	uint64_t *extra;
	size_t extra_capacity;
};

void cct_init(struct cct *cct, unsigned extra_words);
void cct_done(struct cct *cct);

/* The child of parent (CCT_NONE: the root) with this frame, made when it is not there. */
uint32_t cct_child_slow(struct cct *cct, uint32_t parent, uint32_t frame);
static inline uint64_t cct_hash(uint32_t parent, uint32_t frame)
{
	uint64_t h = ((uint64_t)parent << 32 | frame) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}
static inline uint32_t cct_child(struct cct *cct, uint32_t parent, uint32_t frame)
{
	for (size_t at = cct_hash(parent, frame) & cct->mask; cct->slots[at]; at = (at + 1) & cct->mask) {
		uint32_t id = cct->slots[at] - 1;
		if (cct->nodes.items[id].frame == frame && cct->nodes.items[id].parent == parent) return id;
	}
	return cct_child_slow(cct, parent, frame);
}
/* Adds all that is in from, which stays as it is, to a tree with the same extra_words. */
void cct_add(struct cct *cct, const struct cct *from);
/* Multiplies all weights by factor, 0 to 1, rounding down; where some period is left, one sample is, too. Nodes with no
 * period at or below them are dropped, so that the others have new numbers. The sums over all nodes are returned. */
void cct_decay(struct cct *cct, double factor, uint64_t *ret_period, uint64_t *ret_count);
/* The words that stand beside a node's weight. */
static inline uint64_t *cct_extra(const struct cct *cct, uint32_t node)
{
	return cct->extra + (size_t)node * cct->extra_words;
}

/* Trees in preorder. Children of n are n + 1 and then each sibling's end, as long as that is below end of n. */
struct cct_index {
	uint32_t count;
	uint32_t *parent, *frame, *end; /* end: the first node that is not below */
	uint16_t *depth;                /* at most 65535 */
	uint64_t *period_before;        /* count + 1: the sum over all nodes before */
	uint32_t *count_before;
	unsigned extra_words;
	uint64_t *extra; /* by node, NULL without */
};

/* Lays out trees. keep: more will be added to them; else they are empty afterwards, which saves memory. All memory but
 * extra is one block. */
void cct_index_make(struct cct_index *index, struct cct *const *trees, size_t nr_trees, unsigned threads, bool keep);
void cct_index_done(struct cct_index *index);

static inline uint64_t cct_own_period(const struct cct_index *x, uint32_t n)
{
	return x->period_before[n + 1] - x->period_before[n];
}
static inline uint32_t cct_own_count(const struct cct_index *x, uint32_t n)
{
	return x->count_before[n + 1] - x->count_before[n];
}
static inline uint64_t cct_total_period(const struct cct_index *x, uint32_t n)
{
	return x->period_before[x->end[n]] - x->period_before[n];
}
static inline uint32_t cct_total_count(const struct cct_index *x, uint32_t n)
{
	return x->count_before[x->end[n]] - x->count_before[n];
}
static inline const uint64_t *cct_index_extra(const struct cct_index *x, uint32_t n)
{
	return x->extra + (size_t)n * x->extra_words;
}

#endif
