/* Another sort of a profile that is there already: its entries told apart by fewer keys, or in another order, without
 * adding a sample again. The tree stays; tuples and frame cells become those of the new keys. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_REGROUP_H
#define ANALYSIS_PROFILE_COLLECT_HIST_REGROUP_H

#include "analysis/profile/collect/hist.h"

/* Regroups by these keys, which must live as long as the profile is regrouped. From what was collected, not from a
 * regrouping before. False, and nothing has changed: the profile has not all of these keys, or its chains wait
 * (hist_chains.h). After hist_finish; entries are made anew when somebody asks. */
bool hist_regroup(struct hist *hist, const struct key *const *keys, size_t nr_keys) _warn_unused_;
/* Whether these are the keys that entries are told apart by now. */
bool hist_is_grouped_by(const struct hist *hist, const struct key *const *keys, size_t nr_keys);
/* The keys that were collected. */
size_t hist_collected_keys(const struct hist *hist, const struct key *const **ret);

#endif
