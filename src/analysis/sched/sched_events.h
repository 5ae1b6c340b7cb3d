/* The scheduler's tracepoints of a recording, in order of time: who ran until when, who runs now, who was woken.
 *
 *     struct sched_visitor visitor = { .ctx = &mine, .event = on_event, .kinds = 1u << SCHED_SWITCH };
 *     sched_events_visit(session, &visitor, &err);
 *
 * Workers decode (and resolve call chains) on all cores; the visitor gets one event after the other on one thread at a
 * time. Others who want these events among those of their own take the table (analysis/pass/tracepoint_pass.h).
 *
 * Names of tasks are those of the side band at that moment, not the ones that payloads carry (cut to 15 characters, and
 * sometimes of the program before an exec). */
#ifndef ANALYSIS_SCHED_SCHED_EVENTS_H
#define ANALYSIS_SCHED_SCHED_EVENTS_H

#include "analysis/pass/chain_names.h"
#include "analysis/pass/tracepoint_pass.h"

/* What an event tells. The first seven are tracepoints of the kernel (rows of sched_table), the last three come from
 * records of the side band. */
enum sched_kind {
	SCHED_SWITCH,
	SCHED_WAKEUP, /* is awake */
	SCHED_WAKING, /* is about to be: the same wakeup, earlier, on the CPU of who wakes */
	SCHED_WAKEUP_NEW,
	SCHED_RUNTIME,
	SCHED_MIGRATE,
	SCHED_FORK,
	/* of the side band */
	SCHED_LOST, /* events that the recorder lost */
	SCHED_TASK, /* a thread begins */
	SCHED_NAME, /* a thread gets a name */
	NR_SCHED_KINDS
};
#define SCHED_KIND(kind) (1u << (kind))

/* One event. How much of it there is, the visitor says (enum sched_extent): members behind its extent must not be
 * touched, since the memory ends there. */
struct sched_event {
	TRACEPOINT_EVENT;
	/* The thread that the event is about. SWITCH: prev; FORK, TASK: the child. */
	uint32_t subject;
	/* A thread, too. SWITCH: who runs now; TASK: the parent. */
	uint32_t next;
	int32_t prio; /* of subject */
	union {
		/* SWITCH: the state that prev is left in, TASK_* bits; RUNTIME: ns; LOST: how many events. */
		uint64_t value;
		struct {
			int32_t from_cpu, to_cpu;
		}; /* MIGRATE */
	};
	/* From SCHED_WITH_NEXT on: chain, next_comm, next_prio.
	 *
	 * SWITCH: the call chain of prev as result/call_names.h has it, "" when nothing is left of it; NULL unless
	 * chains were asked for. Valid during the visit of this event. */
	const char *chain;
	char next_comm[16]; /* SWITCH: as the payload has it, ended by NUL */
	int32_t next_prio;  /* SWITCH */
	/* SCHED_WITH_COMMS */
	char comm[16]; /* SWITCH, WAKEUP: of subject, likewise */
	uint8_t flags; /* WAKEUP: common_flags of the payload, SCHED_FLAG_* */
	/* SCHED_WITH_SOURCE */
	union {
		/* The event of the recording it was, to tell one from another by address. */
		const void *source;
		const char *name; /* NAME: valid during the visit */
	};
};
#define SCHED_FLAG_HARDIRQ 0x08u /* the event came from an interrupt handler */
#define SCHED_FLAG_SOFTIRQ 0x10u

/* How much of an event there is; each extent includes those before it. An analysis that needs little copies little. */
enum sched_extent { SCHED_NUMBERS, SCHED_WITH_NEXT, SCHED_WITH_COMMS, SCHED_WITH_SOURCE };
/* Bytes of a struct sched_event of this extent. */
size_t sched_event_size(enum sched_extent extent);

/* The kernel's tracepoints, for others who want them among their own events: its kinds are SCHED_SWITCH to
 * SCHED_FORK. */
extern const struct tracepoint_table sched_table;

/* Who gets the events. */
struct sched_visitor {
	void *ctx;
	/* Called for one event after the other, in order of time, by one thread at a time. event is a struct
	 * sched_event, valid during the call. Nonzero stops, and is what sched_events_visit returns. */
	int (*event)(void *ctx, const void *event); /* struct sched_event */
	uint32_t kinds;                             /* SCHED_KIND of those that are wanted */
	/* after some events: a good moment to write what was made of them; may be NULL. Nonzero stops */
	int (*batch)(void *ctx);
	enum sched_extent extent;
	struct chain_limits chains; /* from SCHED_WITH_NEXT; max_stack 0: no chains */
};

/* Which events of the scheduler a recording has. */
struct sched_presence {
	bool has_switch, switch_has_chains, has_runtime, has_wakeup;
};
struct sched_presence sched_events_presence(const struct session *session);

/* Kinds that tell of wakeups once: SCHED_WAKEUP_NEW and either SCHED_WAKEUP or SCHED_WAKING, the preferred where it was
 * recorded. */
uint32_t sched_wakeup_kinds(const struct session *session, enum sched_kind preferred);

/* Returns 0, what the visitor stopped with, or -errno with err set (-ENODATA: no event of the scheduler in the
 * recording). */
int sched_events_visit(struct session *session, const struct sched_visitor *visitor, struct err *err) _warn_unused_;

/* One letter for a state as the kernel's prev_state has it: R S D T t X Z P I, '?' for one that is not known. */
char sched_state_letter(uint64_t state);

#endif
