/* The events of a recording, open: one descriptor per event, CPU and thread, and the rings they write to. */
#ifndef RECORD_EVSET_H
#define RECORD_EVSET_H

#include "event/event_spec.h"
#include "kernel/event_open.h"
#include "kernel/ring.h"
#include "perfdata/events.h"
#include "record/ring_tally.h"
#include "record/target.h"

/* What had to be done differently from what was asked; the command tells the user. */
struct evset_fallbacks {
	char *clock;            /* "cycles:P" became this software clock; NULL: no */
	char *clock_from;
	bool kernel_excluded;   /* perf_event_paranoid forbids the kernel's side */
	bool rings_shrunk;      /* to what may be locked in memory */
};

struct evset {
	struct event_list *events;   /* borrowed; attrs become what the kernel accepted */
	const struct target *target; /* borrowed */
	const struct kernelfs *fs;   /* borrowed */
	int *fds;                    /* [event][cpu][thread], -1: not open */
	struct ring *rings; size_t nr_rings; /* per CPU, or per thread when there is no CPU */
	struct ring_tally *tallies;          /* one per ring */
	size_t *ring_of;                     /* [cpu], or [thread]: which ring it has */
	size_t ring_pages;
	struct event_support support;
	struct evset_fallbacks fallbacks;
	struct event_open_trace trace;
	uint64_t required_sample_type;
	int failed_event; /* which could not be opened, after a failure; -1: none */
};

struct evset_options {
	const struct kernelfs *fs;
	size_t ring_pages;      /* a power of two; 0: chosen by what is recorded and what is permitted */
	uint64_t required_sample_type;
	struct event_open_trace trace;
};

/* Opens all events. Returns 0, or a negative errno with err set in the words users know; evset_done is to be called either way. */
int evset_open(struct evset *evset, const struct evset_options *options, struct event_list *events, const struct target *target, struct err *err);
void evset_done(struct evset *evset);
/* The ids of all descriptors, into events as the file will list them. */
int evset_ids(const struct evset *evset, struct perf_events *ret, struct err *err);
int evset_fd(const struct evset *evset, size_t event, size_t cpu, size_t thread);
void evset_enable(const struct evset *evset);
void evset_disable(const struct evset *evset);
int evset_filter(const struct evset *evset, struct err *err);
/* Samples the kernel counted as lost (READ_LOST), by event; those of each ring are added to its tally. */
uint64_t evset_lost(struct evset *evset, size_t event);
/* As evset_done, at the end of the program: does not wait for the kernel to finish with the events. */
void evset_leave_behind(struct evset *evset);

#endif
