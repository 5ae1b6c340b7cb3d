/* How long tasks waited for a CPU: what `perf sched latency` shows. */
#ifndef RESULT_SCHED_DELAYS_H
#define RESULT_SCHED_DELAYS_H

#include <stddef.h>
#include <stdint.h>

struct sched_latency_row {
	const char *comm;         /* owned by the analysis */
	uint32_t tid, nr_threads; /* nr_threads > 1: threads of one name taken together */
	uint64_t runtime_ns;
	uint64_t nr_delays, delay_ns, max_delay_ns;
	uint64_t max_start_ns, max_end_ns; /* when the longest delay was */
};

struct sched_latency_result {
	struct sched_latency_row *rows;
	size_t nr_rows;
	uint64_t runtime_ns, nr_delays; /* of all rows */
	uint64_t nr_timestamps;         /* moments at which a task became ready */
	uint64_t nr_switch_gaps;        /* switches away from a task that was not the one that was switched to before */
	uint64_t nr_out_of_order;       /* moments before the ones they follow */
	uint64_t nr_lost_events, nr_lost_chunks, nr_events;
};

#endif
