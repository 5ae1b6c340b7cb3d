/* Branch stacks as a continuation of call chains (report --branch-history): the way that the program took to the
 * sample. From the outermost call inwards come the frames of the call chain, then the recorded branches, oldest
 * first, each with where it came from and where it went. A loop is walked once: what repeats the steps right before
 * it is left out and counted.
 *
 *     chain main, run;  branches A>B  C>D  C>D  C>D      steps: main run A B C D, C has iterations 2 */
#ifndef ANALYSIS_BRANCHES_BRANCH_HISTORY_H
#define ANALYSIS_BRANCHES_BRANCH_HISTORY_H

#include "base/outbuf.h"
#include "base/vec.h"
#include "frame/callchain.h"

/* A step of the way: a frame of the call chain, or an end of a branch. */
struct branch_step {
	const struct frame *frame;
	/* The sample's; NULL: the step is a frame of the call chain. */
	const struct branch_entry *branch;
	/* The step is where the branch went, not where it came from. */
	bool is_target;
	/* Where a loop ends with this branch: how often it was gone through once more. */
	uint32_t iterations;
};
/* One for each thread, used again for each sample. Zeroed memory is empty; branch_history_done frees. */
struct branch_history {
	VEC(struct branch_step) steps; /* of the sample at hand, outermost first */
	/* Private. kept: branches that are no repetition, as indices in the branch stack, oldest first. iterations:
	 * of each. */
	VEC(uint32_t) kept, iterations;
};
void branch_history_done(struct branch_history *history);

/* Fills history->steps for a sample. frames: its call chain, outermost first. Steps are valid until the next call.
 * For each branch loops of up to 64 branches are tried (MAX_LOOP). */
void branch_history_make(struct branch_history *history, struct resolver *resolver, const struct sample_task *task,
			 const struct sample *sample, const struct frame *const *frames, size_t nr_frames);

/* The frame of an end of a branch, of which no CPU mode is recorded: addresses of the upper half are kernel code
 * where something is mapped there, all others user code, or kernel code where only that is mapped. */
const struct frame *branch_end(struct resolver *resolver, const struct sample_task *task, uint64_t ip);

/* What is added up for each place on such a way. */
enum branch_sum {
	/* Steps that were ends of branches; 0: the place is on call chains only. */
	BRANCH_SUM_TAKEN,
	/* Cycles before branches from here. */
	BRANCH_SUM_CYCLES,
	/* Branches to here of which the CPU says whether they were predicted; those that were predicted rightly. */
	BRANCH_SUM_JUDGED,
	BRANCH_SUM_PREDICTED,
	/* Branches from here that aborted a transaction. */
	BRANCH_SUM_ABORTED,
	BRANCH_SUM_ITERATIONS,
	BRANCH_SUMS
};
/* Adds a step to the sums of its place. */
void branch_sums_add(uint64_t sums[BRANCH_SUMS], const struct branch_step *step);
/* Appends " (predicted:50.0% cycles:3)", " (calltrace)" for what no branch came to, or nothing where there is nothing
 * to say. */
void branch_sums_format(const uint64_t sums[BRANCH_SUMS], struct outbuf *out);

/* What is added up over the branches of a whole way. */
enum way_sum {
	WAY_BRANCHES,
	/* Of which the CPU says whether they were predicted; those that were predicted rightly. */
	WAY_JUDGED,
	WAY_PREDICTED,
	WAY_ABORTED, /* transactions */
	WAY_CYCLES,  /* before the branches */
	WAY_SUMS
};
/* Adds the branches of the way that branch_history_make found. */
void way_sums_add(uint64_t sums[WAY_SUMS], const struct branch_history *history);

#endif
