/* What a profile has no names or no callers for, counted as it is collected. */
#ifndef ANALYSIS_PROFILE_PROFILE_GAPS_H
#define ANALYSIS_PROFILE_PROFILE_GAPS_H

#include "base/vec.h"
#include "frame/resolver.h"
#include "model/model.h"
#include "perfdata/record/events.h"

struct profile_gaps {
	uint64_t nr_samples;
	uint64_t nr_chains, nr_lone; /* recorded chains with a part in a program (but of copied stacks); those whose
					part is one frame */
	uint64_t nr_generated; /* in memory of a program that no file is mapped at (JIT), where no perf map or jitdump
				  has a name */
	int32_t generated_pid; /* the process that has most of these */
	const char *generated_by; /* its name; the model's; NULL: not known */
	uint64_t nr_gone; /* without a name, in files that are not to be had here; where each has 1 % of the samples or
			     more */
	const char *gone; /* the one that has most of these; the model's; NULL: none */
};

/* A worker's counts. */
struct gap_counts {
	uint64_t nr_samples, nr_chains, nr_lone;
	VEC(uint64_t) unnamed; /* samples without a name by dso id */
};

static inline void gap_counts_add_unnamed(struct gap_counts *counts, size_t dso_id, uint64_t nr_samples)
{
	while (dso_id >= counts->unnamed.count) vec_push(&counts->unnamed, (uint64_t)0);
	counts->unnamed.items[dso_id] += nr_samples;
}

/* leaf: the sample's own address. */
static inline void gap_counts_note(struct gap_counts *counts, const struct sample *sample, const struct frame *leaf)
{
	uint64_t n = sample->nr_callchain;
	counts->nr_samples++;
	/* the program's part of a chain is its last */
	if (n >= 2 && !(sample->callchain[n - 1] >> 63) &&
	    !(sample->event->attr.sample_type & (SAMPLE_STACK_USER | SAMPLE_BRANCH_STACK))) {
		counts->nr_chains++;
		counts->nr_lone += sample->callchain[n - 2] == CONTEXT_USER;
	}
	if (unlikely(!leaf->symbol) && leaf->map) gap_counts_add_unnamed(counts, leaf->map->dso->id, 1);
}

/* Adds a worker's counts to those of all. */
void gap_counts_add(struct gap_counts *all, const struct gap_counts *counts);
void gap_counts_done(struct gap_counts *counts);
/* What they mean: looks for the files of the objects that have most samples without a name. */
void profile_gaps_find(struct profile_gaps *ret, const struct gap_counts *all, const struct model *model,
		       struct frame_space *frames);

#endif
