/* Tuples of u64 cells, each stored once: equal tuples have equal ids. Adding is thread safe, and so is reading a tuple
 * whose id one has. Ids depend on which thread came first: they tell tuples apart and say nothing about order. */
#ifndef ANALYSIS_PROFILE_COLLECT_CELLS_H
#define ANALYSIS_PROFILE_COLLECT_CELLS_H

#include "base/hash.h"
#include "base/registry.h"

/* Zeroed memory is not an empty one: cells_init comes first. */
struct cells {
	struct registry tuples;
	unsigned width; /* cells of a tuple; 0: all tuples are equal */
};

/* width: how many cells each tuple has. */
static inline void cells_init(struct cells *cells, unsigned width)
{
	cells->width = width;
	registry_init(&cells->tuples, width * sizeof(uint64_t), NULL, NULL);
}
static inline void cells_done(struct cells *cells) { registry_done(&cells->tuples); }
static inline uint32_t cells_count(const struct cells *cells) { return cells->tuples.count; }
/* The id of a tuple of `width` cells, which is copied when it is new. Any number of threads may call it. */
static inline uint32_t cells_id(struct cells *cells, const uint64_t *tuple)
{
	return registry_id(&cells->tuples, hash_words(tuple, cells->width), tuple);
}
/* The cells of an id; they never move. No lock is taken. */
static inline const uint64_t *cells_get(const struct cells *cells, uint32_t id)
{
	return (const uint64_t *)(const void *)registry_at(&cells->tuples, id);
}

#endif
