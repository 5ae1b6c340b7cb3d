/* A calling-context tree: node = (parent, frame), grown from the outermost frame. Weights stand only where chains end.
 *
 * While samples come in, every worker grows its own tree (struct cct). Then all trees are laid out one behind the other
 * in preorder (struct cct_index): what is below a node is the run of nodes after it, up to its end; a weight summed up
 * over any subtree is the difference of two prefix sums; and walks over the whole tree are walks over arrays. Equal
 * nodes of two workers stay two nodes: who groups by frame does not mind.
 *
 * Roots have no parent; their frame is the caller's number for the root. */
#ifndef ANALYSIS_PROFILE_COLLECT_CCT_H
#define ANALYSIS_PROFILE_COLLECT_CCT_H

#include <stdbool.h>
#include "base/vec.h"

#define CCT_NONE UINT32_MAX

/* A place on the way of some chains. Numbers of nodes are indices in cct.nodes. */
struct cct_node {
	uint32_t parent, frame;
	uint64_t period; /* of the samples whose chain ends here */
	uint32_t count;  /* how many those are */
	uint32_t depth;  /* 0 for roots */
};
_Static_assert(sizeof(struct cct_node) == 24, "there are millions of them");

/* A tree, or several: any number of nodes without a parent. Made by cct_init; used by one thread at a time. */
struct cct {
	VEC(struct cct_node) nodes; /* a parent has a lower number than its children */
	uint32_t *slots;            /* node + 1 by hash of (parent, frame), 0 is free */
	size_t mask;
	/* So many u64 beside each node for the user's own sums, in extra; 0 when a node is new. */
	unsigned extra_words;
	uint64_t *extra;
	size_t extra_capacity;
	/* How many nodes there may be in the end; 0: nobody knows. A tree that gets large takes addresses for that many
	 * at once: its nodes are then not copied to ever larger places, and memory that is not written costs nothing.
	 */
	size_t nr_expected;
};

/* cct_done frees all; the tree has to be initialised again before it is used. */
void cct_init(struct cct *cct, unsigned extra_words);
void cct_done(struct cct *cct);

/* There will be about so many nodes: the tree takes the room for them at once. */
void cct_expect(struct cct *cct, size_t nr_nodes);

/* cct_child for a child that is not there: makes it. Pointers to nodes and extra words are then invalid. */
uint32_t cct_child_slow(struct cct *cct, uint32_t parent, uint32_t frame);
/* Where the search for a child in slots begins. */
static inline uint64_t cct_hash(uint32_t parent, uint32_t frame)
{
	uint64_t h = ((uint64_t)parent << 32 | frame) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}
/* The number of the child of parent with this frame, made where there is none. parent CCT_NONE: a root. */
static inline uint32_t cct_child(struct cct *cct, uint32_t parent, uint32_t frame)
{
	for (size_t at = cct_hash(parent, frame) & cct->mask; cct->slots[at]; at = (at + 1) & cct->mask) {
		uint32_t id = cct->slots[at] - 1;
		if (cct->nodes.items[id].frame == frame && cct->nodes.items[id].parent == parent) return id;
	}
	return cct_child_slow(cct, parent, frame);
}
/* Adds all that is in from, which stays as it is, to a tree with the same extra_words. Equal nodes become one. */
void cct_add(struct cct *cct, const struct cct *from);
/* Multiplies all weights and extra words by factor, 0 to 1, rounding down; where some period is left, one sample is,
 * too. Nodes with no period at or below them are dropped, and the others get new numbers in the same order. pinned: by
 * node, those that are not dropped in any case; NULL: none. The sums over all nodes are in *ret_period and *ret_count.
 * Returns new numbers by old ones (of what was dropped: 0), which the caller frees. */
uint32_t *cct_decay(struct cct *cct, double factor, const uint8_t *pinned, uint64_t *ret_period,
		    uint64_t *ret_count) _warn_unused_;
/* The words that stand beside a node's weight. */
static inline uint64_t *cct_extra(const struct cct *cct, uint32_t node)
{
	return cct->extra + (size_t)node * cct->extra_words;
}

/* Trees in preorder; read only, so that any number of threads may read it. The children of n are n + 1, then each
 * sibling's end, as long as that is below end[n]. */
struct cct_index {
	uint32_t count;
	uint64_t capacity;              /* nodes that there is room for */
	uint32_t *parent, *frame, *end; /* end: the first node that is not below */
	uint16_t *depth;                /* at most 65535 */
	uint64_t *period_before;        /* count + 1: the sum over all nodes before */
	uint32_t *count_before;
	unsigned extra_words;
	uint64_t *extra; /* by node, NULL without */
	uint32_t *place; /* where nodes of the trees went: of node n of the tree that begins at base, place[base + n];
			    NULL where nobody asked for it */
};

/* Lays out trees (all with the same extra_words) one behind the other, on several threads. keep: more will be added
 * to them; else they are empty afterwards (as after cct_done), which saves memory. *index is zeroed, or one that was
 * made before: its memory is used again, since profiles that grow are laid out at each refresh. cct_index_done frees
 * the index, also a zeroed one. All its memory but extra and place is one block. places: fill in index->place; a tree
 * begins where the trees before it end. */
void cct_index_make(struct cct_index *index, struct cct *const *trees, size_t nr_trees, unsigned threads, bool keep,
		    bool places);
void cct_index_done(struct cct_index *index);

/* Own: of samples whose chain ends at n. Total: of those that end at n or below. */
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
