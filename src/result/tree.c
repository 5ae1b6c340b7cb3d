/* Trees grow from their roots on, each sibling behind the one before, so that linking a node takes no search. */
#include "result/tree.h"

struct tree *tree_new(void)
{
	struct tree *tree = xcalloc(1, sizeof(*tree));
	arena_init(&tree->arena);
	tree->first_root = TREE_NONE;
	return tree;
}

void tree_free(struct tree *tree)
{
	if (!tree) return;
	vec_done(&tree->nodes);
	arena_done(&tree->arena);
	free(tree);
}

struct tree *tree_copy(const struct tree *tree)
{
	struct tree *copy = tree_new();
	vec_reserve(&copy->nodes, tree->nodes.count);
	for (size_t i = 0; i < tree->nodes.count; i++) vec_push(&copy->nodes, tree->nodes.items[i]);
	copy->first_root = tree->first_root;
	copy->children_period = tree->children_period;
	return copy;
}

uint32_t tree_add(struct tree *tree, uint32_t parent, uint32_t previous, const struct tree_node *node)
{
	uint32_t id = (uint32_t)tree->nodes.count;
	vec_push(&tree->nodes, *node);
	tree->nodes.items[id].first_child = tree->nodes.items[id].next = TREE_NONE;
	if (previous != TREE_NONE) tree->nodes.items[previous].next = id;
	else if (parent != TREE_NONE) tree->nodes.items[parent].first_child = id;
	else tree->first_root = id;
	return id;
}
