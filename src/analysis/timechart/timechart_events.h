/* What a timechart is made of, decoded on all cores and handed on in order of time: switches and wakeups of the
 * scheduler, power states of CPUs, beginnings and ends of system calls that move bytes or wait for them. */
#ifndef ANALYSIS_TIMECHART_TIMECHART_EVENTS_H
#define ANALYSIS_TIMECHART_TIMECHART_EVENTS_H

#include "session/session.h"

enum timechart_event_kind {
	TIMECHART_SWITCH,
	TIMECHART_WAKEUP,
	TIMECHART_CSTATE,
	TIMECHART_PSTATE,
	TIMECHART_IO_BEGIN,
	TIMECHART_IO_END
};

struct timechart_event {
	uint64_t time_ns;
	const char *chain; /* "a <- b <- c" or NULL */
	uint64_t value;    /* SWITCH: the state prev is left in, TASK_* bits; CSTATE: the state, (uint32_t)-1: none any
			      more; PSTATE: kHz; IO_BEGIN: fd; IO_END: result */
	uint32_t cpu;      /* of the sample; CSTATE, PSTATE: the one it is about */
	uint32_t tid;      /* of the sample: who was running */
	uint32_t subject;  /* tid: SWITCH: prev; WAKEUP: who is woken */
	uint32_t next;     /* SWITCH: tid of who runs now */
	uint8_t kind;      /* enum timechart_event_kind */
	uint8_t io;        /* IO_*: enum timechart_kind */
	uint8_t flags;     /* common_flags of the payload */
	bool has_fd;       /* IO_BEGIN */
	char comm[16];     /* of the subject, as the payload has it, ended by NUL; "" when it has none */
};
#define TIMECHART_FLAG_HARDIRQ 0x08u /* the event came from an interrupt handler */
#define TIMECHART_FLAG_SOFTIRQ 0x10u

struct timechart_visitor {
	void *ctx;
	/* Nonzero stops, and is what timechart_events_visit returns. Texts live until then */
	int (*event)(void *ctx, const struct timechart_event *event);
};

struct timechart_presence {
	bool has_switch, has_wakeup, has_power, has_io, has_chains;
};
struct timechart_presence timechart_events_presence(const struct session *session);

/* Returns 0, what the visitor stopped with, or -errno with err set. Of sched_wakeup and sched_waking, where both were
 * recorded, the former is taken. */
int timechart_events_visit(struct session *session, const struct timechart_visitor *visitor,
			   struct err *err) _warn_unused_;

#endif
