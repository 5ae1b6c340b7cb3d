/* Branch stacks as a continuation of call chains (report --branch-history): the way that the program took to the
 * sample. From the outermost call inwards come the frames of the call chain, then the recorded branches, oldest first,
 * each where it came from and where it went. A loop is walked once: what of the history repeats what is right before it
 * is left out and counted. */
#ifndef ANALYSIS_PROFILE_BRANCH_HISTORY_H
#define ANALYSIS_PROFILE_BRANCH_HISTORY_H

#include "base/outbuf.h"
#include "base/vec.h"
#include "frame/callchain.h"

struct branch_step {
	const struct frame *frame;
	const struct branch_entry *branch; /* NULL: a frame of the call chain */
	bool is_target;                    /* where the branch went */
	uint32_t iterations;               /* more of the loop that ends with this branch */
};
struct branch_history {
	VEC(struct branch_step) steps;  /* of the sample at hand, outermost first */
	VEC(uint32_t) kept, iterations; /* scratch: branches by age */
};
void branch_history_done(struct branch_history *history);

void branch_history_make(struct branch_history *history, struct resolver *resolver, const struct sample_task *task,
			 const struct sample *sample, const struct frame *const *frames, size_t nr_frames);

/* The end of a branch: kernel code by what is mapped there, else user code. */
const struct frame *branch_end(struct resolver *resolver, const struct sample_task *task, uint64_t ip);

/* What is added up for each place on such a way. */
enum branch_sum {
	BRANCH_SUM_TAKEN,
	BRANCH_SUM_CYCLES,
	BRANCH_SUM_JUDGED,
	BRANCH_SUM_PREDICTED,
	BRANCH_SUM_ABORTED,
	BRANCH_SUM_ITERATIONS,
	BRANCH_SUMS
};
void branch_sums_add(uint64_t sums[BRANCH_SUMS], const struct branch_step *step);
/* Appends " (predicted:50.0% cycles:3)", " (calltrace)" for what no branch came to, or nothing where there is nothing
 * to say. */
void branch_sums_format(const uint64_t sums[BRANCH_SUMS], struct outbuf *out);

#endif
