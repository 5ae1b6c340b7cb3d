/* Calls counted by how long they took, in the rows of perf ftrace latency. */
#ifndef ANALYSIS_FTRACE_LATENCY_ROWS_H
#define ANALYSIS_FTRACE_LATENCY_ROWS_H

#include "analysis/ftrace/graph_line.h"
#include "result/function_result.h"

/* In microseconds, or in_ns nanoseconds. */
struct latency_rows_options {
	bool in_ns;
	uint64_t range; /* of a row; 0: 0-1, 1-2, 2-4, 4-8 ... */
	uint64_t min;   /* with range: the first row is below it; 0: no such row */
	uint64_t max;   /* with range: where the last row begins, at least min + range; 0, or for too many rows: as many
			 * rows as there are without a range */
};

/* An empty histogram. */
void latency_rows_init(struct function_latency_result *result, const struct latency_rows_options *options);
void latency_rows_add(struct function_latency_result *result, uint64_t duration_ns);

#endif
