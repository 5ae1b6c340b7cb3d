/* Growable arrays: VEC(type) declares one, zero-initialised is empty.
 *
 *     VEC(struct map) maps = VEC_INIT;
 *     vec_push(&maps, map);
 *     for (size_t i = 0; i < maps.count; i++) use(&maps.items[i]);
 *     vec_done(&maps);
 *
 * Growing moves the items: pointers to them are valid until the next push, add or reserve. Each VEC(...) is a type of
 * its own, so that a function takes one inside a named struct. The macros evaluate v several times. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/compiler.h"

#define VEC(type)                       \
	struct {                        \
		type *items;            \
		size_t count, capacity; \
	}
#define VEC_INIT           \
	{                  \
		NULL, 0, 0 \
	}

/* For vec_reserve: makes room for count items of item_size in all, by half more than there was at least. */
void vec_grow(void **items, size_t *capacity, size_t count, size_t item_size);

/* Room for n items in all; the count stays. */
#define vec_reserve(v, n) \
	((n) > (v)->capacity ? vec_grow((void **)&(v)->items, &(v)->capacity, (n), sizeof(*(v)->items)) : (void)0)
/* The item may speak of v->count, which is still what it was. */
#define vec_push(v, item) (vec_reserve(v, (v)->count + 1), (v)->items[(v)->count] = (item), (void)(v)->count++)
/* Appends one uninitialised item and gives its address. */
#define vec_add(v) (vec_reserve(v, (v)->count + 1), &(v)->items[(v)->count++])
/* The last item's address; the vector must not be empty. */
#define vec_last(v) (&(v)->items[(v)->count - 1])
/* Empties it but keeps the memory. vec_done frees the memory, not what items point to. */
#define vec_clear(v) ((void)((v)->count = 0))
#define vec_done(v) (free((v)->items), (v)->items = NULL, (v)->count = (v)->capacity = 0)

#endif
