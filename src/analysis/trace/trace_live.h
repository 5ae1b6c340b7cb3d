/* System calls as they happen: rounds of records out of the rings of a recording, as a
 * consumer of rounds has them (record/drain/round_consumer.h). Order and horizon are those of stream/rounds.h.
 * Memory depends on what runs, not on how long: what is known of threads that ended is dropped now and then, but for
 * the sums that were asked for. */
#ifndef ANALYSIS_TRACE_TRACE_LIVE_H
#define ANALYSIS_TRACE_TRACE_LIVE_H

#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_fds.h"
#include "perfdata/record/record.h"

struct trace_live_options {
	struct trace_calls_options *calls;   /* model is set here */
	struct warnings *warnings;           /* may be NULL */
	bool any_owner;                      /* as in symbol_options */
	bool wants_maps;                     /* of address spaces: there will be addresses to resolve */
	const struct trace_fds_options *fds; /* NULL: descriptors are shown as numbers */
	size_t nr_shown_events; /* the first so many events are rows of their own, also those of raw_syscalls */
	size_t most_gone;       /* so many threads may end before they are dropped; 0: usual */
	/* the rows came to an end (max_rows, nobody reads them): called once, by the thread that shows them */
	void (*enough)(void *ctx, int code);
	void *ctx;
};

struct trace_live;
struct trace_live *trace_live_new(const struct trace_live_options *options); /* borrowed */
void trace_live_free(struct trace_live *trace);                              /* NULL is fine */
/* Borrowed, all of it. */
void trace_live_begin(struct trace_live *trace, const struct perf_events *events, const void *tracing_data,
		      size_t tracing_size_bytes);
/* Records about what was there before; applied at once. */
void trace_live_known(struct trace_live *trace, const void *records, size_t size_bytes);
/* The next round; it stays until it was due, behind the round after it. */
void trace_live_round(struct trace_live *trace, const void *records, size_t size_bytes);
/* Shows what the last round has made due. */
void trace_live_due(struct trace_live *trace);
struct trace_fds_stats trace_live_fds_stats(const struct trace_live *trace);
struct trace_calls *trace_live_calls(struct trace_live *trace);

#endif
