/* Who takes the records of a recording round by round, as they come out of the rings, in place of the file: to write
 * something else there (stacks become call chains: session/live/live_unwinding.h), or to show them as they happen
 * (analysis/trace/trace_live.h). Whoever starts a recording fills this in, so that record/ need not know of symbols and
 * frames.
 *
 *     begin   known   round(1)   round(2) due(1)   round(3) due(2)   ...   round(empty) due(last)   end
 *
 * All of it is called by one thread at a time. */
#ifndef RECORD_DRAIN_ROUND_CONSUMER_H
#define RECORD_DRAIN_ROUND_CONSUMER_H

#include "base/outbuf.h"
#include "perfdata/record/events.h"

struct recording;
struct perf_header;

/* What is known when a recording begins; all of it outlives the consumer's part in it. */
struct round_source {
	/* the events as they are in the rings and as a file describes them: in the same order, with the same ids */
	const struct perf_events *raw, *written;
	const void *tracing_data; /* the formats of the tracepoints, as files have them */
	size_t tracing_data_size;
	const struct perf_header *header; /* facts of the machine and the session */
	struct recording *recording;      /* for recording_request_end */
};

struct round_consumer {
	void *ctx;
	/* What it appends in `due` is recorded instead of the round; it is called when the two descriptions of some
	 * event differ. False: it is for what it sees. Nothing is recorded, rounds follow each other as soon as
	 * something happens, and output.none has to be set. */
	bool rewrites;
	void (*begin)(void *ctx, const struct round_source *source);
	/* Records about what was there before the first round. */
	void (*known)(void *ctx, const void *records, size_t size_bytes);
	/* The next round: whole records, aligned to 8 bytes. They stay where they are until they were due. */
	void (*round)(void *ctx, const void *records, size_t size_bytes);
	/* The oldest round that was not due yet: the one behind it has come (an empty one at the end), so that nothing
	 * that is missing is older than its records. out: to append to; NULL unless it rewrites. */
	void (*due)(void *ctx, const void *records, size_t size_bytes, struct outbuf *out);
	/* The last call, when no round follows and the recorder's thread has ended: what `begin` was given goes away.
	 * May be NULL. */
	void (*end)(void *ctx);
};

#endif
