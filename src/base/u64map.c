/* Linear probing in a power of two of slots, at most two thirds full. Removal shifts the following entries back, so
 * there are no tombstones. Whether a slot is used is in bytes of their own, as every key and value is allowed. */
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"

void u64map_done(struct u64map *map)
{
	free(map->slots);
	free(map->used);
	*map = (struct u64map)U64MAP_INIT;
}

/* The slot that holds key, or the free one where it belongs. There is always a free slot. */
static size_t probe(const struct u64map *map, uint64_t key)
{
	size_t i = hash_u64(key) & map->mask;
	while (map->used[i] && map->slots[i].key != key) i = (i + 1) & map->mask;
	return i;
}

uint64_t *u64map_find(const struct u64map *map, uint64_t key)
{
	if (!map->slots) return NULL;
	size_t i = probe(map, key);
	return map->used[i] ? &map->slots[i].value : NULL;
}

static void resize(struct u64map *map, size_t slots)
{
	struct u64map old = *map;
	map->slots = xmalloc_huge(slots * sizeof(*map->slots));
	map->used = xcalloc(slots, 1);
	map->mask = slots - 1;
	for (size_t i = 0; old.slots && i <= old.mask; i++) {
		if (!old.used[i]) continue;
		size_t to = probe(map, old.slots[i].key);
		map->slots[to] = old.slots[i];
		map->used[to] = 1;
	}
	free(old.slots);
	free(old.used);
}

static void grow(struct u64map *map) { resize(map, map->slots ? (map->mask + 1) * 2 : 16); }

void u64map_reserve(struct u64map *map, size_t count)
{
	size_t slots = 16;
	while (slots / 2 < count && slots < SIZE_MAX / sizeof(*map->slots) / 4) slots *= 2;
	if (!map->slots || slots > map->mask + 1) resize(map, slots);
}

uint64_t *u64map_put(struct u64map *map, uint64_t key, bool *ret_new)
{
	if (unlikely(!map->slots)) grow(map);
	size_t i = probe(map, key);
	bool is_new = !map->used[i];
	if (is_new) {
		if (unlikely((map->count + 1) * 3 > (map->mask + 1) * 2)) {
			grow(map);
			i = probe(map, key);
		}
		map->slots[i] = (struct u64map_slot){ .key = key, .value = 0 };
		map->used[i] = 1;
		map->count++;
	}
	if (ret_new) *ret_new = is_new;
	return &map->slots[i].value;
}

bool u64map_remove(struct u64map *map, uint64_t key)
{
	if (!map->slots) return false;
	size_t hole = probe(map, key);
	if (!map->used[hole]) return false;
	for (size_t i = (hole + 1) & map->mask; map->used[i]; i = (i + 1) & map->mask) {
		size_t home = hash_u64(map->slots[i].key) & map->mask;
		/* An entry may move back only as far as its home slot: when home lies in (hole, i] it stays. */
		if (((i - home) & map->mask) < ((i - hole) & map->mask)) continue;
		map->slots[hole] = map->slots[i];
		hole = i;
	}
	map->used[hole] = 0;
	map->count--;
	return true;
}

bool u64map_next(const struct u64map *map, size_t *pos, uint64_t *ret_key, uint64_t *ret_value)
{
	if (!map->slots) return false;
	for (; *pos <= map->mask; (*pos)++) {
		if (!map->used[*pos]) continue;
		*ret_key = map->slots[*pos].key;
		*ret_value = map->slots[*pos].value;
		(*pos)++;
		return true;
	}
	return false;
}
