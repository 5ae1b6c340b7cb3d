/* The inside of a resolver, for the loops over call chains: an address's look-up without a function call. */
#ifndef FRAME_RESOLVER_CACHE_H
#define FRAME_RESOLVER_CACHE_H

#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "frame/resolver.h"
#include "frame/resolver_mode.h"

/* 8 bytes: half of the hash, and where the frame is (id + 1; 0: free). */
struct cache_slot {
	uint32_t tag, frame;
};
struct thread_entry;
struct map_slot;

#define FRAME_CHUNK_BITS 10
#define FRAME_CHUNK (1u << FRAME_CHUNK_BITS)

struct resolver {
	struct frame_space *space;
	const struct machine *host;
	struct cache_slot *slots;
	unsigned slots_bits;
	uint32_t nr_frames, nr_threads;
	/* frames of addresses: the others are inlined calls, which are not looked up */
	uint32_t nr_in_slots;
	/* of what is known of threads: entries of an older one are asked for again */
	uint32_t generation;
	VEC(struct frame *) chunks; /* of FRAME_CHUNK frames each, one cache line a frame */
	/* the rest of the last block, which chunks are cut from */
	struct frame *block, *block_end;
	VEC(void *) blocks; /* to be freed */
	bool has_now;
	/* of resolver_set_now; without meaning unless has_now */
	uint64_t now_ns;
	/* that of the last question; NULL: none yet */
	struct thread_entry *last_thread;
	struct u64map threads;     /* machine's index << 32 | tid -> struct thread_entry * */
	struct arena arena;        /* threads, names */
	struct map_slot *maps;     /* of resolver_object; NULL: nobody asked yet */
	struct unwinder *unwinder; /* NULL: no stack was unwound yet */
	VEC(uint64_t) unwound;     /* the chain of the sample at hand: what was recorded of it, what was unwound */
};

/* The rest of resolver_lookup, for an address that is not in the table: makes its frame and adds it. */
const struct frame *resolver_miss(struct resolver *resolver, const struct resolver_mode *mode, uint64_t ip);

/* Multiplicative: the upper bits are the slot, the lower 32 the tag. */
static inline uint64_t cache_hash(uint64_t ip, uint64_t key)
{
	return (ip ^ key * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
}

static inline struct frame *resolver_frame(const struct resolver *resolver, uint32_t id)
{
	return &resolver->chunks.items[id >> FRAME_CHUNK_BITS][id & (FRAME_CHUNK - 1)];
}

/* A frame with the next id; all else in it is undefined. It is found by its id alone. */
struct frame *resolver_frame_new(struct resolver *resolver);

/* Starts fetching what resolver_lookup will read first: the table of a big recording does not fit the caches, and the
 * misses of a chain's addresses can be waited for together. */
static inline void resolver_prefetch(const struct resolver *resolver, const struct resolver_mode *mode, uint64_t ip)
{
	__builtin_prefetch(&resolver->slots[cache_hash(ip, mode->key) >> (64 - resolver->slots_bits)]);
}

/* The frame of an address, never NULL. Linear probing; ends since the table is at most half full. */
static inline const struct frame *resolver_lookup(struct resolver *resolver, const struct resolver_mode *mode,
						  uint64_t ip)
{
	size_t mask = ((size_t)1 << resolver->slots_bits) - 1;
	uint64_t hash = cache_hash(ip, mode->key);
	for (size_t at = hash >> (64 - resolver->slots_bits);; at = (at + 1) & mask) {
		struct cache_slot slot = resolver->slots[at];
		if (likely(slot.tag == (uint32_t)hash && slot.frame)) {
			const struct frame *frame = resolver_frame(resolver, slot.frame - 1);
			if (likely(frame->ip == ip && frame->key == mode->key)) return frame;
		}
		if (!slot.frame) return resolver_miss(resolver, mode, ip);
	}
}

#endif
