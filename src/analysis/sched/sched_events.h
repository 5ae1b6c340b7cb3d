/* The scheduler's tracepoints of a recording, in order of time, as numbers: who ran until when, who runs now, who was
 * woken.
 *
 * Workers decode (and resolve call chains) on all cores; the visitor gets one event after the other on one thread at a
 * time.
 *
 *     struct sched_visitor visitor = { .ctx = &mine, .event = on_event };
 *     sched_events_visit(session, &visitor, &err);
 *
 * Names of tasks are those of the side band at that moment, not the ones that payloads carry (cut to 15 characters, and
 * sometimes of the program before an exec). */
#ifndef ANALYSIS_SCHED_SCHED_EVENTS_H
#define ANALYSIS_SCHED_SCHED_EVENTS_H

#include "session/session.h"

enum sched_kind {
	SCHED_SWITCH,
	SCHED_WAKEUP /* woken or waking */,
	SCHED_WAKEUP_NEW,
	SCHED_RUNTIME,
	SCHED_MIGRATE,
	SCHED_FORK,
	SCHED_LOST /* events that the recorder lost */
};

struct sched_event {
	uint64_t time_ns; /* first, as session_gather wants it */
	union {
		uint64_t value; /* SWITCH: the state prev is left in, TASK_* bits; RUNTIME: ns; LOST: how many */
		struct {
			int32_t from_cpu, to_cpu;
		}; /* MIGRATE */
	};
	uint32_t cpu;
	uint32_t tid;     /* of the sample: who was running */
	uint32_t subject; /* tid: SWITCH: prev; WAKEUP, RUNTIME, MIGRATE: whom it is about; FORK: the child */
	uint32_t next;    /* SWITCH: tid of who runs now */
	int32_t prio;     /* of subject */
	uint8_t kind;     /* enum sched_kind */
	/* only there when visitor->texts */
	int32_t next_prio;  /* SWITCH */
	char next_comm[16]; /* SWITCH: as the payload has it, ended by NUL */
	const char *chain;  /* "a <- b <- c", "" when nothing is left of it; NULL unless chains were asked for. Valid
			       during the visit */
};

struct sched_visitor {
	void *ctx;
	/* nonzero stops, and is what sched_events_visit returns */
	int (*event)(void *ctx, const struct sched_event *event);
	unsigned kinds; /* 1 << enum sched_kind, those that are wanted */
	/* after some events: a good moment to write what was made of them; may be NULL. Nonzero stops */
	int (*batch)(void *ctx);
	unsigned max_stack;  /* with texts; 0: no chains */
	unsigned user_stack; /* chains whose first max_stack frames have less of a user's program go on with its frames,
				up to so many */
	bool texts;          /* next_comm, and chains when max_stack says so */
	const char *const *skip_symbols;
	size_t nr_skip_symbols; /* not shown in chains */
};

/* Whether the recording has the events of the scheduler that are needed. */
struct sched_presence {
	bool has_switch, switch_has_chains, has_runtime, has_wakeup;
};
struct sched_presence sched_events_presence(const struct session *session);

/* Returns 0, what the visitor stopped with, or -errno with err set (-ENODATA: no event of the scheduler in the
 * recording). Where both sched_wakeup and sched_waking were recorded, the former are left out. */
int sched_events_visit(struct session *session, const struct sched_visitor *visitor, struct err *err) _warn_unused_;

/* One letter for a state as the kernel's prev_state has it: R S D T t X Z P I, '?' for one that is not known. */
char sched_state_letter(uint64_t state);

#endif
