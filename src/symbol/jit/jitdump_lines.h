/* The lines of all code in a jitdump, as one table by place in the file. */
#ifndef SYMBOL_JIT_JITDUMP_LINES_H
#define SYMBOL_JIT_JITDUMP_LINES_H

#include "symbol/dwarf/debug_file.h"
#include "symbol/jit/jitdump.h"

/* From code_off up to the next row: this line of this file. file is interned; NULL: from here on nothing is known. */
struct jitdump_row {
	uint64_t code_off;
	const char *file;
	uint32_t line;
};
/* Rows of all loads, ascending, each load's closed by a row without a file. Immutable: thread safe. */
struct jitdump_table {
	VEC(struct jitdump_row) rows;
};

/* NULL when the dump has no lines. names: where files' names are kept. */
struct jitdump_table *jitdump_table_new(const struct jitdump *dump, struct debug_names *names);
void jitdump_table_free(struct jitdump_table *table); /* NULL is fine */
/* The row that code_off is in, NULL where nothing is known. */
const struct jitdump_row *jitdump_table_find(const struct jitdump_table *table, uint64_t code_off);
/* Where what is known of code_off ends. */
uint64_t jitdump_table_piece_end(const struct jitdump_table *table, uint64_t code_off);

#endif
