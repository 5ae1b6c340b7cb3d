/* Interrupts, softirqs, works of workqueues and switches of tasks as typed events, in order of time: something is asked
 * for (raise), begins (entry) and ends (exit). */
#ifndef ANALYSIS_KWORK_KWORK_EVENTS_H
#define ANALYSIS_KWORK_KWORK_EVENTS_H

#include "analysis/pass/chain_names.h"
#include "analysis/pass/tracepoint_pass.h"

enum kwork_class { KWORK_IRQ, KWORK_SOFTIRQ, KWORK_WORKQUEUE, KWORK_SCHED, KWORK_CLASSES };
enum kwork_phase { KWORK_RAISE, KWORK_ENTRY, KWORK_EXIT, KWORK_SWITCH, KWORK_PHASES };

/* One event. detail: enum kwork_class. */
struct kwork_event {
	TRACEPOINT_EVENT; /* kind: enum kwork_phase */
	/* Number of the interrupt or softirq, address of the work; SWITCH: of no use. */
	uint64_t id;
	uint64_t function; /* of a work: what it calls; 0: not told */
	const char *name;  /* of the interrupt's handler, and of function; NULL: not told. Lives as long as the pass */
	const char *chain; /* as result/call_names.h has it; NULL: none is wanted, or recorded */
	/* SWITCH: who leaves the CPU, and who comes. The name is there during the visit. */
	uint32_t prev_tid, next_tid;
	const char *prev_comm;
};

/* What is wanted, and who gets it. Borrowed for the visit. */
struct kwork_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct kwork_event; nonzero stops */
	int (*batch)(void *ctx);                    /* after some events; NULL: not wanted */
	uint32_t classes, phases;                   /* 1 << each that is wanted */
	unsigned max_stack;                         /* frames of call chains, of entries; 0: none */
	const struct sample_filter *filter;         /* NULL: all */
	uint64_t nr_damaged;                        /* set by the visit: payloads that are too short */
};

/* The tracepoints of a class: "irq:irq_handler_entry", the index from 0 on. Static; NULL: no more. */
const char *kwork_events_name(enum kwork_class class, size_t index);
/* "irq", "softirq", "workqueue", "sched" */
const char *kwork_class_name(enum kwork_class class);
/* "TIMER" of 1; NULL: no such softirq is known. */
const char *kwork_softirq_name(uint64_t vector);
/* Goes over the recording, one event at a time. Returns 0, what the visitor stopped with, or -errno with err set. */
int kwork_events_visit(struct session *session, struct kwork_visitor *visitor, struct err *err) _warn_unused_;

#endif
