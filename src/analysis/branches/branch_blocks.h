/* Basic blocks in a branch stack that has cycles. A block ends with a branch; it began where the branch before led to:
 *
 *     branch stack, oldest first:   a -> f+0x10    f+0x24 -> g    ...
 *     block:                             [f+0x10  ..  f+0x24], with the cycles of the branch that ends it
 *
 *     struct branch_blocks walk = branch_blocks_begin(resolver, &task, sample);
 *     struct branch_block block;
 *     while (branch_blocks_next(&walk, &block)) ...
 */
#ifndef ANALYSIS_BRANCHES_BRANCH_BLOCKS_H
#define ANALYSIS_BRANCHES_BRANCH_BLOCKS_H

#include "frame/resolver.h"

/* Cycles since the branch before, as the CPU counts them (struct perf_branch_entry: cycles); 0: not told. */
static inline uint64_t branch_cycles(const struct branch_entry *branch) { return branch->flags >> 4 & 0xffff; }

struct branch_block {
	const struct frame *end;   /* the branch */
	const struct frame *start; /* where the branch before led to, in any function; NULL: there is none */
	uint64_t cycles;
};

/* Everything is borrowed. left: branches that are still to come, the newest of which is the first of the sample. */
struct branch_blocks {
	struct resolver *resolver;
	const struct sample_task *task;
	const struct sample *sample;
	uint64_t left;
};

static inline struct branch_blocks branch_blocks_begin(struct resolver *resolver, const struct sample_task *task,
						       const struct sample *sample)
{
	return (struct branch_blocks){ resolver, task, sample, sample->nr_branches };
}

/* Addresses of the upper half are the kernel's. */
static inline const struct frame *branch_frame(const struct branch_blocks *walk, uint64_t ip)
{
	return resolver_ip(walk->resolver, walk->task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip);
}

/* The next newer branch that has cycles. False: there is none. */
static inline bool branch_blocks_next(struct branch_blocks *walk, struct branch_block *ret)
{
	const struct sample *sample = walk->sample;
	while (walk->left) {
		const struct branch_entry *branch = &sample->branches[--walk->left];
		bool is_oldest = walk->left + 1 == sample->nr_branches;
		ret->cycles = branch_cycles(branch);
		if (!ret->cycles) continue;
		ret->end = branch_frame(walk, branch->from);
		ret->start = is_oldest ? NULL : branch_frame(walk, branch[1].to);
		return true;
	}
	return false;
}

#endif
