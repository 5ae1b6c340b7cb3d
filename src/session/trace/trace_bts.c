/* An Intel BTS trace: its records as samples of branches. Records have no times: they stand where the recording has the
 * piece of the trace that they came in. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include "base/threads.h"
#include "hwtrace/intel_bts/bts_record.h"
#include "session/trace/trace_base.h"
#include "session/trace/trace_events.h"
#include "session/trace/trace_flow.h"
#include "session/trace/trace_kinds.h"

enum { BLOCK_RECORDS = 1024, SAMPLE_BYTES = sizeof(struct sample) };

/* Words of AUXTRACE_INFO (perf-intel-bts(1), `perf script -D`). */
enum bts_info {
	BTS_INFO_PMU_TYPE,
	BTS_INFO_TIME_SHIFT,
	BTS_INFO_TIME_MULT,
	BTS_INFO_TIME_ZERO,
	BTS_INFO_CAP_TIME_ZERO,
	BTS_INFO_SNAPSHOT_MODE
};

/* Records of one buffer. */
struct bts_block {
	const struct trace_queue *queue;
	const uint8_t *bytes;
	size_t nr_records;
	uint64_t time_ns;              /* of the buffer; 0: not known */
	uint64_t nr_wanted, nr_errors; /* found before the first pass */
	uint64_t nr_to_skip;           /* of the wanted */
};

struct bts_trace {
	struct trace_base base; /* has_time: of buffers */
	struct trace_clock clock;
	const struct perf_event *event; /* NULL: branches are not wanted */
	VEC(struct bts_block) blocks;
	uint64_t nr_rests; /* buffers that end within a record */
};

/* A branch, and the instruction that made it, where its code is known. */
struct bts_branch {
	struct bts_record record;
	uint32_t flow;
	struct insn_step step;
	const uint8_t *code;
	bool without_code;
};

/* The time that things are looked up for: the buffer is read when the thread may have ended. */
static uint64_t lookup_ns(struct trace_where *where, const struct bts_block *block)
{
	return where->has_time ? MIN(block->time_ns, trace_where_end(where)) : trace_where_end(where);
}

/* The instruction at the branch's beginning. */
static void find_instruction(struct trace_where *where, const struct bts_block *block, struct bts_branch *branch)
{
	const struct pt_place place = { .ip = branch->record.from, .tsc = lookup_ns(where, block), .bits = 64 };
	struct pt_image image;
	branch->without_code = true;
	if (trace_code_find(where, &place, &image) < 0 || place.ip < image.start || place.ip >= image.end) return;
	const struct insn_set set = { .machine = EM_X86_64, .is64 = !where->is_32bit };
	pt_image_need(&image, (size_t)(place.ip - image.start), INSN_MAX_BYTES);
	branch->code = image.bytes + (place.ip - image.start);
	branch->step = insn_step(&set, branch->code, image.end - place.ip);
	branch->without_code = !branch->step.length;
}

static void classify(struct trace_where *where, const struct bts_block *block, struct bts_branch *branch)
{
	const struct bts_record *record = &branch->record;
	if (!record->to || !record->from) {
		branch->flow = SAMPLE_FLOW_BRANCH | (record->from ? SAMPLE_FLOW_END : SAMPLE_FLOW_BEGIN);
		return;
	}
	find_instruction(where, block, branch);
	if (branch->without_code) return;
	branch->flow = trace_flow_of_insn(branch->step.flow);
	/* nothing but a system call leads to the kernel by itself */
	bool enters = record->to >> 63 && !(record->from >> 63);
	if (enters && branch->step.flow != INSN_FLOW_SYSCALL && branch->step.flow != INSN_FLOW_INTERRUPT)
		branch->flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT;
}

static bool is_wanted(const struct bts_trace *trace, const struct bts_branch *branch)
{
	return trace->event && trace_flow_is_wanted(&trace->base.wants, branch->flow);
}

