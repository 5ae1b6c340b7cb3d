/* A weighted tree with names: what a call graph is to a renderer. Siblings are in the order they are to be shown.
 * Nodes are numbers, indices in tree.nodes; a parent has a lower one than its children.
 *
 *     uint32_t root = tree_add(tree, TREE_NONE, TREE_NONE, &node), a = tree_add(tree, root, TREE_NONE, &node),
 *              b = tree_add(tree, root, a, &node); */
#ifndef RESULT_TREE_H
#define RESULT_TREE_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

#define TREE_NONE UINT32_MAX

/* A node: a function on the way of some samples. */
struct tree_node {
	const char *label;
	uint64_t period, count;         /* with all below */
	uint64_t own_period, own_count; /* of what ended here */
	uint64_t children_period;       /* of all children, also of those too light to be here */
	uint32_t first_child, next;     /* TREE_NONE: none */
	bool joined; /* continues its parent's line: nothing else came from there and nothing ended there */
};

/* Made by tree_new, freed by tree_free, which takes NULL. */
struct tree {
	VEC(struct tree_node) nodes;
	struct arena arena; /* labels that are not somebody else's */
	uint32_t first_root;
	uint64_t children_period; /* of all roots */
};

struct tree *tree_new(void);
void tree_free(struct tree *tree);
/* Another one that is equal; labels are borrowed from what the first borrows, or from the first. */
struct tree *tree_copy(const struct tree *tree);
/* Appends a copy of node as the last child of parent (TREE_NONE: the last root) and returns its number; previous is
 * the sibling before it, or TREE_NONE for the first. first_child and next are set here. Pointers to nodes are then
 * invalid. */
uint32_t tree_add(struct tree *tree, uint32_t parent, uint32_t previous, const struct tree_node *node);

#endif
