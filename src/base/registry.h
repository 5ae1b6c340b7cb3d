/* Records that many threads look up and add, each stored once: equal records have one id. Ids count from 0 without
 * gaps, in an order that depends on which thread came first: they tell records apart and say nothing else. A record
 * never moves, and may be read without a lock by whoever has its id.
 *
 * Slots are spread over shards by hash, each with a lock of its own, so that threads rarely wait for each other. */
#ifndef BASE_REGISTRY_H
#define BASE_REGISTRY_H

#include <stdbool.h>
#include "base/compiler.h"
#include "base/spinlock.h"

enum { REGISTRY_SHARDS = 64, REGISTRY_CHUNKS = 22, REGISTRY_FIRST_BITS = 10 };

/* A row of a shard's hash table (linear probing, at most half full). */
struct registry_slot {
	uint32_t tag, id_1;
}; /* the low half of the hash; id + 1, 0 is free */
struct registry_shard {
	struct spinlock lock;
	uint32_t count, mask;
	struct registry_slot *slots;
} __attribute__((aligned(64)));

/* Private, but for count. Functions may be called by several threads at once, but for init and done. */
struct registry {
	/* Bytes of a record; records are copied with memcpy. */
	size_t record_size;
	/* Is the record the wanted one? NULL: when their bytes are equal. */
	bool (*equal)(const void *record, const void *wanted);
	/* A record that was there is met again; its shard is locked, so that what nobody reads meanwhile may be
	 * changed; may be NULL. */
	void (*meet)(void *record, const void *wanted);
	/* The number of records, and the next id. May be read while nobody adds. */
	uint32_t count;
	/* Chunk i holds 2^(10 + i) records, so that a record's chunk and place follow from the highest bit of id +
	 * 1024, and no record ever moves. NULL until its first record is added. */
	uint8_t *chunks[REGISTRY_CHUNKS];
	struct registry_shard *shards;
};

/* Makes an empty registry. equal and meet are called with a shard's lock held: they must be short and must not call the
 * registry. */
void registry_init(struct registry *registry, size_t record_size, bool (*equal)(const void *record, const void *wanted),
		   void (*meet)(void *record, const void *wanted));
/* Frees all records. Fine for a zeroed struct. No other thread may use it. */
void registry_done(struct registry *registry);
/* The id of the record that equals *wanted, which is copied when it is new. hash: of what makes records equal; its
 * upper six bits choose the shard and its lower 32 bits the slot, so all bits of it matter. Thread safe. There may be
 * 2^32 - 1025 records. */
uint32_t registry_id(struct registry *registry, uint64_t hash, const void *wanted);

/* The record with this id, which registry_id must have returned. Valid until registry_done. */
static inline void *registry_at(const struct registry *registry, uint32_t id)
{
	uint32_t place = id + (1u << REGISTRY_FIRST_BITS);
	unsigned chunk = 31 - (unsigned)__builtin_clz(place);
	return registry->chunks[chunk - REGISTRY_FIRST_BITS] + (size_t)(place - (1u << chunk)) * registry->record_size;
}

#endif
