/* What a recording has of a hardware trace: how it was made (AUXTRACE_INFO), its bytes by queue (AUXTRACE), and which
 * thread ran where (ITRACE_START, SWITCH, SWITCH_CPU_WIDE). Or its bytes are in samples of other events
 * (PERF_SAMPLE_AUX): what was traced last when each was taken. Read once, by one thread, then only asked. */
#ifndef SESSION_TRACE_TRACE_INPUT_H
#define SESSION_TRACE_TRACE_INPUT_H

#include "base/u64map.h"
#include "base/vec.h"
#include "session/session_private.h"
#include "session/trace/trace_clock.h"
#include "session/trace/trace_guests.h"

/* Bytes of a trace that follow each other, as one AUXTRACE record has them; of the recording. offset: in the AUX area,
 * counted from when it was opened. */
struct trace_buffer {
	const uint8_t *bytes;
	uint64_t size_bytes, offset;
	uint64_t reference; /* of the record; for some kinds a time, in ticks of the trace */
};
/* The trace of a CPU, or of a thread: whichever the area was opened for; the other is TRACE_ANY. */
#define TRACE_ANY ((uint32_t)-1)
struct trace_queue {
	uint32_t index, cpu, tid;
	VEC(struct trace_buffer) buffers;
};
struct trace_cpu {
	uint32_t cpu;
	trace_switch_vec switches;
};

/* From then on the counter with this number writes into the trace, for this event (AUX_OUTPUT_HW_ID). */
struct trace_counter {
	uint64_t time_ns, number;
	uint32_t cpu, tid; /* TRACE_ANY: not told */
	const struct perf_event *event;
};

/* What an AUX record tells of: a stretch of the area that became full at a time. */
struct trace_piece {
	uint64_t offset, size_bytes, flags, time_ns;
	uint32_t cpu, pid, tid;
};
/* Bits of flags (PERF_AUX_FLAG_*). */
enum { TRACE_PIECE_TRUNCATED = 1, TRACE_PIECE_PARTIAL = 4 };

enum { TRACE_INFO_WORDS = 8192 };
struct trace_input {
	uint32_t type; /* enum auxtrace_type */
	/* The words of AUXTRACE_INFO, in this machine's byte order; those that are not there are 0. Owned. */
	uint64_t *info;
	size_t nr_info;
	VEC(struct trace_queue *) queues; /* by index */
	bool in_samples;                  /* offsets of buffers say nothing: each is the end of the trace so far */
	VEC(struct trace_cpu) cpus;
	struct trace_guests guests;
	VEC(struct trace_piece) pieces;     /* in the order of the recording */
	VEC(struct trace_counter) counters; /* as they were recorded: in order of time for each queue */
	/* index of a queue -> its address; CPU -> its place in cpus + 1 */
	struct u64map queue_of, cpu_of_1;
	struct trace_clock clock;          /* of TIME_CONV: kinds that do not say it in info */
	uint64_t nr_truncated, nr_partial; /* AUX records that say that something was lost */
};

/* Whether samples have pieces of a trace (PERF_SAMPLE_AUX). */
bool trace_input_is_sampled(const struct perf_events *events);
/* Reads it. 0, or -errno with err set; *ret is freed by trace_input_done either way. */
int trace_input_read(struct session *session, struct trace_input *ret, struct err *err) _warn_unused_;
void trace_input_done(struct trace_input *input);

/* Who is on the CPU at time_ns; false: not known. *ret_until: up to when, exclusive. */
bool trace_input_thread(const struct trace_input *input, uint32_t cpu, uint64_t time_ns, struct trace_switch *ret,
			uint64_t *ret_until);
/* The event that the counter with this number counts at time_ns, where the queue's trace is from; NULL: none is told.
 */
const struct perf_event *trace_input_counter(const struct trace_input *input, const struct trace_queue *queue,
					     uint64_t number, uint64_t time_ns);

#endif
