/* A CoreSight trace: a block is a piece that one AUX record tells of.
 *
 *     trace_etm.c          pieces, events, the source
 *     trace_etm_samples.c  what was executed in a piece, as samples */
#ifndef SESSION_TRACE_TRACE_ETM_H
#define SESSION_TRACE_TRACE_ETM_H

#include "hwtrace/coresight/etm_decoder.h"
#include "session/trace/trace_base.h"
#include "session/trace/trace_events.h"

struct etm_block {
	const struct trace_queue *queue;
	const uint8_t *bytes;
	uint64_t size_bytes, offset, time_ns;
	bool formatted;
	size_t unit; /* index in etm_info.cpus, where it is not formatted */
	/* What those before it leave: instructions since the last sample of them; samples that are still left out. */
	uint64_t insns_before, nr_to_skip;
	uint64_t nr_samples, nr_errors, nr_insns; /* found before the first pass */
};

struct etm_trace {
	struct trace_base base; /* has_time: of pieces */
	struct etm_info info;
	uint64_t period;                                  /* of samples of instructions, in instructions */
	const struct perf_event *branches, *instructions; /* NULL: not wanted */
	VEC(struct etm_block) blocks;
};

/* The samples of a block; sink NULL: they are only counted, and insns_before becomes what the block leaves. 0 or -errno
 * with err set. */
int etm_trace_decode(struct etm_trace *trace, struct etm_block *block, uint64_t *insns_before, struct sample_sink *sink,
		     struct err *err);

#endif
