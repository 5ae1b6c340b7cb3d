/* The time of threads, on the CPU and off it, as samples of one event whose periods are nanoseconds: what
 * `perf report --wall` shows.
 *
 *     on the CPU    a sample of a clock, or of an event sampled so many times a second
 *     off it        a sample of offcpu-time; or of sched:sched_switch, until its thread runs again
 *
 * Made by analysis/pass/wall_pass.h, handed to session_set_wall, and then only read, by any number of threads. */
#ifndef SESSION_WALL_CLOCK_H
#define SESSION_WALL_CLOCK_H

#include "base/vec.h"
#include "perfdata/record/events.h"
#include "perfdata/record/sample.h"

/* A thread runs from then on. */
struct wall_return {
	uint64_t tid, time_ns;
};
struct wall_clock {
	const struct perf_event *event;    /* that all of it becomes samples of */
	const struct perf_event *on_cpu;   /* and events like it (of other groups of -G); NULL: none sampled what ran */
	uint64_t on_cpu_ns;                /* what each of these stands for; 0: its period */
	const struct perf_event *off_cpu;  /* offcpu-time; NULL: not recorded */
	bool has_wakers;                   /* its samples have state and waker in ADDR (OFF_CPU_STATE_SHIFT) */
	const struct perf_event *switches; /* sched:sched_switch, as on_cpu; NULL: not recorded, or not needed */
	uint32_t state_offset, state_size; /* of prev_state in its payload */
	bool swap;                         /* the payload's byte order is the other */
	VEC(struct wall_return) returns;   /* by thread, then by time */
	uint64_t end_ns;                   /* who does not return is off until then */
};
/* Freed with memory of xcalloc; NULL is fine. */
void wall_clock_free(struct wall_clock *wall);

/* Makes it a sample of wall->event: period, state and waker. Samples of other events stay what they are. */
void wall_clock_apply(const struct wall_clock *wall, struct sample *sample);

#endif
