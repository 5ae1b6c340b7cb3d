/* Basic blocks by the cycles that branch stacks say were spent in them (report --total-cycles). A block ends with a
 * branch and begins where the branch before it led to, in the same function; of several beginnings the first in the
 * function counts. */
#ifndef ANALYSIS_PROFILE_BLOCK_CYCLES_H
#define ANALYSIS_PROFILE_BLOCK_CYCLES_H

#include "analysis/profile/hist.h"
#include "base/vec.h"
#include "result/table.h"
#include "session/session.h"

struct block_cycles_block {
	uint32_t event; /* perf_event.idx */
	const struct dso *dso;
	const struct symbol *symbol;
	uint64_t start, end; /* in the object; start: of the function where no branch before is known */
	bool has_start;
	uint64_t cycles, count; /* count: how often it was seen */
};

struct block_cycles {
	VEC(struct block_cycles_block) blocks; /* by event; in an event the one with most cycles first */
	uint64_t *cycles_of_event; /* of all its branches, also those that have no symbol; by perf_event.idx */
};

/* filter, event_switch: may be NULL. Returns 0, or -errno with err set. */
int block_cycles_collect(struct block_cycles *ret, struct session *session, const struct sample_filter *filter,
			 const struct event_switch *event_switch, struct err *err) _warn_unused_;
void block_cycles_done(struct block_cycles *blocks);
/* Fills table (initialised by the caller) with an event's blocks that have at least that share of its cycles. hist: the
 * profile of the same branches, its entries not made yet. */
void block_cycles_table(const struct block_cycles *blocks, struct hist *hist, struct hist_event *event,
			double percent_limit, struct table *table);

#endif
