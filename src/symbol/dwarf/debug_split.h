/* Split units: the entries of a skeleton unit are in a .dwo file, or together with those of all others in a .dwp file
 * (DWARF 5, sections 7.3.2 and 7.3.5; GNU's from before: gcc.gnu.org/wiki/DebugFission, DebugFissionDWP). */
#ifndef SYMBOL_DWARF_DEBUG_SPLIT_H
#define SYMBOL_DWARF_DEBUG_SPLIT_H

#include "symbol/dwarf/debug_file.h"

/* The split unit of a skeleton, or NULL. The skeleton is locked. */
struct debug_unit *debug_split_find(struct debug_unit *skeleton);

#endif
