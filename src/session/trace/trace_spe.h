/* A trace of the Arm Statistical Profiling Extension, cut into blocks of whole records.
 *
 *     trace_spe.c          blocks, events, the source
 *     trace_spe_samples.c  a block's records as samples */
#ifndef SESSION_TRACE_TRACE_SPE_H
#define SESSION_TRACE_TRACE_SPE_H

#include "hwtrace/arm_spe/spe_record.h"
#include "session/trace/trace_base.h"
#include "session/trace/trace_clock.h"
#include "session/trace/trace_events.h"
#include "session/trace/trace_stream.h"

struct spe_block {
	const struct trace_stream *stream;
	uint64_t from, to;
	/* What records before it leave: the thread that the last context packet named, and how many there were. */
	uint32_t context;
	bool has_context;
	uint64_t nr_records;
	uint64_t last_ns; /* the last time that one of them had; 0: none had one */
};

struct spe_trace {
	struct trace_base base;
	struct trace_streams streams;
	struct trace_clock clock;
	struct u64map midr_of;                           /* queue -> MIDR_EL1 of its processor; 0: not known */
	bool any_context, any_timeless;                  /* any_timeless: a record has no time, though has_time */
	const struct perf_event *events[TRACE_EVENT_NR]; /* NULL: not wanted */
	VEC(struct spe_block) blocks;
};

/* The events that a record is a sample of: a bit for each enum trace_event, of those that are wanted. number: of the
 * record in its stream. */
uint64_t spe_trace_events_of(const struct spe_trace *trace, const struct spe_record *record, uint64_t number);
/* What its samples show; 0: it has none. */
uint64_t spe_trace_time(const struct spe_trace *trace, const struct spe_record *record);
/* Where it stands among all samples: one without a time behind the record before it. last_ns: of the block. */
uint64_t spe_trace_place(const struct spe_trace *trace, const struct spe_record *record, uint64_t *last_ns);
/* The samples of a block. */
void spe_trace_decode(const struct spe_trace *trace, const struct spe_block *block, struct sample_sink *sink);

#endif
