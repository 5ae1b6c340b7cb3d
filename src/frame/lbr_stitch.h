/* Call stacks out of last branch records (--call-graph lbr), longer than the hardware keeps.
 *
 * In call-stack mode each call is pushed on a ring of a few registers (32, say), each return pops it: entry 0 is the
 * newest call. A deep stack overwrites its own outermost calls. When two successive samples of a thread have the same
 * calls in the same registers at the base of the newer one, what the older one knew beyond it still holds:
 *
 *     registers     3 2 1 0
 *     older sample  d c b a      d is the newest; hw_index 3
 *     newer sample  d c b e      hw_index 0: e d c b, whose caller a was overwritten: stitched on
 *
 * Source: perf-report(1), --stitch-lbr; what upstream 6.12 does with made-up stacks. As there, samples whose base is in
 * a register above the older one's newest are not stitched, though they might be: the same recordings give the same
 * chains. */
#ifndef FRAME_LBR_STITCH_H
#define FRAME_LBR_STITCH_H

#include "base/arena.h"
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"

/* The last sample of a thread. Zero-initialised: none. */
struct lbr_history {
	struct branch_entry *entries;
	uint32_t count, capacity;
	uint64_t hw_index;
	const struct lbr_link *stitched;
};
/* Frees what is in it, not itself; links are the arena's. */
void lbr_history_done(struct lbr_history *history);

/* Whether user addresses of the sample's chain are those of its branch stack. */
static inline bool sample_has_lbr_chain(const struct sample *sample)
{
	return sample->nr_branches && sample->present & SAMPLE_BRANCH_STACK &&
	       sample->event->attr.branch_sample_type & BRANCH_CALL_STACK;
}

/* What belongs behind the outermost entry of sample, which has an lbr chain; NULL: nothing. It becomes the history.
 * max_entries: registers of the machine. New links are made in arena, which has to live as long as they are used. */
const struct lbr_link *lbr_stitch(struct lbr_history *history, const struct sample *sample, uint32_t max_entries,
				  struct arena *arena);

#endif
