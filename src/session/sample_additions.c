#include "session/sample_additions.h"

#include <stdlib.h>

void sample_additions_apply(const struct sample_additions *additions, struct sample *sample)
{
	const uint64_t *found = u64map_find(&additions->by_turn, sample->turn);
	/* samples are decoded one over the other: these may be of the one before */
	if (!(sample->present & SAMPLE_BRANCH_STACK)) sample->nr_branches = 0;
	if (!found) return;
	const struct sample_addition *addition = (const struct sample_addition *)(uintptr_t)*found;
	if (addition->callchain && !(sample->present & SAMPLE_CALLCHAIN)) {
		sample->callchain = addition->callchain;
		sample->nr_callchain = addition->nr_callchain;
		sample->present |= SAMPLE_CALLCHAIN;
	}
	if (addition->branches && !(sample->present & SAMPLE_BRANCH_STACK)) {
		sample->branches = addition->branches;
		sample->nr_branches = addition->nr_branches;
		sample->branch_hw_idx = UINT64_MAX;
		sample->present |= SAMPLE_BRANCH_STACK;
	}
}

void sample_additions_free(struct sample_additions *additions)
{
	if (!additions) return;
	u64map_done(&additions->by_turn);
	arena_done(&additions->arena);
	free(additions);
}
