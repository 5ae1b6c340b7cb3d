/* What threads asked of the kernel, added up: what `perf trace -s` shows. Texts and tables are the analysis's.
 * docs/json-trace.md describes it as a document. */
#ifndef RESULT_TRACE_SUMMARY_H
#define RESULT_TRACE_SUMMARY_H

#include <stdbool.h>
#include "result/table.h"

/* Columns of a thread's calls, a row each, longest total first. */
enum trace_sum_column {
	TRACE_SUM_NAME,
	TRACE_SUM_CALLS,
	TRACE_SUM_ERRORS,
	TRACE_SUM_TOTAL,
	TRACE_SUM_MIN,
	TRACE_SUM_MEAN,
	TRACE_SUM_MAX,
	TRACE_SUM_DEVIATION, /* of the mean, in percent of it */
	TRACE_SUM_ERRNOS,
	NR_TRACE_SUM_COLUMNS
};

/* What one thread did, or with cgroup the threads of a control group: then there is no comm, pid and tid. */
struct trace_thread {
	const char *comm, *cgroup;
	uint32_t pid, tid;
	uint64_t nr_events, nr_minor_faults, nr_major_faults;
	bool has_run_time;
	uint64_t run_time_ns;
	struct table calls;
};

/* All threads, and what the recording lacks. */
struct trace_summary {
	struct trace_thread *threads;
	size_t nr_threads;         /* fewest events first */
	struct trace_thread total; /* of all; comm is "total", pid and tid are 0 */
	uint64_t nr_events;
	uint64_t nr_lost;                          /* events that the recorder lost */
	uint64_t nr_without_begin, nr_without_end; /* calls of which half was not seen */
};

#endif
