/* Makes a struct trace_summary: a table of calls for each thread, and one of all threads together. From sums made
 * here (trace_calls.c), or from those that a program in the kernel made (trace_tallies.c). */
#ifndef ANALYSIS_TRACE_TRACE_SUMS_H
#define ANALYSIS_TRACE_TRACE_SUMS_H

#include "result/trace_summary.h"
#include "syscall/syscall_tally.h"

/* One call of one thread. Times are ns. */
struct trace_sum {
	uint64_t number; /* of the call */
	/* Its name; copied into tables. */
	const char *name;
	uint64_t nr_calls, nr_errors;
	double total_ns, min_ns, mean_ns, max_ns;
	/* Standard error of the mean, in percent of the mean. */
	double deviation;
	/* How often each errno was returned, ascending by number; copied. */
	struct table_tally_item *errnos;
	size_t nr_errnos;
};
/* A thread on its way into the summary. */
struct trace_thread_sums {
	/* All members but calls are set by the caller. */
	struct trace_thread thread;
	struct trace_sum *sums;
	size_t nr_sums; /* longest total first */
};

/* Sorts the threads (fewest events first), makes tables of their sums and adds them all up. threads may be freed
 * afterwards; only the texts in struct trace_thread are borrowed, and must outlive the summary. Free with
 * trace_summary_done. */
void trace_summary_init(struct trace_summary *ret, struct trace_thread_sums *threads, size_t nr_threads,
			uint64_t nr_events);
/* The same from what the kernel added up (bpf/tap.h). arch as uname -m says; NULL: this machine's. Sorts the calls
 * in tallies; names of threads stay tallies' and must outlive the summary. Free with trace_summary_done. */
void trace_tallies_init(struct trace_summary *ret, struct syscall_tallies *tallies, const char *arch);
/* A zero-initialised summary is allowed, too. */
void trace_summary_done(struct trace_summary *summary);

#endif
