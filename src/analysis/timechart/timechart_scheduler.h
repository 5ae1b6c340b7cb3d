/* The scheduler's part of a timechart: from switches and wakeups to what each task and CPU did when. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_SCHEDULER_H
#define ANALYSIS_TIMECHART_TIMECHART_SCHEDULER_H

#include "analysis/timechart/timechart_events.h"
#include "analysis/timechart/timechart_rows.h"

/* What a CPU does now. */
struct timechart_lane {
	bool is_known; /* a switch was seen */
	/* Who runs; 0: the idle task. */
	uint32_t tid;
	/* In the idle state idle_state since idle_ns. */
	bool is_idle;
	uint32_t idle_state;
	uint64_t idle_ns;
};

/* Makes spans in rows out of events. One thread. */
struct timechart_scheduler {
	struct timechart_rows *rows;
	VEC(struct timechart_lane) lanes; /* by cpu */
	uint64_t nr_switches;
	uint64_t nr_gaps; /* switches from another task than the one that ran: events are missing */
};

/* rows are borrowed. */
void timechart_scheduler_init(struct timechart_scheduler *scheduler, struct timechart_rows *rows);
void timechart_scheduler_done(struct timechart_scheduler *scheduler);
/* Takes an event of the scheduler or of power states, in order of time; others are ignored. */
void timechart_scheduler_event(struct timechart_scheduler *scheduler, const struct sched_event *event);
/* The recording ends at time_ns: so does every state that is under way. */
void timechart_scheduler_end(struct timechart_scheduler *scheduler, uint64_t time_ns);

#endif
