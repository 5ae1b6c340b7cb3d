/* Call chains on demand: when only the graphs of some entries are shown, and ancestors are no entries, samples are
 * first added up without their chains, and only the chains of the entries that have a graph are looked at, in a second
 * pass. Most samples of most recordings belong to entries too light for a graph.
 *
 * A chain is kept as the list of its links, equal ones of an entry once per worker: grouping them by their first links,
 * those groups that are heavy enough by their second links, and so on, is a call graph. That takes no more than half of
 * what the samples take in the recording. */
#ifndef ANALYSIS_PROFILE_HIST_CHAINS_H
#define ANALYSIS_PROFILE_HIST_CHAINS_H

#include "analysis/profile/hist.h"
#include "base/u64map.h"

/* Behind the last link of a list. */
#define HIST_CHAIN_END UINT32_MAX

/* Identities in call graphs, in the order graphs are grown in: the innermost first in callee order, the outermost in
 * caller order. */
struct hist_chain {
	const uint32_t *links;
	uint64_t period;
	uint32_t count;
};
typedef VEC(struct hist_chain) hist_chain_vec;

struct hist_chains {
	hist_chain_vec *by_entry;
	size_t nr_entries; /* none is empty: HIST_CHAIN_END is not first */
	struct arena *arenas;
	size_t nr_arenas;
};

/* Whether chains of this profile can wait: nothing but graphs needs them. */
bool hist_chains_can_wait(const struct hist *hist, const struct perf_events *events);
/* Collects the chains of some of an event's entries. wanted: tuple << 32 | frame of each -> its number, below
 * nr_entries. Returns 0 or -errno with err set; *ret is to be done in either case. */
int hist_chains_collect(struct hist *hist, const struct hist_event *event, const struct u64map *wanted,
			size_t nr_entries, struct hist_chains *ret, struct err *err) _warn_unused_;
void hist_chains_done(struct hist_chains *chains);

#endif
