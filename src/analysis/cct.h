/* A calling-context tree: node = (parent, frame), grown from the outermost frame. Weights stand only where chains end.

   While samples come in, every worker grows its own tree; then the trees are put behind each other into one (equal nodes of two
   workers stay two nodes: who groups by frame does not mind) and indexed: totals bottom-up, children side by side.

   A node's parent has a lower number than the node. Roots have no parent; their frame is the caller's number for the root. */
#ifndef ANALYSIS_CCT_H
#define ANALYSIS_CCT_H

#include "base/vec.h"

#define CCT_NONE UINT32_MAX

struct cct_node {
	uint32_t parent, frame;
	uint64_t period;  /* of the samples whose chain ends here */
	uint32_t count;   /* how many those are */
	uint32_t depth;   /* 0 for roots */
};
_Static_assert(sizeof(struct cct_node) == 24, "there are millions of them");

struct cct {
	VEC(struct cct_node) nodes;
	uint32_t *slots;       /* node + 1 by hash of (parent, frame), 0 is free; NULL once indexed */
	size_t mask;
	unsigned extra_words;  /* more sums for each node */
	uint64_t *extra; size_t extra_capacity;
	/* made by cct_index */
	uint64_t *total_period; /* of a node and all below */
	uint32_t *total_count;
	uint32_t *first;        /* first[n] .. first[n + 1]: its children's places in children */
	uint32_t *children;
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

/* The words that stand beside a node's weight. */
static inline uint64_t *cct_extra(const struct cct *cct, uint32_t node) { return cct->extra + (size_t)node * cct->extra_words; }

/* Moves the nodes of other behind those of cct; other is empty afterwards. Nothing may be added to cct any more. */
void cct_append(struct cct *cct, struct cct *other);
/* Totals and children. */
void cct_index(struct cct *cct);

#endif
