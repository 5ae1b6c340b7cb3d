/* What a timechart is made of, decoded on all cores and handed on in order of time: the scheduler's events, power
 * states of CPUs, beginnings and ends of system calls that move bytes or wait for them. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_EVENTS_H
#define ANALYSIS_TIMECHART_TIMECHART_EVENTS_H

#include "analysis/sched/sched_events.h"

/* Kinds behind those of the scheduler; events of all kinds are a struct sched_event. */
enum timechart_event_kind {
	TIMECHART_CSTATE = NR_SCHED_KINDS, /* of CPU cpu; value: the state, (uint32_t)-1: none any more */
	TIMECHART_PSTATE,                  /* of CPU cpu; value: kHz */
	TIMECHART_IO_BEGIN,                /* detail: enum timechart_kind; value: fd, or TIMECHART_HAS_NO_FD */
	TIMECHART_IO_END                   /* detail: likewise; value: what the call returned */
};
#define TIMECHART_HAS_NO_FD INT64_MIN

/* Who gets the events. */
struct timechart_visitor {
	void *ctx;
	/* Called for one event after the other, in order of time. event is a struct sched_event, SCHED_WITH_COMMS;
	 * it and its texts live during the call. Nonzero stops, and is what timechart_events_visit returns. */
	int (*event)(void *ctx, const void *event);
};

/* What a recording has for a timechart. */
struct timechart_presence {
	bool has_switch, has_wakeup, has_power, has_io, has_chains;
};
struct timechart_presence timechart_events_presence(const struct session *session);

/* Goes over the recording. Returns 0, what the visitor stopped with, or -errno with err set (-ENODATA: nothing for a
 * timechart). Where both sched_wakeup and sched_waking were recorded, the former is taken. */
int timechart_events_visit(struct session *session, const struct timechart_visitor *visitor,
			   struct err *err) _warn_unused_;

#endif
