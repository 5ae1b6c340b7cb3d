/* What a worker knows of places in objects: the class of a sample's own address there. An open-addressing table by
 * object, mode and address in the object, at most three quarters full.
 *
 * Many address spaces have the same objects mapped at different addresses, so there are far fewer places than frames:
 * samples of a compilation with a thousand processes are at 460 thousand addresses, but at 160 thousand places. Where
 * only the symbol at a place counts, a slot stands for all places of a symbol in a granule of code, which makes the
 * table a quarter as large again; else for one. */
#ifndef ANALYSIS_PROFILE_COLLECT_CODE_SLOTS_H
#define ANALYSIS_PROFILE_COLLECT_CODE_SLOTS_H

#include "base/compiler.h"
#include "base/u64map.h"
#include "base/vec.h"

/* A place, of many, or a piece of code: all in one granule. */
struct code_slot {
	uint64_t addr;       /* in the object */
	uint64_t lowest_ip;  /* of all samples there: what is shown of a place is what it is there (key_env.h) */
	uint32_t object_1;   /* the object's id and the mode + 1 (code_object_1); 0: the slot is free */
	uint32_t class;      /* hist_leaf_class_of; with CODE_SLOT_UNNAMED where there is no symbol */
	uint32_t size_bytes; /* how far the piece reaches; a place: 1 */
};

/* What is known of a symbol, in one mode of one object. */
struct code_symbol {
	uint64_t lowest_ip;
	uint32_t class;
};

/* Zeroed it is empty; code_slots_done frees it, and it is empty again. */
struct code_slots {
	struct code_slot *slots;
	unsigned bits;
	size_t count, limit; /* limit: three quarters of the slots */
	/* Where only symbols count: by object_1 << 32 | id of the symbol, the number of its code_symbol + 1. */
	struct u64map symbol_1;
	VEC(struct code_symbol) symbols;
};

#define CODE_SLOT_UNNAMED (1u << 31)
/* Objects with higher numbers cannot be in the table. */
#define CODE_MAX_OBJECTS (1u << 28)

/* The number of an object (below CODE_MAX_OBJECTS) in a mode. */
static inline uint32_t code_object_1(uint32_t object_id, unsigned cpumode)
{
	return (object_id << 3 | (cpumode & 7)) + 1;
}

#define CODE_GRANULE_BYTES 256u

/* Multiplicative: the upper bits are the slot. Addresses of one granule, a cache line of code, begin at one slot: what
 * is hot together stands together, and a piece of a granule is found by each of its addresses. */
static inline uint64_t code_hash(uint32_t object_1, uint64_t addr)
{
	return (addr / CODE_GRANULE_BYTES ^ object_1 * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
}

/* Twice as many slots, at first 4096. Slots move. */
void code_slots_grow(struct code_slots *slots);
void code_slots_done(struct code_slots *slots);

/* The slot of a place, or the free one where it belongs; a new one is to be filled at once, which makes it count.
 * Valid until the next call. */
static inline struct code_slot *code_slot_of(struct code_slots *slots, uint32_t object_1, uint64_t addr)
{
	if (unlikely(slots->count >= slots->limit)) code_slots_grow(slots);
	size_t mask = ((size_t)1 << slots->bits) - 1;
	for (size_t at = code_hash(object_1, addr) >> (64 - slots->bits);; at = (at + 1) & mask) {
		struct code_slot *slot = &slots->slots[at];
		if (!slot->object_1 || (slot->object_1 == object_1 && addr - slot->addr < slot->size_bytes))
			return slot;
	}
}

#endif
