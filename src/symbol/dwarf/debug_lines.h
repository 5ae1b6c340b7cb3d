/* The line table of a unit (DWARF 5, section 6.2; versions 2 to 5), as pieces of code by address: one for each run of
 * rows that are of one line. */
#ifndef SYMBOL_DWARF_DEBUG_LINES_H
#define SYMBOL_DWARF_DEBUG_LINES_H

#include "symbol/dwarf/debug_line_table.h"
#include "symbol/dwarf/debug_ranges.h"

/* Never NULL: empty where the unit has none. */
struct debug_lines *debug_lines_of_unit(struct debug_unit *unit);
void debug_lines_free(struct debug_lines *lines);
/* The index of the piece with vaddr, in O(log n); -1: none, or code of no line. */
int64_t debug_lines_find(const struct debug_lines *lines, uint64_t vaddr);
/* Where the piece with vaddr ends, or the gap it is in. */
uint64_t debug_lines_piece_end(const struct debug_lines *lines, uint64_t vaddr);
/* Cuts off what is not of the piece with vaddr, or of the gap. */
void debug_lines_narrow(const struct debug_lines *lines, uint64_t vaddr, struct debug_range *range);
/* A file's whole path, interned; NULL: no such file. */
const char *debug_lines_path(struct debug_lines *lines, uint64_t number);
/* Appends where its code is. */
void debug_lines_ranges(const struct debug_lines *lines, debug_range_list *list);

#endif
