/* What a recording consists of: its records by type, its samples by event, and how the stacks in them unwind. A
 * zeroed one is empty; record_counts_done frees the lists. Names outlive it. */
#ifndef RESULT_RECORD_COUNTS_H
#define RESULT_RECORD_COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include "base/vec.h"

/* How many there are of something with a name. */
struct named_count {
	const char *name;
	uint64_t nr;
};

/* Samples of an event. nr_lost: samples that the kernel says it dropped. */
struct event_count {
	const char *name;
	uint64_t nr_samples, nr_lost;
	uint64_t nr_lost_in_bpf; /* that a BPF program of the event's left out */
};

/* The whole result. nr_frames and what follows: of the copied stacks that were unwound. */
struct record_counts {
	uint64_t nr_records;
	bool has_traces;               /* of hardware: what they decode to is not counted */
	VEC(struct named_count) types; /* with those that have no record, but for types newer than upstream 6.12 */
	VEC(struct event_count) events;
	/* Stacks that were copied, by why unwinding them ended; none: there are no such stacks, or nobody asked. */
	VEC(struct named_count) stack_ends;
	uint64_t nr_frames, nr_by_frame_pointer, nr_by_scan;
};

static inline void record_counts_done(struct record_counts *counts)
{
	vec_done(&counts->types);
	vec_done(&counts->events);
	vec_done(&counts->stack_ends);
}

#endif
