/* Sorting large arrays on several threads. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* As qsort_r, and stable: items that compare equal keep their order. compare must be safe to call from several threads.
 */
void sort_parallel(void *items, size_t count, size_t item_size, int (*compare)(const void *a, const void *b, void *ctx),
		   void *ctx, unsigned threads);

/* Sorts items of item_words u64 by their first key_words, ascending, the first word most important; stable. As quick
 * for numbers as it gets: a pass for each byte in which keys differ. */
void sort_words(uint64_t *items, size_t count, unsigned item_words, unsigned key_words, unsigned threads);

#endif
