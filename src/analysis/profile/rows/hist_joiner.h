/* Which entries of profiles of several recordings are the same: cells mean something within one profile only, so they
 * are joined by what their keys say of them (key.join).
 *
 *     struct hist_joiner *joiner = hist_joiner_new(layout.keys.count);
 *     options.joiner = joiner;
 *     hist_report(a, ..., &options, &table_a);         rows of the two tables that are the same thing have the same id
 *     hist_report(b, ..., &options, &table_b);
 *
 * Used by one thread at a time. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_JOINER_H
#define ANALYSIS_PROFILE_ROWS_HIST_JOINER_H

#include "analysis/profile/collect/hist.h"

struct hist_entry;
struct hist_joiner;

/* For profiles that all have these many keys, in the same order. tells_twins: functions of one name in one object are
 * told apart (hist_twins.h), where the keys say which object it is and objects are those of a store that the recordings
 * share; that has to outlive the joiner. Freed by hist_joiner_free, which takes NULL. */
struct hist_joiner *hist_joiner_new(size_t nr_keys, bool tells_twins);
void hist_joiner_free(struct hist_joiner *joiner);
/* Begins with the entries of another profile. */
void hist_joiner_begin(struct hist_joiner *joiner, const struct hist *hist);
/* The id of an entry of the profile at hand: never 0, and equal exactly when all keys join. */
uint64_t hist_joiner_id(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry);
/* Whether there are entries of another function with the name of this one's; *ret_address: where this one is in its
 * object, as ELF tools print it, in the first recording that has it. */
bool hist_joiner_is_twin(const struct hist_joiner *joiner, uint64_t id, uint64_t *ret_address);

#endif
