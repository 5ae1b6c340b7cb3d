/* What lines of code weigh, in all and by slice of time and thread.
 *
 *     annotate_weigh(annotate, &wanted, weights);                      in all
 *     annotate_weigh_times(session, &options, &wanted, weights, &err); when, in a pass of its own over the recording
 *     code_weights_done(&weights[0]); ... */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_TIMES_H
#define ANALYSIS_ANNOTATE_ANNOTATE_TIMES_H

#include "analysis/annotate/annotate.h"
#include "result/code_listing.h"
#include "result/code_weights.h"

/* A function and its code. */
struct annotate_listed {
	const struct annotate_function *function;
	const struct code_listing *listing;
};
/* An event: its index in those of the session; its slices and threads, NULL: not known. */
struct annotate_timed_event {
	size_t event;
	const struct flame_times *times;
};
struct annotate_wanted {
	const struct annotate_listed *listed;
	size_t nr_listed;
	const struct annotate_timed_event *events;
	size_t nr_events;
	/* Moments of an event: listings from the first on have theirs, as many as that is enough for. */
	size_t max_moments;
};

/* Fills weights[nr_events] without moments; the caller ends each with code_weights_done. Numbers of listings are those
 * in wanted. */
void annotate_weigh(const struct annotate *annotate, const struct annotate_wanted *wanted,
		    struct code_weights *weights);
/* Adds the moments; options: those of the analysis. 0, or -errno with err set. */
int annotate_weigh_times(struct session *session, const struct annotate_options *options,
			 const struct annotate_wanted *wanted, struct code_weights *weights,
			 struct err *err) _warn_unused_;

#endif
