/* The index of a .dwp file: which part of each section belongs to a unit. */
#ifndef SYMBOL_DWARF_DEBUG_PACKAGE_H
#define SYMBOL_DWARF_DEBUG_PACKAGE_H

#include "symbol/dwarf/debug_constants.h"
#include "base/cursor.h"

#define DEBUG_PACKAGE_COLUMNS 9 /* by enum debug_section_column */

struct debug_package;
/* Bytes of one section, as an offset from its start. */
struct debug_package_part {
	uint32_t offset, size_bytes;
};

/* Reads .debug_cu_index, which must live as long as the package. NULL when it is damaged. */
struct debug_package *debug_package_new(const void *data, size_t size_bytes, bool swap);
void debug_package_free(struct debug_package *package);
/* The parts of the unit; those it has none of are empty. False: there is no such unit. Expected O(1). Thread safe: the
 * package is constant. */
bool debug_package_find(const struct debug_package *package, uint64_t dwo_id,
			struct debug_package_part ret[DEBUG_PACKAGE_COLUMNS]);

#endif
