/* What a regrouped profile was before: for hist_regroup.c, and for those who ask about samples. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_REGROUPED_H
#define ANALYSIS_PROFILE_COLLECT_HIST_REGROUPED_H

#include "analysis/profile/collect/hist_private.h"

struct regrouped_root;

/* Members as in struct hist. Tuples and frame cells that the regrouped profile has, too, are shared with it. */
struct hist_regrouped {
	struct cells tuples, frames;
	const struct key *keys[HIST_MAX_KEYS];
	size_t nr_keys;
	unsigned position[HIST_MAX_KEYS];
	struct frame_cells_id *cells_of_class;
	uint32_t *tuple_of; /* the new number of a collected tuple; NULL: all stay */
	VEC(struct regrouped_root) roots;
};

/* The tuple of a kept sample among those that entries have now. */
static inline struct tuple_id hist_tuple_now(const struct hist *hist, struct tuple_id collected)
{
	bool is_new = hist->regrouped && hist->regrouped->tuple_of;
	return is_new ? (struct tuple_id){ hist->regrouped->tuple_of[collected.n] } : collected;
}

#endif
