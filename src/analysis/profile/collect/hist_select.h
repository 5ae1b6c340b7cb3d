/* A profile of some of its samples: of a time, a thread, a CPU, a function. Weights are added up anew from what was
 * kept of each sample (hist_options.keep_samples), the tree stays, and no sample is read again. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_SELECT_H
#define ANALYSIS_PROFILE_COLLECT_HIST_SELECT_H

#include "analysis/profile/collect/hist.h"
#include "result/source.h"

/* Whether samples of this profile can be selected: they are kept, and nothing else was added up of them than periods
 * and numbers. */
bool hist_can_select(const struct hist *hist);
/* Counts those that the selection has, of all events; totals are theirs. From all samples, not from a selection before.
 * Entries are made anew when somebody asks. hist_can_select is required, and that no sample is added any more. */
void hist_select(struct hist *hist, const struct result_selection *selection);
/* The times of the first and the last sample that was kept, as of the last snapshot (found once for each); false: there
 * is none. */
bool hist_kept_times(struct hist *hist, uint64_t *ret_first_ns, uint64_t *ret_last_ns);

#endif
