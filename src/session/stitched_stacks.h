/* Call stacks of branch records that go on with what earlier samples of the same thread knew (--stitch-lbr). Of a
 * recording, they are filled by one pass over the samples in order of time (session_stitch_stacks) and only read
 * afterwards: any number of threads may ask. Of samples that are still coming, each step gives the sample's own
 * (stitched_stacks_step), and what is known is forgotten when it has become much. */
#ifndef SESSION_STITCHED_STACKS_H
#define SESSION_STITCHED_STACKS_H

#include "base/arena.h"
#include "base/u64map.h"
#include "perfdata/feature/header.h"
#include "perfdata/record/sample.h"

/* Created with max_entries set and links initialised; zero bytes else. */
struct stitched_stacks {
	struct arena links;
	struct u64map by_turn;   /* sample -> its struct lbr_link */
	struct u64map histories; /* thread -> struct lbr_history; empty once all samples are in */
	uint32_t max_entries;    /* registers of the machine: a stack of so many may go on */
};

/* The next sample in order of time; one without such a stack is left out. */
void stitched_stacks_add(struct stitched_stacks *stacks, const struct sample *sample);
/* The same without remembering it: what the sample's stack goes on with, until stitched_stacks_forget; NULL: nothing.
 */
const struct lbr_link *stitched_stacks_step(struct stitched_stacks *stacks, const struct sample *sample);
/* Begins anew: the next stack of each thread is not continued. Links are gone. */
void stitched_stacks_forget(struct stitched_stacks *stacks);
/* Memory that links and histories take, about. */
size_t stitched_stacks_bytes(const struct stitched_stacks *stacks);
/* How many LBR registers the recorded machine has, from "branches=N" among the PMU capabilities of the header
 * (HEADER_CPU_PMU_CAPS, HEADER_PMU_CAPS). 0: not known, or more than any CPU has. */
uint32_t stitched_stacks_registers(const struct perf_header *header);
/* All samples are in. */
void stitched_stacks_end(struct stitched_stacks *stacks);
/* What the sample's stack goes on with; NULL: nothing. Lives as long as stacks. */
const struct lbr_link *stitched_stacks_find(const struct stitched_stacks *stacks, uint64_t turn);
/* Frees the object too, with all links. NULL is fine. */
void stitched_stacks_free(struct stitched_stacks *stacks);

#endif
