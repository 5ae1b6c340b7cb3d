/* How long functions took: what `perf ftrace profile` and `perf ftrace latency` show. Made by analysis/ftrace, which
 * owns rows and names. */
#ifndef RESULT_FUNCTION_RESULT_H
#define RESULT_FUNCTION_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All calls of a function. */
struct function_times_row {
	const char *name; /* "vfs_read", "dummy_xmit [dummy]" */
	uint64_t nr, total_ns, max_ns;
};

struct function_times_result {
	const struct function_times_row *rows; /* in the order in which they are shown */
	size_t nr_rows;
	uint64_t nr_unnamed; /* calls whose ends do not say of which function */
};

/* Rows of a histogram of durations, in units of a microsecond or, in_ns, a nanosecond. */
enum { FUNCTION_LATENCY_MAX_ROWS = 23 };
struct function_latency_result {
	bool in_ns;
	uint64_t range; /* of each row but those at the ends; 0: each is twice as long as the one before */
	size_t nr_rows;
	uint64_t from[FUNCTION_LATENCY_MAX_ROWS]; /* a row ends where the next begins, the last one does not end */
	uint64_t count[FUNCTION_LATENCY_MAX_ROWS];
	uint64_t nr, total_ns, max_ns, min_ns; /* of all calls */
};

#endif
