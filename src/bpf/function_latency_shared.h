/* What the program function_latency.bpf.c and the code that reads its maps have in common. Included by both, so without
 * any other header. */
#ifndef BPF_FUNCTION_LATENCY_SHARED_H
#define BPF_FUNCTION_LATENCY_SHARED_H

enum { FUNCTION_LATENCY_ROWS = 23 };

/* What is asked, set before loading. A row has the durations from its beginning, in units, to just before that of the
 * next; the last one does not end. */
struct function_latency_ask {
	unsigned long long from[FUNCTION_LATENCY_ROWS];
	unsigned long long unit_ns;
	unsigned int nr_rows;
	_Bool everyone; /* processes and threads do not count */
	_Bool of_cpus;  /* cpus does */
};

/* Durations that one CPU saw the end of. */
struct function_latency_sums {
	unsigned long long count[FUNCTION_LATENCY_ROWS];
	unsigned long long nr, total_ns, min_ns, max_ns;
	unsigned long long nr_lost; /* beginnings that found no room */
};

#endif
