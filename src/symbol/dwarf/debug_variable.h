/* Which variables there are at an address, and of which function, copy or block. Where they are: debug_location.h and
 * debug_place.h; of what type: debug_type.h. */
#ifndef SYMBOL_DWARF_DEBUG_VARIABLE_H
#define SYMBOL_DWARF_DEBUG_VARIABLE_H

#include "symbol/dwarf/debug_entry.h"

/* The functions that have the code at vaddr: what is inlined there first, the function itself last; at most max of
 * them. Returns how many; 0: no function is there. */
unsigned debug_scopes_at(struct debug_unit *unit, uint64_t vaddr, struct debug_entry *ret, unsigned max);

/* A variable that is defined elsewhere. (A definition may refer to its declaration.) */
bool debug_variable_is_declaration(const struct debug_entry *variable);
/* around: the function, copy or block that the variable is of; NULL: none, it is the unit's. */
typedef void (*debug_variable_visitor)(void *ctx, const struct debug_entry *variable, const struct debug_entry *around);
/* Calls visit for the scope's parameters and variables, also those of blocks and of copies of functions around the
 * address, in the order of the file. */
void debug_variables_visit(const struct debug_entry *scope, uint64_t vaddr, debug_variable_visitor visit, void *ctx);
/* Those of the unit and of its namespaces. */
void debug_globals_visit(struct debug_unit *unit, debug_variable_visitor visit, void *ctx);

#endif
