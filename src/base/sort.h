/* Sorting large arrays on several threads. Both sorts are stable, block until done, and give the same result for any
 * number of threads; they need as much memory again as the array has. threads: at most so many; 0 or 1: the caller
 * alone. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* As qsort_r. compare must be safe to call from several threads. O(n log n). */
void sort_parallel(void *items, size_t count, size_t item_size, int (*compare)(const void *a, const void *b, void *ctx),
		   void *ctx, unsigned threads);

/* Sorts items of item_words u64 by their first key_words, ascending as unsigned numbers, the first word most important.
 * Much faster than sort_parallel where keys are numbers: a pass over the items for each byte in which keys differ. */
void sort_words(uint64_t *items, size_t count, unsigned item_words, unsigned key_words, unsigned threads);

#endif
