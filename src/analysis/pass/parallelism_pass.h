/* How many threads ran at each sample of a recording, from the context switches in it: which kind it has, and the pass
 * that finds out. Afterwards the session gives samples their `parallelism` (session_set_parallelism), in any order. */
#ifndef ANALYSIS_PASS_PARALLELISM_PASS_H
#define ANALYSIS_PASS_PARALLELISM_PASS_H

#include "session/session.h"

/* What tells when threads ran. */
enum parallelism_source {
	PARALLELISM_UNKNOWN,    /* nothing does */
	PARALLELISM_THREADS,    /* SWITCH records of the threads that were recorded (record --latency) */
	PARALLELISM_CPUS,       /* SWITCH_CPU_WIDE records (record -a --switch-events): all threads of the CPUs */
	PARALLELISM_TRACEPOINT, /* samples of sched:sched_switch of whole CPUs */
};
enum parallelism_source parallelism_source_of(const struct session *session);

/* One pass over the recording. Returns 0; or -errno with err set: -ENODATA when source is unknown, or when
 * sched:sched_switch was recorded of single threads, which says when they ceased to run and not when they began. */
int parallelism_collect(struct session *session, enum parallelism_source source, struct err *err) _warn_unused_;

/* A thread begins or ceases to run. */
struct switch_moment {
	uint64_t time_ns;
	uint32_t tid;
	bool begins;
};
/* One pass over the recording: visit is called for each moment in order of time, on one thread. Threads that were not
 * recorded are there, too, where whole CPUs were; the idle task is not. Returned as by parallelism_collect. */
int switch_moments_visit(struct session *session, enum parallelism_source source,
			 void (*visit)(void *ctx, const struct switch_moment *moment), void *ctx,
			 struct err *err) _warn_unused_;

#endif
