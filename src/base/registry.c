/* Hash tables by shard, and records in chunks that all shards share.
 *
 *     hash -> shard (its lock) -> slot { tag, id } -> chunks[...] -> record
 *
 * The table of a shard holds ids only and can be rebuilt under its lock; the records stay where they are, so readers
 * need no lock. A record is written before its shard's lock is released, and an id gets to other threads only after
 * that. */
#include "base/registry.h"
#include <assert.h>
#include <string.h>

enum { FIRST_SLOTS = 16 };

void registry_init(struct registry *registry, size_t record_size, bool (*equal)(const void *record, const void *wanted),
		   void (*meet)(void *record, const void *wanted))
{
	*registry = (struct registry){ .record_size = record_size, .equal = equal, .meet = meet };
	size_t size_bytes = REGISTRY_SHARDS * sizeof(*registry->shards);
	registry->shards = memset(xmalloc_huge(size_bytes), 0, size_bytes);
}

void registry_done(struct registry *registry)
{
	for (size_t i = 0; registry->shards && i < REGISTRY_SHARDS; i++) free(registry->shards[i].slots);
	free(registry->shards);
	for (size_t i = 0; i < REGISTRY_CHUNKS; i++) free(registry->chunks[i]);
	*registry = (struct registry){ 0 };
}

/* Twice as many slots. The tags in the slots are enough to place them anew: no record is looked at. */
static void grow(struct registry_shard *shard)
{
	struct registry_slot *old = shard->slots;
	uint32_t nr_old = old ? shard->mask + 1 : 0, mask = old ? shard->mask * 2 + 1 : FIRST_SLOTS - 1;
	struct registry_slot *slots = xcalloc((size_t)mask + 1, sizeof(*slots));
	for (uint32_t i = 0; i < nr_old; i++) {
		if (!old[i].id_1) continue;
		uint32_t at = old[i].tag & mask;
		while (slots[at].id_1) at = (at + 1) & mask;
		slots[at] = old[i];
	}
	free(old);
	shard->slots = slots;
	shard->mask = mask;
}

/* Takes the next id and copies the record to its place. Threads of different shards may need the same new chunk at the
 * same time: each makes one, the first to store its pointer wins and the other frees its own. */
static uint32_t add(struct registry *registry, const void *wanted)
{
	uint32_t id = __atomic_fetch_add(&registry->count, 1, __ATOMIC_RELAXED);
	unsigned chunk = 31 - (unsigned)__builtin_clz(id + (1u << REGISTRY_FIRST_BITS)) - REGISTRY_FIRST_BITS;
	assert(id < UINT32_MAX - (1u << REGISTRY_FIRST_BITS) && chunk < REGISTRY_CHUNKS);
	uint8_t *records = __atomic_load_n(&registry->chunks[chunk], __ATOMIC_ACQUIRE);
	if (!records) {
		uint8_t *made = xmalloc_huge(registry->record_size << (chunk + REGISTRY_FIRST_BITS));
		if (!__atomic_compare_exchange_n(&registry->chunks[chunk], &records, made, false, __ATOMIC_ACQ_REL,
						 __ATOMIC_ACQUIRE))
			free(made);
	}
	memcpy(registry_at(registry, id), wanted, registry->record_size);
	return id;
}

uint32_t registry_id(struct registry *registry, uint64_t hash, const void *wanted)
{
	struct registry_shard *shard = &registry->shards[hash >> 58];
	uint32_t tag = (uint32_t)hash, id;
	spinlock_lock(&shard->lock);
	if (unlikely(shard->count * 2 >= shard->mask)) grow(shard);
	uint32_t at = tag & shard->mask;
	for (;; at = (at + 1) & shard->mask) {
		struct registry_slot slot = shard->slots[at];
		if (!slot.id_1) break;
		if (slot.tag != tag) continue;
		void *record = registry_at(registry, slot.id_1 - 1);
		if (registry->equal ? !registry->equal(record, wanted)
				    : memcmp(record, wanted, registry->record_size) != 0)
			continue;
		if (registry->meet) registry->meet(record, wanted);
		id = slot.id_1 - 1;
		goto out;
	}
	id = add(registry, wanted);
	shard->slots[at] = (struct registry_slot){ tag, id + 1 };
	shard->count++;
out:
	spinlock_unlock(&shard->lock);
	return id;
}
