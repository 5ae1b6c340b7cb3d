/* The part of a timechart that shows input and output: beginnings and ends of system calls brought together by thread.
 */
#ifndef ANALYSIS_TIMECHART_TIMECHART_CALLS_H
#define ANALYSIS_TIMECHART_TIMECHART_CALLS_H

#include "analysis/timechart/timechart_events.h"
#include "analysis/timechart/timechart_rows.h"

/* rows is borrowed. Set rows, min_ns and merge_ns, the rest to 0. */
struct timechart_calls {
	struct timechart_rows *rows;
	uint64_t min_ns, merge_ns; /* as in timechart_options */
	uint64_t nr_unended, nr_unbegun,
		nr_others; /* begun twice; ended without a beginning; another one ended than had begun */
};

/* Takes TIMECHART_IO_BEGIN and TIMECHART_IO_END, in order of time. */
void timechart_calls_event(struct timechart_calls *calls, const struct sched_event *event);
/* The recording ends at time_ns: so do calls that are under way. */
void timechart_calls_end(struct timechart_calls *calls, uint64_t time_ns);

#endif
