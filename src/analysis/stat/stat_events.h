/* The events of a count as the analysis sees them: which PMU they are of, and which of them are one row. */
#ifndef ANALYSIS_STAT_STAT_EVENTS_H
#define ANALYSIS_STAT_STAT_EVENTS_H

#include "analysis/stat/stat_setup.h"
#include "base/arena.h"

/* An array with an item for each event of the list, in the arena; texts are borrowed from the list. Events that one
 * name made on several PMUs of a kind (uncore_imc_0, uncore_imc_1) are merged into the first of them, within a
 * control group. */
struct stat_event *stat_events_make(const struct event_list *events, struct arena *arena);
/* --hybrid-merge: events of one name on several sorts of cores are merged, too, under that name: cpu_core/cycles/ and
 * cpu_atom/cycles/ are "cycles". */
void stat_events_merge_hybrid(struct stat_event *events, size_t count, struct arena *arena);

#endif
