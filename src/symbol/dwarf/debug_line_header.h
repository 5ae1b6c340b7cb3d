/* The header of a line table: the names of directories and files, and how the program behind it is to be read. */
#ifndef SYMBOL_DWARF_DEBUG_LINE_HEADER_H
#define SYMBOL_DWARF_DEBUG_LINE_HEADER_H

#include "symbol/dwarf/debug_line_table.h"

/* Members are those of DWARF 5, section 6.2.4. line_range 0 makes special opcodes useless. The state that line programs
 * (debug_line_program.c) need of it. */
struct debug_line_header {
	struct debug_encoding encoding;
	/* What special opcodes advance by: see section 6.2.5.1. */
	uint8_t min_instruction_bytes, max_operations, line_range, opcode_base;
	int8_t line_base;
	bool starts_as_stmt;   /* is_stmt at the start of a sequence */
	uint8_t operands[256]; /* how many numbers follow each standard opcode */
};

/* Reads the header at the cursor, which ends up at the program and is cut to it. False: damaged, or of an unknown
 * version. */
bool debug_line_header_read(struct debug_unit *unit, struct cursor *c, struct debug_line_header *ret,
			    struct debug_lines *lines);

#endif
