/* Putting records in order by their turn (stream/rounds.h). Rings are already sorted, so what is sorted are few long
 * runs: a natural merge sort, stable, of 16-byte entries. */
#ifndef STREAM_ORDER_H
#define STREAM_ORDER_H

#include <stdbool.h>
#include "base/vec.h"

/* Where a record is: block, index of the record in it, byte offset in it. Comparing places compares positions in the
 * stream. Bits: 22 for the offset (blocks are about 1 MiB), 19 for the index (records have at least 8 bytes), 23
 * for the block. */
#define PLACE_OFFSET_BITS 22
#define PLACE_INDEX_BITS 19
/* key: what is sorted by, mostly turn_key; place: what the entry stands for, mostly of place_make. */
struct order_entry {
	uint64_t key, place;
};
static inline uint64_t place_make(uint64_t block, uint64_t index, uint64_t offset)
{
	return block << (PLACE_OFFSET_BITS + PLACE_INDEX_BITS) | index << PLACE_OFFSET_BITS | offset;
}
static inline size_t place_block(uint64_t place) { return place >> (PLACE_OFFSET_BITS + PLACE_INDEX_BITS); }
static inline size_t place_index(uint64_t place) { return place >> PLACE_OFFSET_BITS & ((1u << PLACE_INDEX_BITS) - 1); }
static inline size_t place_offset(uint64_t place) { return place & ((1u << PLACE_OFFSET_BITS) - 1); }

struct order_list {
	struct order_entry *items;
	size_t count, capacity;
};
void order_list_done(struct order_list *list);
static inline void order_list_push(struct order_list *list, uint64_t key, uint64_t place)
{
	struct order_entry entry = { key, place };
	vec_push(list, entry);
}
/* Sorts by key; equal keys stay in their order. Linear when already sorted. spare: another list, whose memory is used
 * and whose entries are lost; it may take over list's memory. */
void order_list_sort(struct order_list *list, struct order_list *spare);
/* Late records of a round share one key (stream/rounds.h): in a sorted list, puts each such group in order of the times
 * that time_ns says of their places. */
void order_list_sort_late(struct order_list *list, uint64_t (*time_ns)(const void *ctx, uint64_t place),
			  const void *ctx);
/* In a sorted list, puts entries of equal key in order of their places. */
void order_list_sort_places(struct order_list *list);
/* Merges sorted lists, earlier lists first among equal keys, into ret (which is emptied first, and may be none of
 * lists). The lists are not changed. */
void order_merge(const struct order_list *lists, size_t nr_lists, struct order_list *ret, struct order_list *spare);

#endif
