/* Call stacks of branch records that go on with what earlier samples of the same thread knew (--stitch-lbr). Filled by
 * one pass over the samples in order of time (session_stitch_stacks), only read afterwards: any number of threads may
 * ask. */
#ifndef SESSION_STITCHED_STACKS_H
#define SESSION_STITCHED_STACKS_H

#include "base/arena.h"
#include "base/u64map.h"
#include "perfdata/record/sample.h"

/* Created by session_stitch_stacks with max_entries set and links initialised; zero bytes else. */
struct stitched_stacks {
	struct arena links;
	struct u64map by_turn;   /* sample -> its struct lbr_link */
	struct u64map histories; /* thread -> struct lbr_history; empty once all samples are in */
	uint32_t max_entries;    /* registers of the machine: a stack of so many may go on */
};

/* The next sample in order of time; one without such a stack is left out. */
void stitched_stacks_add(struct stitched_stacks *stacks, const struct sample *sample);
/* All samples are in. */
void stitched_stacks_end(struct stitched_stacks *stacks);
/* What the sample's stack goes on with; NULL: nothing. Lives as long as stacks. */
const struct lbr_link *stitched_stacks_find(const struct stitched_stacks *stacks, uint64_t turn);
/* Frees the object too, with all links. NULL is fine. */
void stitched_stacks_free(struct stitched_stacks *stacks);

#endif
