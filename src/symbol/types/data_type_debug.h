/* Types out of DWARF. Entries belong to debug files that live at least as long as the types. */
#ifndef SYMBOL_TYPES_DATA_TYPE_DEBUG_H
#define SYMBOL_TYPES_DATA_TYPE_DEBUG_H

#include "symbol/dwarf/debug_entry.h"
#include "symbol/types/data_type.h"

/* The type of a variable, parameter or member, or what a function returns; NULL: void, or not said. */
const struct data_type *data_type_of_debug(struct data_types *types, const struct debug_entry *entry);
/* The function itself as a type, whose target is what it returns. */
const struct data_type *data_type_of_debug_function(struct data_types *types, const struct debug_entry *function);

#endif
