/* The tracepoints of a recording as typed events, one after the other in order of time.
 *
 *     workers, on all cores                          one thread at a time
 *     sample -> filter -> row reads the payload      in order of time -> pass->event -> ... -> pass->batch
 *                      -> pass->more adds to it
 *                           texts, frames: memory of the block, until its last event was given out
 *
 * What an event is, tables of rows say (tracepoint_rows.h). An analysis whose events are not known before it runs
 * (fields that the user names, all that a recording has) reads the samples itself: pass->read instead of tables. */
#ifndef ANALYSIS_PASS_TRACEPOINT_PASS_H
#define ANALYSIS_PASS_TRACEPOINT_PASS_H

#include "analysis/pass/sample_filter.h"
#include "analysis/pass/tracepoint_rows.h"
#include "base/intern.h"
#include "session/session.h"

/* What a worker has while it makes an event. One for each worker thread of the session, on cache lines of its own. */
struct tracepoint_worker {
	struct session_worker *session;
	const struct tracepoint_reader *reader; /* of the sample at hand; with tables */
	struct arena *memory;     /* for what the event points to: lives until all events of its block were given out */
	struct intern same_texts; /* for texts that are there again and again: live until the pass ends */
	struct chain chain;       /* to work with */
	struct outbuf text;       /* likewise */
} _apart_;

/* What is wanted: zero-initialised, then filled by the caller, who keeps what it points to until the pass ends. */
struct tracepoint_pass {
	void *ctx;               /* of event and batch */
	void *worker_ctx;        /* of more, read and other, which many threads call at the same time */
	size_t event_size_bytes; /* an event's members behind it are neither there nor read */
	/* One event; texts and frames live until it returns. Nonzero stops, and is what tracepoint_pass_run returns */
	int (*event)(void *ctx, const void *event);
	int (*batch)(void *ctx); /* after some events: a good moment to write; NULL: not wanted. Nonzero stops */

	const struct tracepoint_table *tables[TRACEPOINT_MAX_TABLES]; /* NULL behind the last */
	uint32_t kinds;                                               /* 1 << kind of those that are wanted */
	uint32_t needs_kinds;  /* one of them at least must be in the recording; 0: it may have none */
	const char *no_events; /* the error (-ENODATA) when there is none of them */
	/* In the worker: makes the rest of an event that was read, whose members without a row are 0; false: it is
	 * not wanted. NULL: rows say all */
	bool (*more)(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *event);
	/* In the worker, instead of tables: makes up to nr_events_most of a sample, and returns how many. Nothing but
	 * the time of the first is set. Size of events: a multiple of 8 */
	unsigned (*read)(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *events);
	const bool *wants_event; /* for `read`, by event index; NULL: all */
	unsigned nr_events_most; /* 0: one */
	/* In the worker: an event of another record of the kernel (or RECORD_AUXTRACE_ERROR), all 0 but for time_ns
	 * (UINT64_MAX: the record has none); false: it is not wanted. NULL: none are */
	bool (*other)(void *ctx, struct tracepoint_worker *worker, const struct record *r, const struct sample_id *id,
		      void *event);
	const struct sample_filter *filter; /* samples that it drops are not read; NULL: all are */
	bool skip_resolver;                 /* `more` and `read` resolve nothing: worker->session->resolver is NULL */
	uint64_t nr_damaged;                /* set by tracepoint_pass_run: payloads that were too short for their row */
};

/* Goes over the whole session. Returns 0, what event or batch stopped with, or -errno with err set; -ENODATA when
 * none of needs_kinds was recorded. Sets pass->nr_damaged. */
int tracepoint_pass_run(struct tracepoint_pass *pass, struct session *session, struct err *err) _warn_unused_;

#endif