static void give_error(struct trace_where *where, uint64_t ip, uint64_t place, struct sample_sink *sink)
{
	const struct trace_error error = { .ip = ip,
					   .code = TRACE_ERROR_NO_CODE,
					   .cpu = where->queue->cpu,
					   .pid = where->pid,
					   .tid = where->tid,
					   .message = TRACE_ERROR_NO_CODE_TEXT };
	trace_error_give(sink, &error, place);
}

static void give_sample(const struct bts_trace *trace, const struct trace_where *where, const struct bts_branch *branch,
			uint64_t place, struct sample_sink *sink)
{
	const struct perf_event *event = trace->event;
	struct sample sample = { .event = event,
				 .present = event->attr.sample_type,
				 .ip = branch->record.from,
				 .addr = branch->record.to,
				 .time_ns = place,
				 .period = 1,
				 .pid = where->pid,
				 .tid = where->tid,
				 .cpu = where->queue->cpu,
				 .flow = branch->flow,
				 .insn_size_bytes = branch->step.length,
				 .insn = branch->code };
	sample.misc = sample.cpumode = sample.ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	sample.id = sample.stream_id = event->nr_ids ? event->ids[0] : 0;
	sink->sample(sink, &sample);
}

static void bts_decode_block(struct bts_trace *trace, const struct bts_block *block, struct sample_sink *sink)
{
	struct trace_where where = trace_base_where(&trace->base, block->queue);
	uint64_t place = trace_base_place(&trace->base, &where, block->time_ns), nr_to_skip = block->nr_to_skip;
	trace_where_move(&where, lookup_ns(&where, block));
	for (size_t i = 0; i < block->nr_records; i++) {
		struct bts_branch branch = { .record = bts_record_decode(block->bytes + i * BTS_RECORD_BYTES) };
		classify(&where, block, &branch);
		if (branch.without_code && trace->base.wants.errors)
			give_error(&where, branch.record.from, place, sink);
		if (!is_wanted(trace, &branch)) continue;
		if (nr_to_skip) nr_to_skip--;
		else give_sample(trace, &where, &branch, place, sink);
	}
}

static int trace_bts_decode(void *ctx, size_t index, struct sample_sink *sink, struct err *err)
{
	(void)err;
	struct bts_trace *trace = ctx;
	if (trace->base.source_blocks[index].max_samples) bts_decode_block(trace, &trace->blocks.items[index], sink);
	return 0;
}

static void trace_bts_count_block(void *ctx, unsigned index, size_t item)
{
	(void)index;
	struct bts_trace *trace = ctx;
	struct bts_block *block = &trace->blocks.items[item];
	struct trace_where where = trace_base_where(&trace->base, block->queue);
	for (size_t i = 0; i < block->nr_records; i++) {
		struct bts_branch branch = { .record = bts_record_decode(block->bytes + i * BTS_RECORD_BYTES) };
		classify(&where, block, &branch);
		block->nr_wanted += is_wanted(trace, &branch);
		block->nr_errors += branch.without_code && trace->base.wants.errors;
	}
	const uint64_t place = trace_base_place(&trace->base, &where, block->time_ns);
	trace->base.source_blocks[item] = trace_base_span(place, block->nr_wanted + block->nr_errors, SAMPLE_BYTES);
}

static void add_buffer(struct bts_trace *trace, const struct trace_queue *queue, const struct trace_buffer *buffer,
		       uint64_t skipped_bytes)
{
	uint64_t left = (buffer->size_bytes - skipped_bytes) / BTS_RECORD_BYTES;
	const uint8_t *bytes = buffer->bytes + skipped_bytes;
	trace->nr_rests += buffer->size_bytes % BTS_RECORD_BYTES != 0;
	for (uint64_t count; left; left -= count, bytes += count * BTS_RECORD_BYTES) {
		count = MIN(left, (uint64_t)BLOCK_RECORDS);
		const struct bts_block block = { .queue = queue,
						 .bytes = bytes,
						 .nr_records = count,
						 .time_ns = trace_clock_ns(&trace->clock, buffer->reference) };
		vec_push(&trace->blocks, block);
	}
}

