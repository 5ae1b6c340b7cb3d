/* Variables of a place: those of the function, of the copies of functions that are inlined around the address, and of
 * the blocks around it. */
#include "symbol/dwarf/debug_variable.h"

#include "symbol/dwarf/debug_tree.h"

/* Functions and blocks within each other; deeper ones are not looked into. */
enum { SCOPES_MAX = 64 };

/* The tree of functions by address has copies below what they are inlined into. */
unsigned debug_scopes_at(struct debug_unit *unit, uint64_t vaddr, struct debug_entry *ret, unsigned max)
{
	struct debug_tree *tree = debug_unit_tree(unit->skeleton ? unit->skeleton : unit);
	unsigned nr = 0;
	for (uint32_t at = debug_tree_find(tree, vaddr); at != DEBUG_NO_NODE && nr < max;
	     at = tree->nodes.items[at].is_inlined ? tree->nodes.items[at].parent : DEBUG_NO_NODE)
		nr += debug_entry_at(tree->unit, tree->unit->info_off + tree->nodes.items[at].entry, &ret[nr]);
	return nr;
}

/* A variable that is defined elsewhere. (A definition may refer to its declaration.) The entry's own attribute: that of
 * an origin does not count. */
bool debug_variable_is_declaration(const struct debug_entry *variable)
{
	struct debug_value value;
	return debug_entry_value(variable, DW_AT_declaration, &value) && value.number;
}

/* What parts the variables of a function into scopes. */
static bool is_block(unsigned tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
	       tag == DW_TAG_with_stmt;
}

/* around[d] is the entry at depth d that holds the address. Blocks elsewhere are skipped with all that is in them. */
void debug_variables_visit(const struct debug_entry *scope, uint64_t vaddr, debug_variable_visitor visit, void *ctx)
{
	struct debug_entry around[SCOPES_MAX], entry;
	struct debug_walk walk;
	around[0] = *scope;
	debug_walk_begin(&walk, scope);
	while (debug_walk_next(&walk, &entry)) {
		unsigned tag = debug_entry_tag(&entry);
		if (tag == DW_TAG_formal_parameter || tag == DW_TAG_variable)
			visit(ctx, &entry, &around[entry.depth - 1]);
		bool is_around = is_block(tag) || tag == DW_TAG_inlined_subroutine;
		if (entry.depth < SCOPES_MAX && is_around && debug_entry_has_vaddr(&entry, vaddr))
			around[entry.depth] = entry;
		else debug_walk_skip(&walk);
	}
}

/* Namespaces are entered, functions and types are not. */
void debug_globals_visit(struct debug_unit *unit, debug_variable_visitor visit, void *ctx)
{
	struct debug_entry root, entry;
	struct debug_walk walk;
	if (!debug_entry_root(unit, &root)) return;
	debug_walk_begin(&walk, &root);
	while (debug_walk_next(&walk, &entry)) {
		unsigned tag = debug_entry_tag(&entry);
		if (tag == DW_TAG_variable) visit(ctx, &entry, NULL);
		if (tag != DW_TAG_namespace) debug_walk_skip(&walk);
	}
}
