/* What the kernel added up (record/tap.h) as the summary of perf trace. */
#ifndef ANALYSIS_TRACE_TRACE_TALLIES_H
#define ANALYSIS_TRACE_TRACE_TALLIES_H

#include "result/trace_rows.h"
#include "syscall/syscall_tally.h"

struct trace_tallies {
	struct trace_summary summary;
};

/* arch as uname says; NULL: this machine's. The tallies are borrowed, and put in order. To be done with. */
void trace_tallies_init(struct trace_tallies *ret, struct syscall_tallies *tallies, const char *arch);
void trace_tallies_done(struct trace_tallies *tallies);

#endif
