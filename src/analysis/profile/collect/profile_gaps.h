/* What a profile has no names or no callers for, counted as it is collected: workers count (struct gap_counts), the
 * counts are added up in each snapshot, and profile_gaps_find says what they mean. Reports turn it into advice:
 * record with other call chains, install debug information, and so on. */
#ifndef ANALYSIS_PROFILE_COLLECT_PROFILE_GAPS_H
#define ANALYSIS_PROFILE_COLLECT_PROFILE_GAPS_H

#include "base/vec.h"
#include "frame/resolver.h"
#include "model/model.h"
#include "perfdata/record/events.h"

/* Numbers of samples, all out of nr_samples. */
struct profile_gaps {
	uint64_t nr_samples;
	/* nr_chains: recorded chains that end in user addresses, but not of copied stacks or branch stacks. nr_lone:
	 * those of them of which the user's part is a single frame, so that frame pointers are probably missing. */
	uint64_t nr_chains, nr_lone;
	/* In memory of a program that no file is mapped at (code made by a JIT compiler), where neither a perf map
	 * nor a jitdump has a name. */
	uint64_t nr_generated;
	int32_t generated_pid;    /* the process that has most of these */
	const char *generated_by; /* its name; the model's; NULL: not known */
	/* Without a name, in files that cannot be opened here; only of files with 1 % of all samples or more. */
	uint64_t nr_gone;
	/* The file that has most of these, by its path; the model's text; NULL: none. */
	const char *gone;
};

/* A worker's counts. Zeroed memory is empty; gap_counts_done frees. */
struct gap_counts {
	uint64_t nr_samples, nr_chains, nr_lone;
	VEC(uint64_t) unnamed; /* samples without a name by dso id */
};

static inline void gap_counts_add_unnamed(struct gap_counts *counts, size_t dso_id, uint64_t nr_samples)
{
	while (dso_id >= counts->unnamed.count) vec_push(&counts->unnamed, (uint64_t)0);
	counts->unnamed.items[dso_id] += nr_samples;
}

/* Counts a sample and its chain, but not whether its own address has a name. */
static inline void gap_counts_note_chain(struct gap_counts *counts, const struct sample *sample)
{
	uint64_t n = sample->nr_callchain;
	counts->nr_samples++;
	/* the program's part of a chain is its last */
	if (n >= 2 && !(sample->callchain[n - 1] >> 63) &&
	    !(sample->event->attr.sample_type & (SAMPLE_STACK_USER | SAMPLE_BRANCH_STACK))) {
		counts->nr_chains++;
		counts->nr_lone += sample->callchain[n - 2] == CONTEXT_USER;
	}
}

/* Counts a sample. leaf: the frame of its own address. */
static inline void gap_counts_note(struct gap_counts *counts, const struct sample *sample, const struct frame *leaf)
{
	gap_counts_note_chain(counts, sample);
	if (unlikely(!leaf->symbol) && leaf->map) gap_counts_add_unnamed(counts, leaf->map->dso->id, 1);
}

/* Adds a worker's counts to those of all. */
void gap_counts_add(struct gap_counts *all, const struct gap_counts *counts);
void gap_counts_done(struct gap_counts *counts);
/* What the counts mean, in *ret: looks on the disk for the files of the objects that have most samples without a
 * name. Texts in *ret are the model's. */
void profile_gaps_find(struct profile_gaps *ret, const struct gap_counts *all, const struct model *model,
		       struct frame_space *frames);

#endif
