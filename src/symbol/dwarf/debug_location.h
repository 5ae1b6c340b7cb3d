/* Where a variable is at an address: its expression, alone or out of a list (DWARF 5, sections 2.6.2 and 7.7.3;
 * .debug_loc and .debug_loclists). */
#ifndef SYMBOL_DWARF_DEBUG_LOCATION_H
#define SYMBOL_DWARF_DEBUG_LOCATION_H

#include "symbol/dwarf/debug_entry.h"

/* One location: a DWARF expression (DW_OP_*), and where it holds: everywhere, or from start up to before end. Its
 * bytes live as long as the file. */
struct debug_location {
	/* Start is 0 and end UINT64_MAX; either alone is an address like others. */
	bool everywhere;
	uint64_t start, end;
	const uint8_t *data;
	size_t size_bytes;
};
typedef VEC(struct debug_location) debug_location_list;

/* Appends what the attribute says (DW_AT_location, DW_AT_frame_base), in the order of its list, also empty pieces.
 * False: the entry (with its origins) has no such attribute. */
bool debug_locations_add(const struct debug_entry *entry, unsigned attribute, debug_location_list *list);
/* The first one that holds at vaddr; NULL: none. Valid as long as the list. */
const struct debug_location *debug_location_find(const debug_location_list *list, uint64_t vaddr);

#endif
