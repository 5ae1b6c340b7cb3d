/* What is kept of a unit's line table: names of directories and files, and the pieces of code of one line each. Made by
 * debug_line_header.c (names) and debug_line_program.c (pieces), asked through debug_lines.h. */
#ifndef SYMBOL_DWARF_DEBUG_LINE_TABLE_H
#define SYMBOL_DWARF_DEBUG_LINE_TABLE_H

#include "symbol/dwarf/debug_file.h"

#define DEBUG_NO_FILE UINT32_MAX

/* A file of the table; directory is an index into debug_lines.directories. */
struct debug_line_file {
	const char *name; /* as in the table */
	uint64_t directory;
	_Atomic(const char *) path; /* made on first use, interned */
};

/* Owned by the file (debug_file.lines); comp_dir and names are borrowed. Constant but for the paths. */
struct debug_lines {
	struct debug_names *names;
	const char *comp_dir;
	uint8_t version;
	/* By the table's numbers: before DWARF 5 from 1 on, and 0 is comp_dir; an entry is NULL where it is damaged. */
	VEC(const char *) directories;
	VEC(struct debug_line_file) files; /* likewise */
	/* Piece i is [base + starts[i], base + starts[i + 1]); of a line of a file, or of none at all: DEBUG_NO_FILE */
	uint64_t base;
	size_t nr_pieces;
	uint32_t *starts, *line_numbers, *file_numbers;
};

#endif
