/* The scheduler's part of a timechart: from switches and wakeups to what each task and CPU did when. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_SCHEDULER_H
#define ANALYSIS_TIMECHART_TIMECHART_SCHEDULER_H

#include "analysis/timechart/timechart_events.h"
#include "analysis/timechart/timechart_rows.h"

/* What a CPU does now. */
struct timechart_lane {
	bool is_known; /* a switch was seen */
	uint32_t tid;  /* who runs */
	bool is_idle;
	uint32_t idle_state;
	uint64_t idle_ns;
};

struct timechart_scheduler {
	struct timechart_rows *rows;
	VEC(struct timechart_lane) lanes; /* by cpu */
	uint64_t nr_switches;
	uint64_t nr_gaps; /* switches from another task than the one that ran: events are missing */
};

void timechart_scheduler_init(struct timechart_scheduler *scheduler, struct timechart_rows *rows);
void timechart_scheduler_done(struct timechart_scheduler *scheduler);
/* What is not of system calls. */
void timechart_scheduler_event(struct timechart_scheduler *scheduler, const struct sched_event *event);
/* The recording ends: so does what is under way. */
void timechart_scheduler_end(struct timechart_scheduler *scheduler, uint64_t time_ns);

#endif
