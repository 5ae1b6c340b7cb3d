/* When the samples of a flame were taken, by which threads: weights by slice of time, thread and node. */
#ifndef RESULT_FLAME_TIMES_H
#define RESULT_FLAME_TIMES_H

#include "base/arena.h"

struct flame_thread {
	uint32_t pid, tid;
	const char *comm; /* its last name; borrowed */
	uint64_t nr_samples;
};

/* What a thread spent in a node, its own, within a slice. */
struct flame_moment {
	uint32_t slice, thread, node;
	uint32_t nr_samples;
	uint64_t own;
};

struct flame_times {
	uint64_t first_ns, last_ns;   /* of all slices together */
	uint32_t nr_slices;           /* of equal length, from first_ns to last_ns */
	struct flame_thread *threads; /* by pid, then tid */
	size_t nr_threads;
	struct flame_moment *moments; /* by slice, thread, node */
	size_t nr_moments;
};

void flame_times_done(struct flame_times *times);

#endif
