/* Call chains on demand. When only graphs of some entries are shown, and ancestors are no entries, samples are first
 * added up without their chains; then a second pass over the recording collects the chains of the entries that have
 * a graph, and no others. Most samples of most recordings belong to entries too light for a graph.
 *
 * A chain is kept as the list of its links, equal ones of an entry once for each worker. Grouping these by their
 * first links, the groups that are heavy enough by their second links, and so on, is a call graph (callgraph.c). The
 * lists take no more than half of what the samples take in the recording.
 *
 *     hist_collect(session, &options, &hist, &err);
 *     if (hist_chains_wait(hist)) r = hist_chains_collect(hist, session, &event, 1, &report_options, &err);
 *     hist_report(hist, &event, 1, &layout, &report_options, &table); */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_CHAINS_H
#define ANALYSIS_PROFILE_ROWS_HIST_CHAINS_H

#include "analysis/profile/collect/hist.h"
#include "session/session.h"

struct hist_report_options; /* analysis/profile/rows/hist_report.h */

/* Whether chains of this profile wait: its rows have graphs only after hist_chains_collect. */
bool hist_chains_wait(const struct hist *hist);
/* Reads the samples a second time and collects the chains of all entries of these events that hist_report with these
 * options makes graphs of. Replaces what was collected before. Of several events that are shown side by side the
 * first alone has graphs. session: the one that hist was made of, with the same number of workers. Returns 0 or
 * -errno with err set. */
int hist_chains_collect(struct hist *hist, struct session *session, struct hist_event *const *events, size_t nr_events,
			const struct hist_report_options *options, struct err *err) _warn_unused_;

#endif
