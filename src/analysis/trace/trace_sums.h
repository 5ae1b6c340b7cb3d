/* Sums of calls on their way to a summary: of each thread, and of all. */
#ifndef ANALYSIS_TRACE_TRACE_SUMS_H
#define ANALYSIS_TRACE_TRACE_SUMS_H

#include "result/trace_summary.h"
#include "syscall/syscall_tally.h"

struct trace_sum {
	uint64_t number;  /* of the call */
	const char *name; /* likewise; copied */
	uint64_t nr_calls, nr_errors;
	double total_ns, min_ns, mean_ns, max_ns;
	double deviation;                /* of the mean, in percent of it */
	struct table_tally_item *errnos; /* ascending, of nr_errnos; copied */
	size_t nr_errnos;
};
struct trace_thread_sums {
	struct trace_thread thread; /* but for its calls */
	struct trace_sum *sums;
	size_t nr_sums; /* longest total first */
};

/* Puts the threads in order, makes tables of their sums and adds them all up. The threads are borrowed, but for texts
 * of struct trace_thread, which stay with who gave them. To be done with. */
void trace_summary_init(struct trace_summary *ret, struct trace_thread_sums *threads, size_t nr_threads,
			uint64_t nr_events);
/* The same of what the kernel added up (bpf/tap.h). arch as uname says; NULL: this machine's. The tallies are put in
 * order; names of threads stay theirs. To be done with. */
void trace_tallies_init(struct trace_summary *ret, struct syscall_tallies *tallies, const char *arch);
void trace_summary_done(struct trace_summary *summary); /* of an empty one, too */

#endif
