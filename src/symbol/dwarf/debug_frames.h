/* What debug information says of an address: the functions, and the line in each. */
#ifndef SYMBOL_DWARF_DEBUG_FRAMES_H
#define SYMBOL_DWARF_DEBUG_FRAMES_H

#include "symbol/dwarf/debug_file.h"

/* A frame of the (inlined) call chain at an address; the first has the line of the address, each further one that of
 * the call inside it. The name is debug_unit_function_name(unit, entry). */
struct debug_frame {
	/* With the function's entry; NULL: no function is known here. */
	struct debug_unit *unit;
	uint64_t entry;   /* of it, in .debug_info */
	const char *file; /* interned; NULL: unknown */
	uint32_t line;
};
typedef VEC(struct debug_frame) debug_frame_list;

/* Appends what is at vaddr, innermost first. False, and nothing: not known at all. Thread safe, as all of these. */
bool debug_frames_find(struct debug_file *file, uint64_t vaddr, debug_frame_list *list);
/* Only the line. */
bool debug_frames_line(struct debug_file *file, uint64_t vaddr, const char **ret_file, uint32_t *ret_line);
/* The code around vaddr for which debug_frames_find (with_functions) or debug_frames_line says the same, or part of it.
 */
struct debug_range debug_frames_extent(struct debug_file *file, uint64_t vaddr, bool with_functions);
/* Where what debug_frames_line says of vaddr ends to be true, at most limit; also where it says nothing. */
uint64_t debug_frames_line_end(struct debug_file *file, uint64_t vaddr, uint64_t limit);

#endif
