/* Call graphs of profile entries, found in the calling-context tree when they are asked for: down from an entry's nodes
 * (caller order) or up from its leaves (callee order), grouping nodes by function. A group lighter than the threshold
 * is not looked into, so that a graph costs what is shown of it. */
#ifndef ANALYSIS_PROFILE_ROWS_CALLGRAPH_H
#define ANALYSIS_PROFILE_ROWS_CALLGRAPH_H

#include "analysis/profile/collect/hist.h"
#include "result/tree.h"

/* Which way graphs grow. */
enum callgraph_direction {
	CALLGRAPH_OWN,     /* as hist_options.caller_first says */
	CALLGRAPH_CALLERS, /* up */
	CALLGRAPH_CALLEES, /* down from the entry alone; with children only */
};

/* How graphs are grown. */
struct callgraph_options {
	enum callgraph_direction direction;
	double threshold; /* smallest share shown, 0 to 1: of total_period, or of its parent with relative */
	bool relative;
	bool by_weight;         /* siblings heaviest first; else by address */
	uint64_t total_period;  /* what threshold is a share of */
	const uint64_t *totals; /* [nr_entries], the same for each graph by itself; NULL: total_period is for all */
	unsigned threads;
};

/* Makes the graphs of some entries (by number in event->entries): ret_trees[i] is for entries[i], never NULL, and
 * freed by the caller with tree_free. A tree may be empty, as where chains wait (hist_chains.h) and were not
 * collected. Labels live as long as hist. One graph is made by one thread, several at once by options->threads. */
void callgraphs_make(struct hist *hist, struct hist_event *event, const struct callgraph_options *options,
		     const uint32_t *entries, size_t nr_entries, struct tree **ret_trees);

#endif
