/* The kernel's symbols as text: /proc/kallsyms, or a copy of it. One line a symbol, see proc_kallsyms(5):
 *
 *   ffffffff81000000 T _stext
 *   ffffffffc0a01230 t ext4_sync_file	[ext4] */
#ifndef SYMBOL_KALLSYMS_H
#define SYMBOL_KALLSYMS_H

#include "symbol/file/symbol_list.h"

/* Set list, module and no_modules; everything else starts as 0. */
struct kallsyms_parser {
	struct symbol_list *list;
	/* Only symbols of this module ("e1000"); NULL: all, those of modules too. */
	const char *module;
	bool no_modules; /* with module == NULL: leave out those of modules */
	/* Lines seen, and those of address 0 (kptr_restrict hides addresses). */
	uint64_t nr_symbols, nr_zero;
	char rest[512]; /* an incomplete last line */
	size_t rest_size;
};

/* Feeds text in pieces of any size; call with size 0 at the end. */
void kallsyms_parse(struct kallsyms_parser *parser, const char *text, size_t size_bytes);

#endif
