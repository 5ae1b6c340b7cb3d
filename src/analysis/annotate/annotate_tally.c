/* One table a worker: open addressing, a slot of half a cache line holds key and weights. Tables of large recordings do
 * not fit the caches, so samples wait in a queue while their slots are fetched. */
#include "analysis/annotate/annotate_tally.h"

#include <string.h>

enum { FIRST_BITS = 10 };

void annotate_tally_done(struct annotate_tally *tally)
{
	free(tally->slots);
	u64map_done(&tally->spaces);
	*tally = (struct annotate_tally){ 0 };
}

static inline size_t slot_of(const struct annotate_tally *tally, uint64_t mode_event, uint64_t ip)
{
	return ((ip ^ mode_event * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u) >> (64 - tally->bits);
}

/* The slot of a place: its own, or the free one where it would be. */
static inline struct annotate_place *find(const struct annotate_tally *tally, uint64_t mode_event, uint64_t ip)
{
	size_t mask = ((size_t)1 << tally->bits) - 1;
	for (size_t at = slot_of(tally, mode_event, ip);; at = (at + 1) & mask) {
		struct annotate_place *slot = &tally->slots[at];
		if ((slot->ip == ip && slot->mode_event == mode_event) || !slot->mode_event) return slot;
	}
}

static void grow(struct annotate_tally *tally)
{
	struct annotate_place *before = tally->slots;
	size_t nr_before = before ? (size_t)1 << tally->bits : 0;
	/* four times as large while small, then twice */
	unsigned more = tally->bits < 16 ? 2 : 1;
	tally->bits = before ? tally->bits + more : FIRST_BITS;
	size_t size_bytes = ((size_t)1 << tally->bits) * sizeof(*tally->slots);
	tally->slots = memset(xmalloc_huge(size_bytes), 0, size_bytes);
	for (size_t i = 0; i < nr_before; i++)
		if (before[i].mode_event) *find(tally, before[i].mode_event, before[i].ip) = before[i];
	free(before);
}

void annotate_tally_flush(struct annotate_tally *tally)
{
	for (unsigned i = 0; i < tally->nr_queued; i++) {
		uint64_t mode_event = tally->queue[i].mode_event, ip = tally->queue[i].ip;
		struct annotate_place *slot = find(tally, mode_event, ip);
		if (unlikely(!slot->mode_event)) {
			*slot = (struct annotate_place){ .mode_event = mode_event, .ip = ip };
			tally->count++;
		}
		slot->nr_samples++;
		slot->period += tally->queue[i].period;
		/* at most three quarters full */
		if (unlikely(tally->count * 4 >= (size_t)3 << tally->bits)) grow(tally);
	}
	tally->nr_queued = 0;
}

static void note_space(struct annotate_tally *tally, const struct resolver_mode *mode)
{
	*u64map_put(&tally->spaces, mode->key, NULL) = (uintptr_t)mode->space;
	tally->known[mode->key % ANNOTATE_KNOWN] = mode->key + 1;
}

void annotate_tally_add(struct annotate_tally *tally, const struct resolver_mode *mode, uint64_t ip, uint32_t event,
			uint64_t period)
{
	uint64_t mode_event = 1 + (mode->key << ANNOTATE_EVENT_BITS | event);
	if (unlikely(!tally->slots)) grow(tally);
	if (unlikely(tally->known[mode->key % ANNOTATE_KNOWN] != mode->key + 1)) note_space(tally, mode);
	__builtin_prefetch(&tally->slots[slot_of(tally, mode_event, ip)], 1);
	unsigned at = tally->nr_queued++;
	tally->queue[at].mode_event = mode_event;
	tally->queue[at].ip = ip;
	tally->queue[at].period = period;
	if (tally->nr_queued == ANNOTATE_QUEUE) annotate_tally_flush(tally);
}

void annotate_tally_append(const struct annotate_tally *tally, struct annotate_places *ret)
{
	size_t nr_slots = tally->slots ? (size_t)1 << tally->bits : 0;
	vec_reserve(&ret->list, ret->list.count + tally->count);
	for (size_t i = 0; i < nr_slots; i++)
		if (tally->slots[i].nr_samples) vec_push(&ret->list, tally->slots[i]);
}

void annotate_tally_decay(struct annotate_tally *tally, double factor)
{
	size_t nr_slots = tally->slots ? (size_t)1 << tally->bits : 0;
	annotate_tally_flush(tally);
	for (size_t i = 0; i < nr_slots; i++) {
		struct annotate_place *slot = &tally->slots[i];
		slot->nr_samples = (uint64_t)((double)slot->nr_samples * factor);
		slot->period = (uint64_t)((double)slot->period * factor);
	}
}

void annotate_tally_merge_spaces(struct annotate_tally *tally, const struct annotate_tally *from)
{
	uint64_t key, value;
	for (size_t pos = 0; u64map_next(&from->spaces, &pos, &key, &value);)
		*u64map_put(&tally->spaces, key, NULL) = value;
}

struct resolver_mode annotate_tally_mode(const struct annotate_tally *tally, uint64_t key)
{
	const uint64_t *space = u64map_find(&tally->spaces, key);
	return (struct resolver_mode){ .space = space ? (const struct space_version *)(uintptr_t)*space : NULL,
				       .key = key,
				       .cpumode = (enum cpumode)(key & 7) };
}
