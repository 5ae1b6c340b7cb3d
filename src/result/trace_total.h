/* The sums of all threads of perf trace as those of one. */
#ifndef RESULT_TRACE_TOTAL_H
#define RESULT_TRACE_TOTAL_H

#include "result/trace_rows.h"

/* Names are borrowed from the summary; the rest is to be done with. comm is "total", pid and tid are 0. */
void trace_total_init(struct trace_thread *ret, const struct trace_summary *summary);
void trace_total_done(struct trace_thread *total);

#endif
