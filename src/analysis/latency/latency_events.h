/* The two kinds of events that latencies are between, in order of time: read on all cores, given to the visitor one
 * after the other. */
#ifndef ANALYSIS_LATENCY_LATENCY_EVENTS_H
#define ANALYSIS_LATENCY_LATENCY_EVENTS_H

#include "analysis/latency/latency_spec.h"
#include "analysis/pass/tracepoint_pass.h"

struct latency_event {
	TRACEPOINT_EVENT;  /* kind: enum latency_side. cpu, tid: whose, as pid */
	bool hidden;       /* BEGIN: of a task that was not asked for: what it begins is not shown */
	bool is_damaged;   /* the payload is too short to tell: key and label mean nothing */
	uint32_t pid;      /* the payload's comm and pid where it has both (sched_waking), else the sample's */
	uint64_t key;      /* equal of events that belong together */
	const char *comm;  /* BEGIN: whose latency it is; the model's, or valid during the visit: copy it when
			      `comm_passes` */
	const char *label; /* what its side contributes to the group, "" when nothing; NULL: not grouped. Valid during
			      the visit */
};

struct latency_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct latency_event; nonzero stops */
	int (*batch)(void *ctx);                    /* after some events; may be NULL */
	const struct sample_filter *filter;         /* times are of both sides; tasks and CPUs of the begin */
	const char *const *syscalls;
	size_t nr_syscalls; /* hides calls of other names, where events have a number of one; 0: all */
	bool with_comms;    /* comm is asked for; else it may be NULL */
};

struct latency_events;
/* Finds the events and fields of `spec` in the recording, and fills in what it does not say: the events (of the first
 * known pair whose two are there, or the only two tracepoints) and the key. The result borrows spec and session.
 * Returns 0 or -errno with err set. */
int latency_events_new(struct session *session, struct latency_spec *spec, struct latency_events **ret,
		       struct err *err) _warn_unused_;
void latency_events_free(struct latency_events *events); /* NULL is fine */
/* What the visitor stopped with, or 0, or -errno with err set. An event that ends one latency and begins another is
 * given as END first. */
int latency_events_visit(struct latency_events *events, const struct latency_visitor *visitor,
			 struct err *err) _warn_unused_;

#endif
