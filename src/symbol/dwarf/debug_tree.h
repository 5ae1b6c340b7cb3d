/* The functions of a unit, and what is inlined into them: who has the code at an address. */
#ifndef SYMBOL_DWARF_DEBUG_TREE_H
#define SYMBOL_DWARF_DEBUG_TREE_H

#include "symbol/dwarf/debug_ranges.h"

#define DEBUG_NO_NODE UINT32_MAX

/* A function, or an inlined call of one. 20 bytes each: programs have hundreds of thousands of inlined calls. */
struct debug_node {
	/* Into which it is inlined, or DEBUG_NO_NODE; always less than its own number. */
	uint32_t parent;
	uint32_t entry;                /* from the unit's start in .debug_info */
	uint32_t call_file, call_line; /* inlined: where it is called; 0: not said */
	bool is_inlined;
};

/* The functions of one unit. Immutable after debug_tree_new. */
struct debug_tree {
	struct debug_unit *unit; /* with the entries */
	VEC(struct debug_node) nodes;
	/* Piece i is [base + starts[i], base + starts[i + 1]) and belongs to nodes[i], or to DEBUG_NO_NODE */
	uint64_t base;
	size_t nr_pieces;
	uint32_t *starts, *piece_nodes;
};

/* Walks the unit. Never NULL: what is damaged is left out. O(n log n) in the unit's entries. The unit's first entry
 * must have been read. */
struct debug_tree *debug_tree_new(struct debug_unit *unit);
void debug_tree_free(struct debug_tree *tree);
/* The innermost function at vaddr, DEBUG_NO_NODE: none. */
uint32_t debug_tree_find(const struct debug_tree *tree, uint64_t vaddr);
/* Cuts off what is of another function than vaddr, or in another piece of it. */
void debug_tree_narrow(const struct debug_tree *tree, uint64_t vaddr, struct debug_range *range);
/* Appends where its code is. */
void debug_tree_ranges(const struct debug_tree *tree, debug_range_list *list);

#endif
