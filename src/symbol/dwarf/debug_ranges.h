/* Lists of address ranges: .debug_ranges, and .debug_rnglists of DWARF 5. */
#ifndef SYMBOL_DWARF_DEBUG_RANGES_H
#define SYMBOL_DWARF_DEBUG_RANGES_H

#include "symbol/dwarf/debug_file.h"

typedef VEC(struct debug_range) debug_range_list;

/* Appends the ranges of an entry, in the order of its list: DW_AT_ranges if it has that, else low and high. form 0: the
 * entry has no such attribute. Only those that begin where the file has code. Bounded by range_budget of the file. The
 * unit's first entry must have been read (debug_unit_need_root), and a split unit's skeleton's as well. */
void debug_ranges_add(struct debug_unit *unit, const struct debug_value *low, const struct debug_value *high,
		      const struct debug_value *ranges, debug_range_list *list);

#endif
