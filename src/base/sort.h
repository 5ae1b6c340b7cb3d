/* Sorting large arrays on several threads. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>

/* As qsort_r, and stable: items that compare equal keep their order. compare must be safe to call from several threads.
 */
void sort_parallel(void *items, size_t count, size_t item_size, int (*compare)(const void *a, const void *b, void *ctx),
		   void *ctx, unsigned threads);

#endif
