/* The line table of a unit row by row, as the compiler wrote it: for those who look for the places of a line.
 * (debug_lines has the pieces of code by address, and of those only what decides which line an address is of.) */
#ifndef SYMBOL_DWARF_DEBUG_ROWS_H
#define SYMBOL_DWARF_DEBUG_ROWS_H

#include "symbol/dwarf/debug_line_table.h"

/* A row of the line table (DWARF 5, section 6.2.2): from vaddr on, up to the next row. file: the table's number, for
 * debug_lines_path. is_end: behind the last byte of a sequence, so it is of no line. */
struct debug_row {
	uint64_t vaddr;
	uint32_t line, file;
	bool is_stmt, is_end, is_prologue_end;
};

struct debug_rows {
	/* By address; of rows at one address ends of sequences come first, the others as they were written. */
	VEC(struct debug_row) items;
};

/* Reads them; none where the unit has no lines, or only of code that the linker dropped. */
void debug_rows_read(struct debug_unit *unit, struct debug_rows *ret);
void debug_rows_done(struct debug_rows *rows);
/* The first row with the address vaddr; SIZE_MAX: none has just that. */
size_t debug_rows_first_at(const struct debug_rows *rows, uint64_t vaddr);
/* The last row at or before vaddr within its sequence: its line is what is there; SIZE_MAX: none. */
size_t debug_rows_last_at(const struct debug_rows *rows, uint64_t vaddr);

/* Only the names of a unit's files, without its lines: calls visit with each file's number and name as in the table,
 * until it returns true; returns whether it did. debug_lines_path(lines, number) makes the whole path; lines live
 * during the call. */
bool debug_rows_visit_files(struct debug_unit *unit,
			    bool (*visit)(void *ctx, uint32_t number, const char *name, struct debug_lines *lines),
			    void *ctx);

#endif
