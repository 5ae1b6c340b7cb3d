/* Line number programs (DWARF 5, section 6.2.5). */
#ifndef SYMBOL_DWARF_DEBUG_LINE_PROGRAM_H
#define SYMBOL_DWARF_DEBUG_LINE_PROGRAM_H

#include "symbol/dwarf/debug_line_header.h"

/* Runs the program from the cursor to its end; its rows become the pieces of lines. Each byte makes at most one row. */
void debug_line_program_run(const struct debug_file *file, struct cursor *c, const struct debug_line_header *header,
			    struct debug_lines *lines);

struct debug_rows;
/* The same; each row is appended as it is, those of sequences that were dropped by the linker are not. Not in order of
 * addresses. */
void debug_line_program_rows(const struct debug_file *file, struct cursor *c, const struct debug_line_header *header,
			     struct debug_lines *lines, struct debug_rows *rows);

#endif
