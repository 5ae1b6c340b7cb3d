/* Pieces of a CoreSight trace, and the source that they make. */
#include "session/trace/trace_etm.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include "base/threads.h"
#include "session/trace/trace_kinds.h"

enum { SAMPLE_BYTES = sizeof(struct sample) + 16 };

static int etm_decode(void *ctx, size_t index, struct sample_sink *sink, struct err *err)
{
	struct etm_trace *trace = ctx;
	struct etm_block *block = &trace->blocks.items[index];
	uint64_t insns_before = block->insns_before;
	if (!trace->base.source_blocks[index].max_samples) return 0;
	return etm_trace_decode(trace, block, &insns_before, sink, err);
}

/* ---- pieces */

/* Bytes of the queue's buffer that holds all of [offset, offset + size); NULL: none does. */
static const uint8_t *find_bytes(const struct trace_queue *queue, uint64_t offset, uint64_t size)
{
	for (size_t i = 0; i < queue->buffers.count; i++) {
		const struct trace_buffer *buffer = &queue->buffers.items[i];
		if (offset < buffer->offset || size > buffer->size_bytes) continue;
		if (offset - buffer->offset <= buffer->size_bytes - size)
			return buffer->bytes + (offset - buffer->offset);
	}
	return NULL;
}

/* Which unit a trace is of that has no frames: the CPU's; where it is of a thread, the first. */
static size_t unit_of(const struct etm_trace *trace, uint32_t cpu)
{
	for (size_t i = 0; i < trace->info.nr_cpus; i++)
		if (trace->info.cpus[i].cpu == cpu) return i;
	return 0;
}

static bool is_of_queue(const struct trace_piece *piece, const struct trace_queue *queue)
{
	return queue->cpu != TRACE_ANY ? piece->cpu == queue->cpu : piece->tid == queue->tid;
}

static void add_pieces(struct etm_trace *trace, const struct trace_queue *queue)
{
	enum { UNFORMATTED = 0x100 }; /* PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW (UAPI) */
	for (size_t i = 0; i < trace->base.input.pieces.count; i++) {
		const struct trace_piece *piece = &trace->base.input.pieces.items[i];
		if (!piece->size_bytes || !is_of_queue(piece, queue)) continue;
		const uint8_t *bytes = find_bytes(queue, piece->offset, piece->size_bytes);
		if (!bytes) {
			warnings_add(trace->base.session->warnings, "a missing piece",
				     "a piece of the CoreSight trace is not in the recording");
			continue;
		}
		const struct etm_block block = { .queue = queue,
						 .bytes = bytes,
						 .size_bytes = piece->size_bytes,
						 .offset = piece->offset,
						 .time_ns = piece->time_ns,
						 .formatted = !(piece->flags & UNFORMATTED),
						 .unit = unit_of(trace, piece->cpu) };
		vec_push(&trace->blocks, block);
	}
}

/* Blocks that are counted by several threads. */
struct etm_counting {
	struct etm_trace *trace;
	struct err *err; /* of the first that fails; under its lock */
	pthread_mutex_t lock;
	int result;
};

static void etm_count_block(void *ctx, unsigned worker, size_t item)
{
	(void)worker;
	struct etm_counting *counting = ctx;
	uint64_t insns = 0;
	_err_done_ struct err err = ERR_INIT;
	int r = etm_trace_decode(counting->trace, &counting->trace->blocks.items[item], &insns, NULL, &err);
	if (r >= 0) return;
	pthread_mutex_lock(&counting->lock);
	if (counting->result >= 0) counting->result = err_set(counting->err, r, "%s", err.message);
	pthread_mutex_unlock(&counting->lock);
}

/* What each block has, as if it were the first. */
static int count_blocks(struct etm_trace *trace, struct err *err)
{
	struct etm_counting counting = { .trace = trace, .err = err, .lock = PTHREAD_MUTEX_INITIALIZER };
	threads_for(trace->base.session->nr_threads, trace->blocks.count, etm_count_block, &counting);
	return counting.result;
}

/* Where each block takes up the count of instructions. With last branches it begins anew wherever tracing ends, as it
 * does behind each block. */
static void carry_insns(struct etm_trace *trace)
{
	const struct trace_queue *queue = NULL;
	uint64_t insns = 0;
	if (!trace->instructions || trace->base.wants.last_branches) return;
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct etm_block *block = &trace->blocks.items[i];
		if (block->queue != queue) insns = 0;
		queue = block->queue;
		block->insns_before = insns;
		/* those of the block alone are counted */
		const uint64_t alone = block->nr_insns / trace->period;
		insns += block->nr_insns;
		block->nr_samples += insns / trace->period - alone;
		insns %= trace->period;
	}
}

