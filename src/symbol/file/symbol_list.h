/* Symbols as a source finds them, in its order, before they are sorted into a symbol_table. Owns the names. */
#ifndef SYMBOL_FILE_SYMBOL_LIST_H
#define SYMBOL_FILE_SYMBOL_LIST_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

enum raw_symbol_flags {
	RAW_PLT = 1,     /* made up for a procedure linkage table entry */
	RAW_MODULE = 2,  /* kallsyms: of a module */
	RAW_DROPPED = 4, /* lost against an alias at the same address */
};

/* One symbol as found. binding: STB_*, type: STT_*, flags: enum raw_symbol_flags. */
struct raw_symbol {
	uint64_t start, end; /* end == start: size unknown */
	const char *name;    /* lives as long as the list */
	uint8_t binding, type, flags;
};

/* A list under construction, by one thread. Its order is the source's, which decides between aliases and overlaps
 * later. */
struct symbol_list {
	VEC(struct raw_symbol) symbols;
	VEC(void *) buffers; /* string tables that were taken over */
	struct arena arena;  /* made-up names */
};

/* An empty list; free with symbol_list_done, unless symbol_table_init has taken it over. */
void symbol_list_init(struct symbol_list *list);
void symbol_list_done(struct symbol_list *list);
/* Takes buffer (from malloc; NULL is fine) over: it is freed with the list. */
void symbol_list_adopt(struct symbol_list *list, void *buffer);

/* The name is not copied: it has to live as long as the list (in its arena, or a buffer that it adopts). */
static inline void symbol_list_add(struct symbol_list *list, struct raw_symbol symbol)
{
	*vec_add(&list->symbols) = symbol;
}

#endif
