/* A profile as what a view asks (result/source.h): rows filtered and ordered anew without adding a sample again. */
#ifndef ANALYSIS_PROFILE_HIST_SOURCE_H
#define ANALYSIS_PROFILE_HIST_SOURCE_H

#include "analysis/profile/hist_report.h"
#include "result/source.h"

/* The arguments of hist_report; all is borrowed. Answers are of the last snapshot. */
struct hist_source {
	struct hist *hist;
	struct hist_event *const *events;
	size_t nr_events;
	const struct hist_layout *layout;
	const struct hist_report_options *options;
};

/* The functions that answer. Conditions are of key columns. Samples are there only with hist_options.keep_samples
 * and not of branches; graphs (below) only of the first event, where chains are used and do not wait. There is no
 * code. source must live as long as what is returned; one thread asks at a time. */
struct result_source hist_source_of(struct hist_source *source);

#endif
