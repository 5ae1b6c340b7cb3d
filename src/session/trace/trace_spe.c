/* Blocks of an Arm SPE trace, and the source that they make. */
#include "session/trace/trace_spe.h"

#include <errno.h>
#include <stdlib.h>
#include "hwtrace/arm_spe/spe_info.h"
#include "session/trace/trace_kinds.h"

/* A block ends with the first record behind so many bytes; a record has far less than what is read in advance. */
enum { BLOCK_BYTES = 16384, AHEAD_BYTES = 4096, SAMPLE_BYTES = sizeof(struct sample) };

static void add_events(struct spe_trace *trace, const struct perf_event *of)
{
	const struct itrace_options *wants = &trace->base.wants;
	/* only the hardware's own period can be had */
	bool operations = wants->instructions && wants->period_given &&
			  wants->period_unit == ITRACE_PERIOD_INSTRUCTIONS;
	const bool all = trace->base.session->itrace.defaults;
	const bool wanted[TRACE_EVENT_NR] = {
		[TRACE_EVENT_L1D_MISS] = all || wants->l1,          [TRACE_EVENT_L1D_ACCESS] = all || wants->l1,
		[TRACE_EVENT_LLC_MISS] = all || wants->llc,         [TRACE_EVENT_LLC_ACCESS] = all || wants->llc,
		[TRACE_EVENT_TLB_MISS] = all || wants->tlb,         [TRACE_EVENT_TLB_ACCESS] = all || wants->tlb,
		[TRACE_EVENT_BRANCH_MISS] = all || wants->branches, [TRACE_EVENT_REMOTE_ACCESS] = all || wants->remote,
		[TRACE_EVENT_MEMORY] = all || wants->memory,        [TRACE_EVENT_OPERATIONS] = operations,
	};
	uint64_t fields = SAMPLE_ADDR | SAMPLE_WEIGHT | SAMPLE_DATA_SRC |
			  (of->attr.sample_type & (SAMPLE_CPU | SAMPLE_PHYS_ADDR));
	if (trace->base.has_time) fields |= SAMPLE_TIME;
	for (unsigned i = 0; i < TRACE_EVENT_NR; i++)
		if (wanted[i]) trace->events[i] = trace_event_add(trace->base.session, of, i, 1, fields);
}

/* What is known of a block while its records are counted. */
static void count_record(struct spe_trace *trace, const struct spe_record *record, struct spe_block *next,
			 struct source_block *span)
{
	uint64_t events = spe_trace_events_of(trace, record, next->nr_records++),
		 place_ns = spe_trace_place(trace, record, &next->last_ns);
	if (record->has_context) {
		next->context = record->context;
		next->has_context = trace->any_context = true;
	}
	if (!events) return;
	trace->any_timeless |= trace->base.has_time && !record->has_timestamp;
	span->min_ns = MIN(span->min_ns, place_ns);
	span->max_ns = MAX(span->max_ns, place_ns);
	span->max_samples += (uint32_t)__builtin_popcountll(events);
}

/* Cuts the block that begins at next->from off; next becomes what follows it. */
static void cut_block(struct spe_trace *trace, struct spe_block *next, struct source_block *ret_span)
{
	struct trace_stretch stretch;
	struct spe_block block = *next;
	uint64_t most = MIN(next->from + BLOCK_BYTES + AHEAD_BYTES, next->stream->size_bytes);
	size_t at = 0, used = 0;
	trace_stream_read(trace->base.session->perfdata, next->stream, next->from, most, &stretch);
	*ret_span = (struct source_block){ .min_ns = UINT64_MAX };
	while (at < stretch.size_bytes && used < BLOCK_BYTES) {
		struct spe_record record;
		bool whole;
		at += spe_record_decode(stretch.bytes + at, stretch.bytes + stretch.size_bytes, next->from + at,
					&record, &whole);
		if (!whole) break;
		used = at;
		count_record(trace, &record, next, ret_span);
	}
	/* no record ends there: the next block goes on behind it */
	if (!used || most == next->stream->size_bytes) used = at;
	trace_stretch_done(&stretch);
	next->from += used;
	block.to = next->from;
	vec_push(&trace->blocks, block);
	ret_span->min_ns = MIN(ret_span->min_ns, ret_span->max_ns);
	ret_span->size_bytes = ret_span->max_samples * SAMPLE_BYTES;
}

static void add_blocks(struct spe_trace *trace)
{
	VEC(struct source_block) spans = { 0 };
	for (size_t i = 0; i < trace->streams.all.count; i++) {
		struct spe_block next = { .stream = &trace->streams.all.items[i] };
		while (next.from < next.stream->size_bytes) {
			struct source_block span;
			cut_block(trace, &next, &span);
			vec_push(&spans, span);
		}
	}
	trace->base.source_blocks = xcalloc(spans.count + 1, sizeof(*trace->base.source_blocks));
	if (spans.count) memcpy(trace->base.source_blocks, spans.items, spans.count * sizeof(*spans.items));
	vec_done(&spans);
}

static int trace_spe_decode(void *ctx, size_t index, struct sample_sink *sink, struct err *err)
{
	(void)err;
	struct spe_trace *trace = ctx;
	if (trace->base.source_blocks[index].max_samples) spe_trace_decode(trace, &trace->blocks.items[index], sink);
	return 0;
}

static void trace_spe_release(void *ctx)
{
	struct spe_trace *trace = ctx;
	vec_done(&trace->blocks);
	u64map_done(&trace->midr_of);
	trace_streams_done(&trace->streams);
	trace_base_done(&trace->base);
	free(trace);
}

static void configure(struct spe_trace *trace, const struct perf_event *event)
{
	const struct trace_input *input = &trace->base.input;
	const char *cpuid = perfdata_header(trace->base.session->perfdata)->cpuid;
	for (size_t i = 0; i < input->queues.count; i++) {
		uint64_t midr = spe_info_midr(input->info, input->nr_info, input->queues.items[i]->cpu);
		if (!midr) midr = cpuid ? strtoull(cpuid, NULL, 16) : 0;
		*u64map_put(&trace->midr_of, (uintptr_t)input->queues.items[i], NULL) = midr;
	}
	trace->clock = trace->base.input.clock;
	trace->base.has_time = event->attr.sample_type & SAMPLE_TIME && !trace->base.wants.timeless &&
			       !trace->base.session->totals.in_file_order;
}

int trace_spe_open(struct session *session, struct trace_input *input, const struct itrace_options *wants,
		   struct err *err)
{
	struct spe_trace *trace = xcalloc(1, sizeof(*trace));
	trace_base_begin(&trace->base, session, input, wants);
	const struct perf_event *event = trace_base_event(
		&trace->base, "Arm SPE", spe_info_pmu_type(trace->base.input.info, trace->base.input.nr_info), err);
	int r = event ? 0 : -ENODATA;
	if (event) {
		configure(trace, event);
		trace_streams_make(&trace->base.input, false, &trace->streams);
		add_events(trace, event);
		add_blocks(trace);
		session->turns_tell_time |= trace->any_timeless;
		session->totals.nr_trace_losses = trace->base.input.nr_truncated;
		if (!trace->any_context)
			warnings_add(session->warnings, "no context",
				     "the Arm SPE trace does not say which threads it is of: they may be wrong");
		const struct sample_source source = { .name = "Arm SPE",
						      .ctx = trace,
						      .nr_blocks = trace->blocks.count,
						      .decode = trace_spe_decode,
						      .release = trace_spe_release };
		r = trace_base_add(&trace->base, &source, err);
	}
	if (r < 0) trace_spe_release(trace);
	return r;
}