/* What each block has and leaves. */
static int count(struct etm_trace *trace, struct err *err)
{
	struct session_totals *totals = &trace->base.session->totals;
	uint64_t nr_to_skip = trace->base.wants.skip;
	for (size_t i = 0; i < trace->base.input.queues.count; i++)
		add_pieces(trace, trace->base.input.queues.items[i]);
	trace->base.source_blocks = xcalloc(trace->blocks.count + 1, sizeof(*trace->base.source_blocks));
	int r = count_blocks(trace, err);
	if (r >= 0) carry_insns(trace);
	for (size_t i = 0; i < trace->blocks.count && r >= 0; i++) {
		struct etm_block *block = &trace->blocks.items[i];
		block->nr_to_skip = MIN(nr_to_skip, block->nr_samples);
		nr_to_skip -= block->nr_to_skip;
		totals->nr_trace_errors += block->nr_errors;
		struct trace_where where = trace_base_where(&trace->base, block->queue);
		trace->base.source_blocks[i] = trace_base_span(trace_base_place(&trace->base, &where, block->time_ns),
							       block->nr_samples + block->nr_errors, SAMPLE_BYTES);
	}
	totals->nr_trace_losses = trace->base.input.nr_truncated;
	return r;
}

/* ---- opening */

static void etm_release(void *ctx)
{
	struct etm_trace *trace = ctx;
	vec_done(&trace->blocks);
	etm_info_done(&trace->info);
	trace_base_done(&trace->base);
	free(trace);
}

static void configure(struct etm_trace *trace, const struct perf_event *event)
{
	enum { USUAL_PERIOD = 100000 };
	struct itrace_options *wants = &trace->base.wants;
	uint64_t fields = 0, stack = wants->last_branches ? SAMPLE_BRANCH_STACK : 0;
	if (trace->base.session->itrace.defaults) {
		*wants = (struct itrace_options){ .branches = true, .errors = true, .skip = wants->skip };
		stack = 0;
	}
	for (size_t i = 0; i < trace->base.input.queues.count; i++)
		if (trace->base.input.queues.items[i]->cpu != TRACE_ANY) fields = SAMPLE_CPU;
	trace->base.has_time = !trace->base.session->totals.in_file_order && !wants->timeless;
	/* there is no other clock to go by than instructions */
	trace->period = wants->period_given ? MAX(wants->period, (uint64_t)1) : USUAL_PERIOD;
	if (wants->branches || wants->calls || wants->returns)
		trace->branches = trace_event_add(trace->base.session, event, TRACE_EVENT_BRANCHES, 1, fields);
	if (wants->instructions)
		trace->instructions = trace_event_add(trace->base.session, event, TRACE_EVENT_INSTRUCTIONS,
						      trace->period, fields | stack);
}

/* Trace ids that were given to CPUs when tracing began. */
static void take_ids(struct etm_trace *trace)
{
	for (size_t i = 0; i < trace->base.input.counters.count; i++) {
		const struct trace_counter *told = &trace->base.input.counters.items[i];
		if (told->event->attr.type != trace->info.pmu_type) continue;
		if (etm_info_tell_id(&trace->info, told->cpu, told->number) < 0)
			warnings_add(
				trace->base.session->warnings, "trace ids of another version",
				"the recording tells ids of the CoreSight trace in a form that is not known (%#llx)",
				(unsigned long long)told->number);
	}
}

static int read_info(struct etm_trace *trace, const struct perf_event **ret_event, struct err *err)
{
	int r = etm_info_decode(trace->base.input.info, trace->base.input.nr_info, &trace->info);
	if (r < 0)
		return err_set_errno(err, -ENODATA, "the recording's description of the CoreSight trace %s",
				     r == -EOPNOTSUPP ? "is of a version that is not known" : "is damaged");
	take_ids(trace);
	*ret_event = trace_base_event(&trace->base, "CoreSight", trace->info.pmu_type, err);
	return *ret_event ? 0 : -ENODATA;
}

int trace_etm_open(struct session *session, struct trace_input *input, const struct itrace_options *wants,
		   struct err *err)
{
	struct etm_trace *trace = xcalloc(1, sizeof(*trace));
	const struct perf_event *event = NULL;
	trace_base_begin(&trace->base, session, input, wants);
	int r = read_info(trace, &event, err);
	/* samples beside the trace are of use without it */
	if (r >= 0 && etm_decoder_available(err) < 0) r = -ENODATA;
	if (r >= 0) {
		configure(trace, event);
		r = count(trace, err);
	}
	if (r >= 0) {
		const struct sample_source source = { .name = "CoreSight",
						      .ctx = trace,
						      .nr_blocks = trace->blocks.count,
						      .decode = etm_decode,
						      .release = etm_release };
		r = trace_base_add(&trace->base, &source, err);
	}
	if (r < 0) etm_release(trace);
	return r;
}
