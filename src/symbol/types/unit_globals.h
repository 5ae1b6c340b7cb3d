/* What a compilation unit says of things with a name: its variables by address, functions that it calls by name. Read
 * once a unit, when somebody asks; thread safe. */
#ifndef SYMBOL_TYPES_UNIT_GLOBALS_H
#define SYMBOL_TYPES_UNIT_GLOBALS_H

#include "symbol/dwarf/debug_entry.h"
#include "symbol/types/data_type.h"

struct unit_globals;
/* symbol_address: where the data symbol of that name is, for variables that other units define; may be NULL;
 * ret_thread: of a thread's variable, its offset. types and ctx are borrowed. Never NULL; unit_globals_free takes NULL.
 */
struct unit_globals *unit_globals_new(struct data_types *types,
				      bool (*symbol_address)(void *ctx, const char *name, uint64_t *ret_vaddr,
							     bool *ret_thread),
				      void *ctx);
void unit_globals_free(struct unit_globals *globals);

/* The variable that has the address, and how far into it that is. NULL: none that the unit knows. */
const struct data_type *unit_globals_variable(struct unit_globals *globals, struct debug_unit *unit, uint64_t vaddr,
					      uint64_t *ret_offset);
/* The same of variables of each thread, by the offset in the block of them. */
const struct data_type *unit_globals_thread_variable(struct unit_globals *globals, struct debug_unit *unit,
						     uint64_t offset, uint64_t *ret_offset);
/* The type of a variable that the unit declares and another object defines; NULL: none of that name. */
const struct data_type *unit_globals_declared(struct unit_globals *globals, struct debug_unit *unit, const char *name);
/* The function of that name as a type; NULL: the unit does not declare it. */
const struct data_type *unit_globals_function(struct unit_globals *globals, struct debug_unit *unit, const char *name);

#endif
