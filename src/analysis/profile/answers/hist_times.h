/* When the kept samples of a profile (hist_options.keep_samples) were taken. */
#ifndef ANALYSIS_PROFILE_ANSWERS_HIST_TIMES_H
#define ANALYSIS_PROFILE_ANSWERS_HIST_TIMES_H

#include "analysis/profile/collect/hist.h"
#include "result/flame.h"
#include "result/flame_times.h"

/* Slices of all samples of an event. places: of hist_flame, which says what samples count for; those of no node are
 * left out. first_ns and last_ns are over all events, so that the slices of several events are the same. nr_slices: at
 * most 4096. Without kept samples there are no moments. The caller ends it with flame_times_done; names are the
 * model's. */
void hist_times(struct hist *hist, struct hist_event *event, const uint32_t *places, uint32_t nr_slices,
		struct flame_times *ret);

#endif
