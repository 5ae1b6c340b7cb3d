/* Basic blocks by the cycles that branch stacks say were spent in them (report --total-cycles). A block ends with a
 * branch and begins where the branch before it led to, in the same function; of several beginnings the first in the
 * function counts.
 *
 *     branch stack, oldest first:   a -> f+0x10    f+0x24 -> g    ...
 *     block:                             [f+0x10  ..  f+0x24], with the cycles of the branch that ends it
 *
 * Cycles are those since the branch before, as the CPU counts them (PERF_SAMPLE_BRANCH_STACK, struct
 * perf_branch_entry: cycles); branches without are left out. */
#ifndef ANALYSIS_PROFILE_ANSWERS_BLOCK_CYCLES_H
#define ANALYSIS_PROFILE_ANSWERS_BLOCK_CYCLES_H

#include "analysis/profile/collect/hist.h"
#include "analysis/profile/rows/hist_joiner.h"
#include "base/vec.h"
#include "result/diff_blocks.h"
#include "result/table.h"
#include "session/session.h"

/* A block of an event, added up over all samples. */
struct block_cycles_block {
	uint32_t event; /* perf_event.idx */
	const struct dso *dso;
	const struct symbol *symbol;
	/* Addresses as the object counts them. end: of the branch. start: of the function, where no branch before is
	 * known. */
	uint64_t start, end;
	bool has_start;
	uint64_t cycles, count; /* count: how often it was seen */
	/* The first times it was seen, in order of the samples' turns. */
	struct block_cycles_value {
		uint64_t turn;
		uint32_t cycles;
	} first[DIFF_BLOCK_VALUES];
	unsigned nr_first;
};

/* Filled by block_cycles_collect, freed by block_cycles_done; dso and symbol are the session's. */
struct block_cycles {
	VEC(struct block_cycles_block) blocks; /* by event; in an event the one with most cycles first */
	/* Cycles of all branches of an event, also of those that have no symbol; by perf_event.idx. */
	uint64_t *cycles_of_event;
};

/* Reads all samples of the session, on its threads. filter, event_switch: may be NULL. Returns 0, or -errno with err
 * set; *ret is to be freed in either case. */
int block_cycles_collect(struct block_cycles *ret, struct session *session, const struct sample_filter *filter,
			 const struct event_switch *event_switch, struct err *err) _warn_unused_;
void block_cycles_done(struct block_cycles *blocks);
/* Fills table (initialised by the caller, without columns) with an event's blocks that have at least percent_limit
 * (0 to 100) of its cycles, the heaviest first. hist: the profile of the same branches, whose rows decide what
 * averages are shares of; its entries are made when they are not there. */
void block_cycles_table(const struct block_cycles *blocks, struct hist *hist, struct hist_event *event,
			double percent_limit, struct table *table);
/* Adds an event's blocks to ret (zeroed by the caller, freed with diff_blocks_done). joiner: says which function of
 * several of one name; the profile at hand is hist. */
void block_cycles_list(const struct block_cycles *blocks, const struct hist *hist, const struct hist_event *event,
		       struct hist_joiner *joiner, struct diff_blocks *ret);

#endif
