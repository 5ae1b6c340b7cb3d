/* What may happen to samples between the rings and the file: whoever starts a recording fills this in. It is how stacks
 * become call chains while recording (session/live/live_unwinding.h), and how calls are shown as they happen
 * (analysis/trace/trace_live.h), without record/ knowing of symbols and frames. All of it is called by one thread at a
 * time. */
#ifndef RECORD_SAMPLE_REWRITER_H
#define RECORD_SAMPLE_REWRITER_H

#include "base/outbuf.h"
#include "perfdata/record/events.h"

struct sample_rewriter {
	void *ctx;
	bool takes_all; /* it is for what it sees: called whatever the events are, and as soon as something happens */
	/* The descriptions of the tracepoints, before begin; may be NULL. */
	void (*know_formats)(void *ctx, const void *tracing_data, size_t size_bytes);
	/* Events as they are in the rings and as the file describes them, in the same order with the same ids; both
	 * outlive it. */
	void (*begin)(void *ctx, const struct perf_events *raw, const struct perf_events *written);
	/* Records about what was there before the first round. */
	void (*know)(void *ctx, const void *records, size_t size_bytes);
	/* The whole records of a round, aligned to 8 bytes, in order: to learn from them. They stay where they are
	 * until they were rewritten. */
	void (*see)(void *ctx, const void *records, size_t size_bytes);
	/* Appends the records of the oldest round that was only seen, rewritten. The next one was seen by then (an
	 * empty one at the end), so that nothing older is to come. */
	void (*rewrite)(void *ctx, const void *records, size_t size_bytes, struct outbuf *out);
};

#endif
