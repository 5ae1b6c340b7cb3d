/* A symbol_table as bytes without pointers, to be kept in the cache and used where they are mapped.
 *
 *     head, ranges, [range_symbols, spans,] buckets, marks, names
 *
 * spans (start and end of each symbol) are only there when symbols overlap: without, range i is symbol i. Whoever reads
 * checks each number before use, every time: what is mapped may be damaged, made up, or change while it is looked at.
 */
#ifndef SYMBOL_SYMBOL_TABLE_FLAT_H
#define SYMBOL_SYMBOL_TABLE_FLAT_H

#include "symbol/symbol_table.h"

/* Part of the keys of what is kept: to be counted up whenever the form, or which symbols a table has, changes. */
#define SYMBOL_TABLE_FLAT_VERSION 2

/* The table's bytes; nr_found is told again by unflatten. Caller frees; NULL when it is too large to be kept. */
void *symbol_table_flatten(const struct symbol_table *table, uint64_t nr_found, size_t *ret_size_bytes);
/* A table over bytes at a multiple of 8, which stay where they are until symbol_table_done. -EBADMSG when their sizes
 * are not those of a table. */
int symbol_table_unflatten(struct symbol_table *table, const void *data, size_t size_bytes,
			   uint64_t *ret_nr_found) _warn_unused_;

#endif
