/* How far the counters of each thread had come when it ended (perf record -s), from READ records. Freed by
 * thread_counters_done; names outlive it. */
#ifndef RESULT_THREAD_COUNTERS_H
#define RESULT_THREAD_COUNTERS_H

#include <stdint.h>
#include <stdlib.h>
#include "base/vec.h"

struct thread_counters_thread {
	uint32_t pid, tid;
	uint64_t *values;
	size_t nr_values; /* by event, in the order of events below; 0 beyond */
};

struct thread_counters_event {
	const char *name; /* outlives the result */
	uint32_t idx;     /* its number in the recording */
};

/* Both in the order in which the recording speaks of them first. */
struct thread_counters {
	VEC(struct thread_counters_thread) threads;
	VEC(struct thread_counters_event) events;
};

/* The count of an event, by its place in thread_counters.events; 0 where the thread has none. */
static inline uint64_t thread_counters_value(const struct thread_counters_thread *thread, size_t event)
{
	return event < thread->nr_values ? thread->values[event] : 0;
}

static inline void thread_counters_done(struct thread_counters *counters)
{
	for (size_t i = 0; i < counters->threads.count; i++) free(counters->threads.items[i].values);
	vec_done(&counters->threads);
	vec_done(&counters->events);
}

#endif
