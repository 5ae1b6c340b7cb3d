/* Tuples of u64 cells, each stored once: equal tuples have equal ids. Adding is thread safe, and so is reading a tuple whose id
   one has. Ids depend on which thread came first: they tell tuples apart and say nothing about order. */
#ifndef ANALYSIS_CELLS_H
#define ANALYSIS_CELLS_H

#include "base/compiler.h"
#include "base/spinlock.h"

struct cells {
	struct spinlock lock;
	unsigned width;       /* cells of a tuple; 0: all tuples are equal */
	uint32_t count;
	uint64_t **chunks;    /* tuples by id, in blocks that never move */
	uint32_t *slots;      /* id + 1, 0 is free */
	size_t mask;
};

void cells_init(struct cells *cells, unsigned width);
void cells_done(struct cells *cells);
uint32_t cells_id(struct cells *cells, const uint64_t *tuple);
const uint64_t *cells_get(const struct cells *cells, uint32_t id);

#endif
