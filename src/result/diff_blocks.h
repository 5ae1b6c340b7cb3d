/* Basic blocks of one recording with the cycles that branch stacks say they took. */
#ifndef RESULT_DIFF_BLOCKS_H
#define RESULT_DIFF_BLOCKS_H

#include "base/arena.h"
#include "base/vec.h"

enum { DIFF_BLOCK_VALUES = 8 };

/* Addresses are distances from the start of the symbol, so that they mean the same in another build. */
struct diff_block {
	const char *dso, *symbol;
	uint32_t twin; /* as diff_row.twin */
	uint64_t start, end;
	const char *range; /* "[main+0 -> main+16]" */
	uint64_t cycles, count;
	/* What it took the first few times, in order of time. */
	uint32_t values[DIFF_BLOCK_VALUES];
	unsigned nr_values;
};
/* Zeroed it is empty; freed by diff_blocks_done. Texts are the arena's. */
struct diff_blocks {
	VEC(struct diff_block) blocks;
	struct arena arena;
};
static inline void diff_blocks_done(struct diff_blocks *blocks)
{
	vec_done(&blocks->blocks);
	arena_done(&blocks->arena);
}

#endif
