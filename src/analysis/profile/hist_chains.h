/* Call chains on demand: when only the graphs of some entries are shown, and ancestors are no entries, samples are
 * first added up without their chains, and only the chains of the entries that have a graph are looked at, in a second
 * pass over the recording. Most samples of most recordings belong to entries too light for a graph.
 *
 * A chain is kept as the list of its links, equal ones of an entry once per worker: grouping them by their first links,
 * those groups that are heavy enough by their second links, and so on, is a call graph. That takes no more than half of
 * what the samples take in the recording. */
#ifndef ANALYSIS_PROFILE_HIST_CHAINS_H
#define ANALYSIS_PROFILE_HIST_CHAINS_H

#include "analysis/profile/hist.h"
#include "session/session.h"

struct hist_report_options; /* analysis/profile/hist_report.h */

/* Whether chains of this profile wait: rows have graphs only after hist_chains_collect. */
bool hist_chains_wait(const struct hist *hist);
/* Another pass over the samples: collects the chains of all entries of these events that hist_report with these options
 * makes graphs of. Of several events that are shown side by side the first alone has graphs. Returns 0 or -errno with
 * err set. */
int hist_chains_collect(struct hist *hist, struct session *session, struct hist_event *const *events, size_t nr_events,
			const struct hist_report_options *options, struct err *err) _warn_unused_;

#endif
