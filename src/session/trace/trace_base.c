#include "session/trace/trace_base.h"

#include <errno.h>
#include <stdlib.h>

void trace_base_begin(struct trace_base *base, struct session *session, struct trace_input *input,
		      const struct itrace_options *wants)
{
	base->session = session;
	base->input = *input;
	*input = (struct trace_input){ 0 };
	base->wants = *wants;
	base->code = trace_code_new(session);
}

const struct perf_event *trace_base_event(const struct trace_base *base, const char *name, uint64_t pmu_type,
					  struct err *err)
{
	const struct perf_events *events = session_events(base->session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type == pmu_type) return events->items[i];
	err_set(err, -ENODATA, "the %s trace is of no event of the recording (PMU type %llu)", name,
		(unsigned long long)pmu_type);
	return NULL;
}

struct trace_where trace_base_where(const struct trace_base *base, const struct trace_queue *queue)
{
	static const struct trace_clock ns = { 0 };
	return (struct trace_where){
		.code = base->code, .has_time = base->has_time, .input = &base->input, .clock = &ns, .queue = queue
	};
}

uint64_t trace_base_place(const struct trace_base *base, struct trace_where *where, uint64_t time_ns)
{
	if (base->has_time) return time_ns;
	return base->session->totals.in_file_order ? UINT64_MAX : trace_where_end(where);
}

struct source_block trace_base_span(uint64_t place_ns, uint64_t nr_samples, size_t bytes_per_sample)
{
	return (struct source_block){ .min_ns = place_ns,
				      .max_ns = place_ns,
				      .max_samples = (uint32_t)MIN(nr_samples, (uint64_t)UINT32_MAX),
				      .size_bytes = (uint32_t)MIN(nr_samples * bytes_per_sample,
								  (uint64_t)UINT32_MAX) };
}

int trace_base_add(struct trace_base *base, const struct sample_source *source, struct err *err)
{
	base->source = *source;
	base->source.blocks = base->source_blocks;
	return session_add_source(base->session, &base->source, err);
}

void trace_base_done(struct trace_base *base)
{
	free(base->source_blocks);
	trace_code_free(base->code);
	trace_input_done(&base->input);
}
