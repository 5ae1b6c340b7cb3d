/* What every kind of trace has: its input, what is wanted of it, code, and the source of samples that it becomes. A
 * kind has it as a member `base`. In order: trace_base_begin, trace_base_event, (blocks), trace_base_add; and
 * trace_base_done in the source's release. */
#ifndef SESSION_TRACE_TRACE_BASE_H
#define SESSION_TRACE_TRACE_BASE_H

#include "session/trace/trace_code.h"
#include "stream/sample_source.h"

struct trace_base {
	struct session *session;
	struct trace_input input;
	struct itrace_options wants;
	bool has_time; /* the trace's records or pieces have times that the recording's order goes by */
	struct trace_code *code;
	struct source_block *source_blocks; /* one for each block of the kind; allocated by the kind, freed by done */
	struct sample_source source;
};

/* Fills a zeroed base. Takes over what is in input. */
void trace_base_begin(struct trace_base *base, struct session *session, struct trace_input *input,
		      const struct itrace_options *wants);
/* The event that the trace is of: the first of this PMU. NULL with err set to -ENODATA: the recording has none. name:
 * of the kind of trace, as messages have it. */
const struct perf_event *trace_base_event(const struct trace_base *base, const char *name, uint64_t pmu_type,
					  struct err *err);
/* For questions about code and threads, at times of the recording (ns). The base outlives it. */
struct trace_where trace_base_where(const struct trace_base *base, const struct trace_queue *queue);
/* Where samples of time_ns stand among those of other events: at that time, else behind all else of the thread. */
uint64_t trace_base_place(const struct trace_base *base, struct trace_where *where, uint64_t time_ns);
/* The block's span where all its samples are at one place (ns). */
struct source_block trace_base_span(uint64_t place_ns, uint64_t nr_samples, size_t bytes_per_sample);
/* Adds the source to the session: name, and the functions of struct sample_source with their ctx. 0 or -errno with err
 * set; release is not called then. */
int trace_base_add(struct trace_base *base, const struct sample_source *source, struct err *err);
void trace_base_done(struct trace_base *base);

#endif
