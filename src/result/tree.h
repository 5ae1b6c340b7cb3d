/* A weighted tree with names: what a call graph is to a renderer. Siblings are in the order they are to be shown. */
#ifndef RESULT_TREE_H
#define RESULT_TREE_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

#define TREE_NONE UINT32_MAX

struct tree_node {
	const char *label;
	uint64_t period, count;         /* with all below */
	uint64_t own_period, own_count; /* of what ended here */
	uint64_t children_period;       /* of all children, also of those too light to be here */
	uint32_t first_child, next;     /* TREE_NONE: none */
	bool joined; /* continues its parent's line: nothing else came from there and nothing ended there */
};

struct tree {
	VEC(struct tree_node) nodes;
	struct arena arena; /* labels that are not somebody else's */
	uint32_t first_root;
	uint64_t children_period; /* of all roots */
};

struct tree *tree_new(void);
void tree_free(struct tree *tree);
/* Adds a node as the last child of parent (TREE_NONE: last root); previous is the sibling before it, or TREE_NONE. */
uint32_t tree_add(struct tree *tree, uint32_t parent, uint32_t previous, const struct tree_node *node);

#endif
