/* The letter of addresses that nothing was mapped at ("[k]" or "[.]"). Upstream walks a sample's chain with one
 * state: an address without a map keeps the letter of the address walked before it, at first that of the sample
 * itself; and an entry shows what its first sample in time made of it.
 *
 * Workers note times and letters as samples come, in any order of time; hist_snapshot.c merges the workers' notes,
 * so that the earliest time counts whichever thread saw it. */
#ifndef ANALYSIS_PROFILE_COLLECT_FIRST_LEVELS_H
#define ANALYSIS_PROFILE_COLLECT_FIRST_LEVELS_H

#include <stdbool.h>
#include "analysis/profile/collect/hist_ids.h"
#include "base/vec.h"

/* The earliest sighting so far. */
struct first_level {
	uint64_t when;
	char level;
};
/* By number of a class, or of a place. Zeroed memory is empty; freed by vec_done(&levels.by_number). */
struct first_levels {
	VEC(struct first_level) by_number;
};

/* when: the sample's time in ns. Of equal times the first put stays. */
static inline void first_levels_put(struct first_levels *levels, size_t number, uint64_t when, char level)
{
	while (number >= levels->by_number.count) vec_push(&levels->by_number, (struct first_level){ 0 });
	struct first_level *known = &levels->by_number.items[number];
	if (!known->level || when < known->when) *known = (struct first_level){ when, level };
}
static inline void first_levels_note(struct first_levels *levels, struct class_id class, uint64_t when, char level)
{
	first_levels_put(levels, class.n, when, level);
}
static inline void first_levels_merge(struct first_levels *into, const struct first_levels *from)
{
	for (size_t i = 0; i < from->by_number.count; i++) {
		const struct first_level *one = &from->by_number.items[i];
		if (one->level) first_levels_put(into, i, one->when, one->level);
	}
}

#endif
