/* What the kernel added up (bpf/tap.h) as the summary of perf trace. */
#ifndef ANALYSIS_TRACE_TRACE_TALLIES_H
#define ANALYSIS_TRACE_TRACE_TALLIES_H

#include "analysis/trace/trace_sums.h"
#include "syscall/syscall_tally.h"

/* arch as uname says; NULL: this machine's. The tallies are put in order; names of threads stay theirs. To be done with
 * by trace_summary_done. */
void trace_tallies_init(struct trace_summary *ret, struct syscall_tallies *tallies, const char *arch);

#endif
