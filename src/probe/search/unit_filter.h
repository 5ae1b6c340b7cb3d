/* Which units can have a function of a name, told by their bytes: names are places in the table of strings, so a unit
 * none of whose bytes are such a place need not be walked. A kernel has thousands of units, of which one or two have
 * the function. */
#ifndef PROBE_SEARCH_UNIT_FILTER_H
#define PROBE_SEARCH_UNIT_FILTER_H

#include "symbol/dwarf/debug_file.h"

struct unit_filter {
	const struct debug_file *file;
	const char *name;
	const uint64_t *offsets; /* in .debug_str, where the name stands */
	size_t nr_offsets;
};

/* False: no function of the unit has the name. True where it may be so, or where bytes do not tell (names by index,
 * references to other units). */
bool unit_filter_passes(const struct unit_filter *filter, struct debug_unit *unit);

#endif
