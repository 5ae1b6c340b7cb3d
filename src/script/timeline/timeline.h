/* The calls of a hardware trace as a timeline that https://ui.perfetto.dev and chrome://tracing show: Chrome's trace
 * event format, JSON. A call is a pair of events, its begin (ph B) and its end (ph E), on the track of its thread.
 *
 *     struct timeline *timeline = timeline_new(&out);
 *     timeline_sample(timeline, resolver, &task, sample);       branches, and events beside them, in order of time
 *     timeline_record(timeline, record, time_ns);               errors of the trace
 *     timeline_end(timeline, &totals);
 *     timeline_free(timeline);
 *
 * What is not known is not invented: a function whose call was before the trace begins where the trace first shows it,
 * and behind an error all begins anew. While a thread is not traced (in the kernel, say) it has a slice that says so.
 * By one thread. */
#ifndef SCRIPT_TIMELINE_TIMELINE_H
#define SCRIPT_TIMELINE_TIMELINE_H

#include "base/outbuf.h"
#include "frame/resolver.h"
#include "perfdata/record/record.h"

struct timeline_totals {
	uint64_t nr_calls, nr_threads;
};

struct timeline;
/* Appends the head to out, which is borrowed; never NULL. */
struct timeline *timeline_new(struct outbuf *out);
/* A sample that is made of a trace; others are left out. task: the sample's, as resolver_task says. */
void timeline_sample(struct timeline *timeline, struct resolver *resolver, const struct sample_task *task,
		     const struct sample *sample);
/* An AUXTRACE_ERROR record; others are left out. */
void timeline_record(struct timeline *timeline, const struct record *r, uint64_t time_ns);
/* Ends what is still open, at the thread's last time, and appends the foot. */
void timeline_end(struct timeline *timeline, struct timeline_totals *ret);
void timeline_free(struct timeline *timeline); /* NULL is fine */

#endif
