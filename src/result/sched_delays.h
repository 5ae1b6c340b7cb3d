/* How long tasks waited for a CPU: what `perf sched latency` shows. A delay is the time from when a task became
 * ready (woken, or preempted) to when it ran. Times are in ns of the recording's clock. */
#ifndef RESULT_SCHED_DELAYS_H
#define RESULT_SCHED_DELAYS_H

#include <stdint.h>
#include "result/table.h"

/* Columns of sched_latency_result.tasks, a row for each task or name. */
enum sched_latency_column {
	SCHED_LATENCY_COMM,
	SCHED_LATENCY_TID, /* none where threads of one name are taken together */
	SCHED_LATENCY_THREADS,
	SCHED_LATENCY_RUNTIME,
	SCHED_LATENCY_DELAYS, /* never 0 */
	SCHED_LATENCY_DELAY,  /* of all of them */
	SCHED_LATENCY_MAX_DELAY,
	SCHED_LATENCY_MAX_START, /* when the longest delay was */
	SCHED_LATENCY_MAX_END,
	NR_SCHED_LATENCY_COLUMNS
};

/* The table, and sums and faults of the recording that stand below it. */
struct sched_latency_result {
	struct table tasks;
	uint64_t runtime_ns, nr_delays; /* of all rows */
	uint64_t nr_timestamps;         /* moments at which a task became ready */
	uint64_t nr_switch_gaps;        /* switches away from a task that was not the one that was switched to before */
	uint64_t nr_out_of_order;       /* moments before the ones they follow */
	uint64_t nr_lost_events, nr_lost_chunks, nr_events;
};

#endif
