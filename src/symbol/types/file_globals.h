/* Variables of a whole program or library at fixed addresses, of all of its units: what the data at an address is, when
 * no code tells. */
#ifndef SYMBOL_TYPES_FILE_GLOBALS_H
#define SYMBOL_TYPES_FILE_GLOBALS_H

#include "symbol/dwarf/debug_file.h"
#include "symbol/types/data_type.h"

struct file_globals;
/* Reads all units, which takes a while: a second for some hundred megabytes. Both are borrowed. Never NULL, and
 * constant afterwards; file_globals_free takes NULL. */
struct file_globals *file_globals_new(struct debug_file *file, struct data_types *types);
void file_globals_free(struct file_globals *globals);
/* The type of the variable that has the address, and how far into it that is. NULL: none has it. */
const struct data_type *file_globals_find(const struct file_globals *globals, uint64_t vaddr, uint64_t *ret_offset);

#endif
