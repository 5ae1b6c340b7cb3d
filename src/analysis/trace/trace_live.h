/* System calls as they happen: takes records in rounds, as a consumer of a recording gets them out of the ring
 * buffers (record/drain/round_consumer.h), and shows rows as their samples come due. The order, and how long a
 * record must wait for earlier ones, are those of stream/rounds.h.
 *
 *     trace_live_begin    once; then trace_live_known for processes that were there before
 *     trace_live_round    for each round, and then
 *     trace_live_due      which calls options->calls->row
 *
 * One thread. Memory depends on what runs, not on how long: what is known of threads that ended is dropped now and
 * then, except the sums that were asked for. */
#ifndef ANALYSIS_TRACE_TRACE_LIVE_H
#define ANALYSIS_TRACE_TRACE_LIVE_H

#include "analysis/trace/trace_calls.h"
#include "analysis/trace/trace_fds.h"
#include "perfdata/record/record.h"

/* Borrowed, and must outlive the trace. */
struct trace_live_options {
	/* Its model, and the indices of switching events, are set here. */
	struct trace_calls_options *calls;
	struct warnings *warnings; /* may be NULL */
	bool any_owner;            /* as in symbol_options */
	/* Mappings of address spaces are followed: there will be addresses to resolve. */
	bool wants_maps;
	const struct trace_fds_options *fds; /* NULL: descriptors are shown as numbers */
	/* The first so many events are rows of their own, also those of raw_syscalls (syscall_events_separate). */
	size_t nr_shown_events;
	/* After so many exits of threads what ended is dropped; 0: the usual number. */
	size_t most_gone;
	/* The rows came to an end, with the code that trace_calls_add or batch returned (max_rows reached, nobody
	 * reads). Called once. */
	void (*enough)(void *ctx, int code);
	void *ctx;
};

struct trace_live;
/* Never NULL. */
struct trace_live *trace_live_new(const struct trace_live_options *options);
void trace_live_free(struct trace_live *trace); /* NULL is fine */
/* The events, and the formats of their tracepoints. Before any record; all borrowed, and must outlive the trace. */
void trace_live_begin(struct trace_live *trace, const struct perf_events *events, const void *tracing_data,
		      size_t tracing_size_bytes);
/* Records (mmap, comm, fork) about what was there before; applied at once. */
void trace_live_known(struct trace_live *trace, const void *records, size_t size_bytes);
/* The next round. records is borrowed until trace_live_due was called behind the round after it. */
void trace_live_round(struct trace_live *trace, const void *records, size_t size_bytes);
/* Shows what the last round has made due. */
void trace_live_due(struct trace_live *trace);
/* All 0 without options->fds. */
struct trace_fds_stats trace_live_fds_stats(const struct trace_live *trace);
/* Borrowed: for its summary. */
struct trace_calls *trace_live_calls(struct trace_live *trace);

#endif
