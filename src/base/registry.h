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

struct registry_slot {
	uint32_t tag, id_1;
}; /* the low half of the hash; id + 1, 0 is free */
struct registry_shard {
	struct spinlock lock;
	uint32_t count, mask;
	struct registry_slot *slots;
} __attribute__((aligned(64)));

struct registry {
	size_t record_size;
	/* Is the record the wanted one? NULL: when their bytes are equal. */
	bool (*equal)(const void *record, const void *wanted);
	/* A record that was there is met again; its shard is locked, so that what nobody reads meanwhile may be
	 * changed; may be NULL. */
	void (*meet)(void *record, const void *wanted);
	uint32_t count;
	uint8_t *chunks[REGISTRY_CHUNKS]; /* each twice as large as the one before */
	struct registry_shard *shards;
};

void registry_init(struct registry *registry, size_t record_size, bool (*equal)(const void *record, const void *wanted),
		   void (*meet)(void *record, const void *wanted));
void registry_done(struct registry *registry); /* zeroed: fine */
/* The id of the record that equals *wanted, which is copied when it is new. hash: all bits of it matter. */
uint32_t registry_id(struct registry *registry, uint64_t hash, const void *wanted);

static inline void *registry_at(const struct registry *registry, uint32_t id)
{
	uint32_t place = id + (1u << REGISTRY_FIRST_BITS);
	unsigned chunk = 31 - (unsigned)__builtin_clz(place);
	return registry->chunks[chunk - REGISTRY_FIRST_BITS] + (size_t)(place - (1u << chunk)) * registry->record_size;
}

#endif
