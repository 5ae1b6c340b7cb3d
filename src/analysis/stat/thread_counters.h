/* What READ records (record -s) say: how far each thread's counters had come when it ended. */
#ifndef ANALYSIS_STAT_THREAD_COUNTERS_H
#define ANALYSIS_STAT_THREAD_COUNTERS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "session/session.h"

struct thread_counters_thread {
	uint32_t pid, tid;
	uint64_t *values;
	size_t nr_values; /* by event, in the order of events below; 0 beyond */
};

struct thread_counters {
	VEC(struct thread_counters_thread) threads; /* both in order of first sight */
	VEC(const struct perf_event *) events;
	struct u64map by_thread; /* pid << 32 | tid -> index */
};

/* Adds up the counters of each thread and event. Returns 0, or -errno with err set. */
int thread_counters_collect(struct thread_counters *counters, struct session *session, struct err *err) _warn_unused_;
void thread_counters_done(struct thread_counters *counters);
static inline uint64_t thread_counters_value(const struct thread_counters_thread *thread, size_t event)
{
	return event < thread->nr_values ? thread->values[event] : 0;
}

#endif
