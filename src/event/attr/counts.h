/* What counters have counted: one struct count for each event, CPU and thread, as read from the kernel or from a
 * recording of `perf stat record`. Plain data: counting fills it, analysis/stat/stat_tally adds it up.
 *
 *     struct counts counts;
 *     counts_init(&counts, nr_events, nr_cpus, nr_threads);
 *     counts_set_open(&counts, event, cpu, true);                   there is a counter (every thread of it)
 *     *counts_at(&counts, event, cpu, thread) = (struct count){ value, enabled_ns, running_ns };
 *     counts.state[event] = COUNTS_SUPPORTED; */
#ifndef EVENT_ATTR_COUNTS_H
#define EVENT_ATTR_COUNTS_H

#include <stdbool.h>
#include "base/compiler.h"

/* enabled_ns and running_ns: how long the event was on, and how long it had a counter; value is of running_ns only
 * and has to be scaled where they differ (perf_event_open(2), "multiplexing"). */
struct count {
	uint64_t value, enabled_ns, running_ns;
};

/* Whether an event's counts mean anything; of the event as a whole, on all CPUs and threads. */
enum counts_state {
	COUNTS_SUPPORTED,     /* opened; where running_ns is 0 nothing was counted */
	COUNTS_NOT_SUPPORTED, /* this machine does not have the event */
	COUNTS_NOT_COUNTED,   /* it could not be opened or read this time */
};

/* CPUs and threads are indices into lists that somebody else has (struct stat_setup); "any CPU" and "all threads" are
 * entries of these lists with the numbers -1. All three arrays are allocated by counts_init with the sizes in brackets;
 * the numbers never change afterwards. */
struct counts {
	size_t nr_events, nr_cpus, nr_threads;
	struct count *cells; /* [event][cpu][thread] */
	bool *open;          /* [event][cpu]: the event is counted there at all; decides how many CPUs a row sums up */
	enum counts_state *state; /* [event] */
};

/* All zero, nothing open, all supported. The product of the three numbers must be bounded by the caller when it comes
 * from outside. */
void counts_init(struct counts *counts, size_t nr_events, size_t nr_cpus, size_t nr_threads);
/* Frees the arrays and zeroes the struct. */
void counts_done(struct counts *counts);
/* Zeroes the counts; open and state stay. For the next interval. */
void counts_clear(struct counts *counts);
/* to becomes a copy of from, which has the same three numbers. */
void counts_copy(struct counts *to, const struct counts *from);

/* No bounds are checked: indices below the three numbers. */
static inline struct count *counts_at(const struct counts *counts, size_t event, size_t cpu, size_t thread)
{
	return &counts->cells[(event * counts->nr_cpus + cpu) * counts->nr_threads + thread];
}
/* Whether the event has a counter on this CPU; of events that follow threads the only "CPU" is -1. */
static inline void counts_set_open(struct counts *counts, size_t event, size_t cpu, bool open)
{
	counts->open[event * counts->nr_cpus + cpu] = open;
}
static inline bool counts_is_open(const struct counts *counts, size_t event, size_t cpu)
{
	return counts->open[event * counts->nr_cpus + cpu];
}

#endif
