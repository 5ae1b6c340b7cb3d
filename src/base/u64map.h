/* A hash table from u64 to u64: any key, any value; pointers are stored as (uintptr_t), small structs by their index in
 * an array. Not thread safe for writing; several threads may call u64map_find and u64map_next while nobody writes. */
#ifndef BASE_U64MAP_H
#define BASE_U64MAP_H

#include <stdbool.h>
#include "base/compiler.h"

struct u64map_slot {
	uint64_t key, value;
};
/* Start with U64MAP_INIT, or zeroed. Nothing is allocated before the first put or reserve. */
struct u64map {
	struct u64map_slot *slots;
	uint8_t *used;      /* one byte per slot */
	size_t count, mask; /* mask + 1 slots, a power of two; no table while slots == NULL */
};

#define U64MAP_INIT              \
	{                        \
		NULL, NULL, 0, 0 \
	}
/* Frees the table; it is empty afterwards and may be used again. */
void u64map_done(struct u64map *map);
/* The value's address, NULL when the key is absent. Valid until the next put, reserve or remove. */
uint64_t *u64map_find(const struct u64map *map, uint64_t key);
/* Makes room for count keys at once. */
void u64map_reserve(struct u64map *map, size_t count);
/* The value's address, inserted as 0 when absent; *ret_new (may be NULL) tells which. Valid until the next put, reserve
 * or remove. */
uint64_t *u64map_put(struct u64map *map, uint64_t key, bool *ret_new);
/* false: the key was absent. The table does not get smaller. */
bool u64map_remove(struct u64map *map, uint64_t key);
/* Iterates: start with *pos = 0; false at the end. Order is unspecified but the same for the same history. The map must
 * not be changed meanwhile. */
bool u64map_next(const struct u64map *map, size_t *pos, uint64_t *ret_key, uint64_t *ret_value);

#endif
