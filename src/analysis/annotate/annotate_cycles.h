/* Cycles of branch stacks by instruction: a part of annotate.h. Each worker has a struct annotate_cycles; they are put
 * together into one, which annotate_cycles_put reads a function's blocks from. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_CYCLES_H
#define ANALYSIS_ANNOTATE_ANNOTATE_CYCLES_H

#include "analysis/annotate/annotate.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "result/code_listing.h"

/* What is known of a branch: of all times that it was seen, and of the block that it ends. Of several beginnings of a
 * block the first in the function counts, the others are left out. */
struct annotate_block {
	uint64_t symbol_id, end; /* end: of the branch, of the kind that object_find takes */
	uint64_t count, cycles, min_cycles, max_cycles;
	bool has_start;
	uint64_t start, block_count, block_cycles;
};

/* Starts zeroed. */
struct annotate_cycles {
	struct u64map by_frame; /* frame of the branch -> index + 1 in blocks; 0: it is not wanted */
	VEC(struct annotate_block) blocks;
};
void annotate_cycles_done(struct annotate_cycles *cycles);

/* Adds the branches of a sample. only: the function that counts; NULL: all do. */
void annotate_cycles_add(struct annotate_cycles *cycles, struct resolver *resolver, const struct sample *sample,
			 const struct sample_task *task, const char *only);
/* Puts what another one has behind one's own. */
void annotate_cycles_append(struct annotate_cycles *cycles, const struct annotate_cycles *from);
/* After all appends: one block for each branch, by function, then address. */
void annotate_cycles_merge(struct annotate_cycles *cycles);
/* Whether the function has any, after a merge. */
bool annotate_cycles_any(const struct annotate_cycles *cycles, const struct symbol *symbol);
/* Fills the listing's cycles, IPC and coverage, after a merge. All lines are there. bias: of addresses of blocks over
 * those of lines. */
void annotate_cycles_put(const struct annotate_cycles *cycles, const struct symbol *symbol, uint64_t bias,
			 struct code_listing *listing);

#endif