/* Snapshots may have the same records again. */
static void add_queue(struct bts_trace *trace, const struct trace_queue *queue)
{
	uint64_t known_to = 0;
	for (size_t i = 0; i < queue->buffers.count; i++) {
		const struct trace_buffer *buffer = &queue->buffers.items[i];
		uint64_t skipped = 0;
		if (trace->base.input.info[BTS_INFO_SNAPSHOT_MODE] && buffer->offset < known_to)
			skipped = MIN(known_to - buffer->offset, buffer->size_bytes);
		skipped = (skipped + BTS_RECORD_BYTES - 1) / BTS_RECORD_BYTES * BTS_RECORD_BYTES;
		add_buffer(trace, queue, buffer, MIN(skipped, buffer->size_bytes));
		known_to = buffer->offset + buffer->size_bytes;
	}
}

static void count(struct bts_trace *trace)
{
	struct session_totals *totals = &trace->base.session->totals;
	uint64_t nr_to_skip = trace->base.wants.skip;
	for (size_t i = 0; i < trace->base.input.queues.count; i++) add_queue(trace, trace->base.input.queues.items[i]);
	trace->base.source_blocks = xcalloc(trace->blocks.count + 1, sizeof(*trace->base.source_blocks));
	threads_for(trace->base.session->nr_threads, trace->blocks.count, trace_bts_count_block, trace);
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct bts_block *block = &trace->blocks.items[i];
		block->nr_to_skip = MIN(nr_to_skip, block->nr_wanted);
		nr_to_skip -= block->nr_to_skip;
		totals->nr_trace_errors += block->nr_errors;
	}
	totals->nr_trace_losses = trace->base.input.nr_truncated;
	if (trace->nr_rests)
		warnings_add(trace->base.session->warnings, "a rest",
			     "a piece of the Intel BTS trace ends within a record, which is left out");
}

static void trace_bts_release(void *ctx)
{
	struct bts_trace *trace = ctx;
	vec_done(&trace->blocks);
	trace_base_done(&trace->base);
	free(trace);
}

static void configure(struct bts_trace *trace, const struct perf_event *event)
{
	const uint64_t *info = trace->base.input.info;
	struct itrace_options *wants = &trace->base.wants;
	/* there is nothing else to be had */
	if (trace->base.session->itrace.defaults && !wants->calls && !wants->returns) wants->branches = true;
	trace->clock = (struct trace_clock){ .shift = (uint32_t)info[BTS_INFO_TIME_SHIFT] & 63,
					     .mult = (uint32_t)info[BTS_INFO_TIME_MULT],
					     .zero_ns = info[BTS_INFO_TIME_ZERO] };
	trace->base.has_time = info[BTS_INFO_CAP_TIME_ZERO] && !trace->base.session->totals.in_file_order &&
			       !wants->timeless;
	if (wants->branches || wants->calls || wants->returns)
		trace->event = trace_event_add(trace->base.session, event, TRACE_EVENT_BRANCHES, 1, 0);
	else if (wants->instructions || wants->cycles || wants->chains || wants->last_branches)
		warnings_add(trace->base.session->warnings, "no branches",
			     "the Intel BTS trace has branches and nothing else: --itrace=b, c and r show them");
}

int trace_bts_open(struct session *session, struct trace_input *input, const struct itrace_options *wants,
		   struct err *err)
{
	struct bts_trace *trace = xcalloc(1, sizeof(*trace));
	trace_base_begin(&trace->base, session, input, wants);
	const struct perf_event *event = trace_base_event(&trace->base, "Intel BTS",
							  trace->base.input.info[BTS_INFO_PMU_TYPE], err);
	int r = event ? 0 : -ENODATA;
	if (event) {
		configure(trace, event);
		count(trace);
		const struct sample_source source = { .name = "Intel BTS",
						      .ctx = trace,
						      .nr_blocks = trace->blocks.count,
						      .decode = trace_bts_decode,
						      .release = trace_bts_release };
		r = trace_base_add(&trace->base, &source, err);
	}
	if (r < 0) trace_bts_release(trace);
	return r;
}
