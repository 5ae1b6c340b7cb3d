/* Arrays of megabytes that are filled soon, and whose size is known before: on huge pages, where a fault is one instead
 * of 512. */
#ifndef BASE_VEC_HUGE_H
#define BASE_VEC_HUGE_H

#include "base/vec.h"

/* Room for n items of an empty array that has no memory yet. What is not filled costs addresses alone; an array that
 * outgrows it goes on as any other. */
#define vec_reserve_huge(v, n) \
	((v)->items = xmalloc_huge(((n) + 1) * sizeof(*(v)->items)), (void)((v)->capacity = (n) + 1))

#endif
