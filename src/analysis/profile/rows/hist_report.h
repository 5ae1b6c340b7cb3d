/* A profile as a table: entries in order, shares, and the call graphs of what is shown.
 *
 *     hist_layout_make(&layout, ...);  hist_begin(... layout.keys ...);  ...  hist_snapshot(hist);
 *     table_init(&table);
 *     hist_report(hist, &event, 1, &layout, &options, &table);            rows are in table.rows
 *     table_done(&table); */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_REPORT_H
#define ANALYSIS_PROFILE_ROWS_HIST_REPORT_H

#include "analysis/profile/rows/callgraph.h"
#include "analysis/profile/rows/hist_joiner.h"
#include "analysis/profile/rows/hist_layout.h"

/* Which rows and graphs the table gets. */
struct hist_report_options {
	double percent_limit; /* rows below this share are left out, 0 to 100 */
	bool relative;        /* shares of what no filter hides */
	bool hierarchy; /* a row for every value of the first key, below it rows for the values of the second, ... */
	bool graphs;
	size_t max_graphs;              /* the first so many rows have graphs; 0: all */
	struct callgraph_options graph; /* total_period and threads are filled in */
	bool by_depth;                  /* with children: of equal rows of a task callers come before callees */
	unsigned sort_event;            /* of a group: ordered by this event */
	uint32_t least_samples;         /* rows with fewer (of the first event; with what they called) are left out */
	struct hist_joiner *joiner;     /* ids of rows are those of several recordings (hist_joiner.h); NULL: not */
	size_t max_rows;                /* the first ones; table.nr_left_out counts the others. 0: all */
	unsigned threads;
};

/* Fills table (initialised by the caller) with the rows of events[0..nr_events): one event, or the members of a group
 * side by side; entries are made as needed. Where chains wait, hist_chains_collect comes before. The table's texts may
 * be the hist's, which must live as long. */
void hist_report(struct hist *hist, struct hist_event *const *events, size_t nr_events,
		 const struct hist_layout *layout, const struct hist_report_options *options, struct table *table);

#endif
