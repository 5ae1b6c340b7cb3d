/* Events, open: one descriptor per event, CPU and thread. To record they get rings (record/ring/ring_set.h), to count
 * they are read. */
#ifndef RECORD_EVSET_EVSET_H
#define RECORD_EVSET_EVSET_H

#include "event/attr/event_spec.h"
#include "kernel/event_open.h"
#include "perfdata/record/events.h"
#include "record/evset/gather.h"
#include "kernel/target.h"

/* What had to be done differently from what was asked; the command tells the user. */
struct evset_fallbacks {
	char *clock; /* "cycles:P" became this software clock; NULL: no */
	char *clock_from;
	bool kernel_excluded; /* perf_event_paranoid forbids the kernel's side */
};

/* The open events of a session. Switching and reading functions are for one thread; descriptors may be polled by
 * others. */
struct evset {
	/* borrowed, all three; the attrs of events become what the kernel accepted */
	struct event_list *events;
	const struct target *target;
	const struct kernelfs *fs;
	int *fds; /* [event][cpu][thread], -1: not open */
	/* [event]: -errno of an event that could not be counted anywhere, else 0. */
	int *missing;
	bool counting;
	struct gather gather;  /* which events are opened as one group */
	const int *leader_fds; /* borrowed */
	struct event_support support;
	struct evset_fallbacks fallbacks;
	struct event_open_trace trace;
	uint64_t required_sample_type;
	/* After a failure: the event that could not be opened; -1: it was something else. */
	int failed_event;
};

/* How the events are to be opened. */
struct evset_options {
	const struct kernelfs *fs;
	/* For counting: an event that this machine does not have is left out (see missing), and not replaced by a
	 * clock. */
	bool counting;
	bool gather; /* see record/evset/gather.h: events are then switched only all at once */
	/* [cpu]: an event of the caller's that is to lead the gathered ones; NULL: the first of them does */
	const int *leader_fds;
	/* SAMPLE_* bits that the user asked for by name: an event is refused rather than opened without them. */
	uint64_t required_sample_type;
	struct event_open_trace trace;
	const struct event_opener *opener; /* NULL: the running kernel; borrowed */
};

/* Opens all events; weak groups (:W) that do not fit are broken up. Returns 0, or a negative errno with err set in the
 * words users know; evset_done is to be called either way. */
int evset_open(struct evset *evset, const struct evset_options *options, struct event_list *events,
	       const struct target *target, struct err *err);
/* Closes all descriptors and frees; also of an evset whose opening failed. */
void evset_done(struct evset *evset);
/* Adds a description of each event to ret, with the ids of all its descriptors, as the file will list them: in the
 * order of CPUs, of their threads. 0 or -errno with err set. */
int evset_ids(const struct evset *evset, struct perf_events *ret, struct err *err);
/* cpu and thread are indices into the target's lists. Where the descriptor stands in fds; the descriptor, -1: not open.
 */
size_t evset_fd_index(const struct evset *evset, size_t event, size_t cpu, size_t thread);
int evset_fd(const struct evset *evset, size_t event, size_t cpu, size_t thread);
/* Whether the event leads its group, or is alone: only such events are switched and read. */
bool evset_leads(const struct evset *evset, size_t event);
/* All events; leaders alone are switched, their members follow. Failures are passed over: a thread may have ended. */
void evset_enable(const struct evset *evset);
void evset_disable(const struct evset *evset);
/* All but dummies: what these tell of processes is needed when the others go on. */
void evset_pause(const struct evset *evset);
/* One event alone, wherever it is open. */
void evset_switch(const struct evset *evset, size_t event, bool on);
/* Sets the filters of tracepoints (spec->filter), wherever they are open. 0 or -errno with err set. */
int evset_filter(const struct evset *evset, struct err *err);
/* As evset_done, at the end of the program: does not wait for the kernel to finish with the events. */
void evset_leave_behind(struct evset *evset);
/* Between runs: letting go of tracepoints, even in another process, disturbs what is measured meanwhile. Descriptors of
 * disabled events, or of threads that have ended, are kept open until all is over. */
struct evset_parked {
	VEC(int) fds;
};
/* evset is then as after evset_done. */
void evset_park(struct evset *evset, struct evset_parked *parked);
void evset_parked_leave_behind(struct evset_parked *parked);

#endif
