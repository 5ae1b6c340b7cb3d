/* What a hardware trace adds to samples of other events: the call chain and the last branches of the moment (letters G
 * and L of --itrace). Filled before the first pass, then only read: any number of threads may ask. */
#ifndef SESSION_SAMPLE_ADDITIONS_H
#define SESSION_SAMPLE_ADDITIONS_H

#include "base/arena.h"
#include "base/u64map.h"
#include "perfdata/record/sample.h"

/* Of one sample. A pointer is NULL where that is not added. */
struct sample_addition {
	const uint64_t *callchain;
	const struct branch_entry *branches; /* newest first */
	uint64_t nr_callchain, nr_branches;
};

/* Zero bytes but for arena, which is initialised. */
struct sample_additions {
	struct arena arena;    /* the additions, and what they point to */
	struct u64map by_turn; /* sample -> its struct sample_addition */
};

/* Puts what belongs to the sample, by its turn, where nothing of the kind was recorded. */
void sample_additions_apply(const struct sample_additions *additions, struct sample *sample);
/* Frees the object too, with all that samples point to. NULL is fine. */
void sample_additions_free(struct sample_additions *additions);

#endif
