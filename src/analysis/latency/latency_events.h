/* The two kinds of events that latencies are between, in order of time: read on all cores, given to the visitor one
 * after the other. */
#ifndef ANALYSIS_LATENCY_LATENCY_EVENTS_H
#define ANALYSIS_LATENCY_LATENCY_EVENTS_H

#include "analysis/latency/latency_spec.h"
#include "analysis/pass/tracepoint_pass.h"

/* A begin or an end. */
struct latency_event {
	TRACEPOINT_EVENT; /* kind: enum latency_side. cpu, tid: whose, as pid */
	bool hidden;      /* BEGIN: of a task that was not asked for: what it begins is not shown */
	/* END: it is not known when, nor whether, it ended: what it ends is not counted. */
	bool is_cut;
	/* The payload is too short for the key: key and label mean nothing. */
	bool is_damaged;
	/* pid and tid: of BEGIN the payload's, where it has both comm and pid (sched_waking), else the sample's. */
	uint32_t pid;
	/* Equal for events that belong together. Of one number the number itself, else a hash. */
	uint64_t key;
	uint64_t inner_ns; /* END of a call: time in the calls that it made, and of not being traced */
	/* BEGIN, with with_comms: the name of who it is about. Valid during the visit of this event. */
	const char *comm;
	/* What this side contributes to the group's name, "" when nothing; NULL: nobody groups. Valid during the
	 * visit of this event. */
	const char *label;
};

/* What is wanted, and who gets it. Borrowed for the visit. */
struct latency_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct latency_event; nonzero stops */
	int (*batch)(void *ctx);                    /* after some events; may be NULL */
	const struct sample_filter *filter;         /* times are of both sides; tasks and CPUs of the begin */
	const char *const *syscalls;
	/* Hides calls of other names, where the begin has a field `id`; 0: all are shown. */
	size_t nr_syscalls;
	bool with_comms; /* comm is asked for; else it may be NULL */
};

struct latency_events;
/* Finds the events and fields of `spec` in the recording, and fills in what it does not say: the events (of the first
 * known pair whose two are there, or the only two tracepoints) and the key. The result borrows spec and session.
 * Returns 0 or -errno with err set. */
int latency_events_new(struct session *session, struct latency_spec *spec, struct latency_events **ret,
		       struct err *err) _warn_unused_;
void latency_events_free(struct latency_events *events); /* NULL is fine */
/* Goes over the recording; events come in order of time, one thread at a time. An event that ends one latency and
 * begins another is given as END first. Returns 0, what the visitor stopped with, or -errno with err set. */
int latency_events_visit(struct latency_events *events, const struct latency_visitor *visitor,
			 struct err *err) _warn_unused_;

#endif
