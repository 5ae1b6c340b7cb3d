/* What of a recording goes into a timechart. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_CHART_H
#define ANALYSIS_TIMECHART_TIMECHART_CHART_H

#include "base/warnings.h"
#include "result/timechart.h"
#include "session/session.h"

/* Borrowed for the run; options of `perf timechart`. */
struct timechart_options {
	const char *const *processes;
	size_t nr_processes;             /* names or ids; none: the busiest tasks */
	unsigned nr_tasks;               /* at least so many, if there are */
	bool power_only, tasks_only;     /* no tasks; no power states */
	bool by_topology;                /* CPUs of a package and core next to each other */
	bool skip_eagain;                /* no calls that would have had to wait */
	uint64_t io_min_ns, io_merge_ns; /* shorter calls are shown that long; calls that follow within that are one */
	const char *highlight;           /* name of tasks that stand out; NULL: none */
	uint64_t highlight_ns;           /* runs longer than that stand out; UINT64_MAX: none */
	struct warnings *warnings;       /* may be NULL */
};

/* Fills the chart, which the caller has initialised and ends. Returns 0, or -errno with err set (-ENODATA: nothing
 * for a chart in the recording); then the chart may be filled in part. */
int timechart_run(struct session *session, const struct timechart_options *options, struct timechart *ret_chart,
		  struct err *err) _warn_unused_;

#endif
