/* Blocks of an Intel PT trace, and the source that they make. */
#include "session/trace/trace_pt.h"

#include <errno.h>
#include <stdlib.h>
#include "base/threads.h"
#include "session/trace/trace_kinds.h"
#include "session/trace/trace_losses.h"

/* Blocks are at least so long, where PSB packets are near enough: a compromise between what beginning anew costs and
 * what is held of a block that waits for its turn. */
#define BLOCK_BYTES 16384
/* What a sample takes in memory while it waits, about: what differs from the one before, its place in the order, and
 * the line that it becomes. */
#define SAMPLE_BYTES 256
#define BLOCK_OVERHEAD_BYTES 16384 /* of a block with any sample */

/* Words of AUXTRACE_INFO (perf-intel-pt(1) and `perf script -D` name them). */
enum pt_info {
	PT_INFO_PMU_TYPE,
	PT_INFO_TIME_SHIFT,
	PT_INFO_TIME_MULT,
	PT_INFO_TIME_ZERO,
	PT_INFO_CAP_USER_TIME_ZERO,
	PT_INFO_TSC_BIT,
	PT_INFO_NORETCOMP_BIT,
	PT_INFO_HAVE_SCHED_SWITCH,
	PT_INFO_SNAPSHOT_MODE,
	PT_INFO_PER_CPU_MMAPS,
	PT_INFO_MTC_BIT,
	PT_INFO_MTC_FREQ_BITS,
	PT_INFO_TSC_CTC_N,
	PT_INFO_TSC_CTC_D,
	PT_INFO_CYC_BIT,
	PT_INFO_MAX_NONTURBO_RATIO,
	PT_INFO_FILTER_BYTES, /* of the address filter's text, which is padded to words and follows */
};

/* Whether Event Trace is part of what the processor can do: in the word behind the filter's text. */
static bool has_event_trace(const struct trace_input *input)
{
	uint64_t filter_bytes = input->info[PT_INFO_FILTER_BYTES];
	if (filter_bytes > TRACE_INFO_WORDS * sizeof(uint64_t)) return false;
	size_t at = PT_INFO_FILTER_BYTES + 1 + (filter_bytes ? filter_bytes / sizeof(uint64_t) + 1 : 0);
	return at < input->nr_info && input->info[at];
}

static const struct perf_event *find_event(const struct pt_trace *trace)
{
	const struct perf_events *events = session_events(trace->session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type == trace->input.info[PT_INFO_PMU_TYPE]) return events->items[i];
	return NULL;
}

/* The value in the bits of `mask`. */
static uint64_t field_of(uint64_t config, uint64_t mask) { return mask ? (config & mask) / (mask & -mask) : 0; }

static void configure(struct pt_trace *trace, const struct perf_event *event)
{
	enum { BRANCH_BIT = 1 << 13 };
	const uint64_t no_tnt_bit = 1ULL << 55;
	const uint64_t *info = trace->input.info;
	uint64_t config = event->attr.config;
	trace->config = (struct pt_config){
		.return_compression = !(config & info[PT_INFO_NORETCOMP_BIT]),
		.branches = !(config & 1) || config & BRANCH_BIT,
		.mtc_shift = (unsigned)field_of(config, info[PT_INFO_MTC_FREQ_BITS]),
		.tsc_ctc_numerator = (uint32_t)info[PT_INFO_TSC_CTC_N],
		.tsc_ctc_denominator = (uint32_t)info[PT_INFO_TSC_CTC_D],
		.max_non_turbo_ratio = (unsigned)info[PT_INFO_MAX_NONTURBO_RATIO],
		.event_trace = has_event_trace(&trace->input),
		.quick = trace->wants.quick,
	};
	trace->wants_stacks = trace->wants.chains || trace->wants.calls_known || trace->wants.add_chains;
	trace->wants_last_branches = trace->wants.last_branches || trace->wants.add_last_branches;
	/* only CYC packets count cycles */
	if (!(config & info[PT_INFO_CYC_BIT])) trace->wants.cycles = false;
	if (config & no_tnt_bit && !trace->config.quick) trace->config.quick = 1; /* there is nothing to walk with */
	trace->clock = (struct trace_clock){ .shift = (uint32_t)info[PT_INFO_TIME_SHIFT] & 63,
					     .mult = (uint32_t)info[PT_INFO_TIME_MULT],
					     .zero_ns = info[PT_INFO_TIME_ZERO] };
	trace->has_time = config & info[PT_INFO_TSC_BIT] && !trace->wants.timeless &&
			  !trace->session->totals.in_file_order;
}

/* How often instructions are sampled: what was asked for, or every 100 us. */
static void set_period(struct pt_trace *trace)
{
	const struct itrace_options *wants = &trace->wants;
	enum { DEFAULT_PERIOD_NS = 100000 };
	if ((!wants->instructions && !wants->cycles) || trace->config.quick) return;
	trace->period = wants->period_given ? wants->period : DEFAULT_PERIOD_NS;
	trace->by_time = trace->period && (!wants->period_given || wants->period_unit != ITRACE_PERIOD_INSTRUCTIONS);
	if (!trace->period) trace->period = 1;
	if (trace->by_time) {
		uint64_t ticks = trace->period;
		if (!wants->period_given || wants->period_unit == ITRACE_PERIOD_NS)
			ticks = trace_clock_tsc(&trace->clock, trace->clock.zero_ns + trace->period);
		/* slots of a power of two, not longer than what was asked for, as upstream has them */
		while (ticks >> 1 >> trace->slot_shift) trace->slot_shift++;
	}
	if (trace->by_time && !trace->has_time) {
		if (wants->instructions)
			warnings_add(
				trace->session->warnings, "no times",
				"the trace has no times: instructions are sampled by their number (--itrace=i1000i)");
		trace->by_time = false;
		trace->period = 1000;
	}
}

static void find_pebs_events(struct pt_trace *trace)
{
	const struct perf_events *events = session_events(trace->session);
	for (size_t i = 0; i < events->count && trace->wants.other; i++) {
		if (!(events->items[i]->attr.flags & ATTR_AUX_OUTPUT)) continue;
		if (!trace->nr_pebs_events++) trace->pebs_event = events->items[i];
	}
}

static void add_events(struct pt_trace *trace, const struct perf_event *of)
{
	const struct itrace_options *wants = &trace->wants;
	const bool wanted[TRACE_EVENT_NR] = {
		[TRACE_EVENT_BRANCHES] = wants->branches || wants->calls || wants->returns,
		[TRACE_EVENT_INSTRUCTIONS] = wants->instructions,
		[TRACE_EVENT_CYCLES] = wants->cycles,
		[TRACE_EVENT_TRANSACTIONS] = wants->transactions,
		[TRACE_EVENT_PTWRITE] = wants->ptwrites,
		[TRACE_EVENT_CBR] = wants->power,
		[TRACE_EVENT_PSB] = wants->power,
		[TRACE_EVENT_MWAIT] = wants->power,
		[TRACE_EVENT_PWRE] = wants->power,
		[TRACE_EVENT_EXSTOP] = wants->power,
		[TRACE_EVENT_PWRX] = wants->power,
		[TRACE_EVENT_EVT] = wants->interrupts,
		[TRACE_EVENT_IFLAG] = wants->interrupts && trace->config.event_trace,
	};
	bool has_cpu = trace->input.info[PT_INFO_PER_CPU_MMAPS];
	for (size_t i = 0; i < trace->input.queues.count; i++)
		has_cpu |= trace->input.queues.items[i]->cpu != TRACE_ANY;
	uint64_t fields = 0;
	if (trace->has_time) fields |= SAMPLE_TIME;
	if (has_cpu) fields |= SAMPLE_CPU;
	for (unsigned i = 0; i < TRACE_EVENT_NR; i++) {
		bool of_insns = i == TRACE_EVENT_INSTRUCTIONS || i == TRACE_EVENT_CYCLES,
		     has_chain = of_insns || i == TRACE_EVENT_TRANSACTIONS;
		uint64_t chain = wants->chains && has_chain ? SAMPLE_CALLCHAIN : 0;
		if (wants->last_branches && has_chain) chain |= SAMPLE_BRANCH_STACK;
		if (wanted[i])
			trace->events[i] = trace_event_add(
				trace->session, of, i, of_insns && trace->period ? trace->period : 1, fields | chain);
	}
}

/* The next PSB at or behind `at`; the stream's size when there is none. Packets may lie across buffers. */
static uint64_t find_psb(const struct pt_trace *trace, const struct trace_stream *stream, uint64_t at)
{
	enum { PSB_BYTES = 16, STEP_BYTES = 4096 };
	const uint8_t *psb = NULL;
	for (; at < stream->size_bytes; at += STEP_BYTES) {
		struct trace_stretch stretch;
		trace_stream_read(trace->session->perfdata, stream, at,
				  MIN(at + STEP_BYTES + PSB_BYTES - 1, stream->size_bytes), &stretch);
		psb = pt_packet_find_psb(stretch.bytes, stretch.bytes + stretch.size_bytes);
		if (psb) at += (uint64_t)(psb - stretch.bytes);
		trace_stretch_done(&stretch);
		if (psb) return at;
	}
	return stream->size_bytes;
}

static void add_blocks(struct pt_trace *trace, const struct trace_stream *stream)
{
	uint64_t from = find_psb(trace, stream, 0);
	while (from < stream->size_bytes) {
		uint64_t to = from + BLOCK_BYTES < stream->size_bytes ? find_psb(trace, stream, from + BLOCK_BYTES)
								      : stream->size_bytes;
		struct pt_block *block = vec_add(&trace->blocks);
		*block = (struct pt_block){ .stream = stream, .from = from, .to = to, .before.cbr = TRACE_NO_CBR };
		from = to;
	}
}

/* ---- before the first pass */

struct counting {
	struct pt_trace *trace;
	atomic_size_t nr_done;
	atomic_int error;
};

static void trace_pt_count_block(void *ctx, unsigned index, size_t item)
{
	struct counting *counting = ctx;
	struct pt_trace *trace = counting->trace;
	_err_done_ struct err err = ERR_INIT;
	size_t done = atomic_fetch_add_explicit(&counting->nr_done, 1, memory_order_relaxed);
	if (index == 0) trace->session->on_progress(trace->session->on_progress_ctx, done, trace->blocks.count);
	struct pt_block *block = &trace->blocks.items[item];
	/* whether the block before ends with a position known is found out at the same time: see sum_up */
	int r = pt_trace_look(trace, block, &err);
	if (r < 0) atomic_store(&counting->error, r);
}

/* What each block leaves, in the order of the stream. */
static void sum_up(struct pt_trace *trace)
{
	struct pt_carry carry = { 0 };
	const struct trace_stream *stream = NULL;
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct pt_block *block = &trace->blocks.items[i];
		const struct pt_summary *found = &block->found;
		if (block->stream != stream) {
			/* instructions are counted on behind what is missing of a queue */
			bool counts_on = !trace->by_time && stream && block->stream->queue == stream->queue;
			carry = (struct pt_carry){ .slot = found->first_slot,
						   .cbr = TRACE_NO_CBR,
						   .nr_insns = counts_on ? carry.nr_insns : 0 };
		}
		stream = block->stream;
		block->before = carry;
		carry.goes_on = found->goes_on;
		if (found->last_cbr != TRACE_NO_CBR) carry.cbr = found->last_cbr;
		if (!trace->period) continue;
		if (!trace->by_time) {
			carry.nr_insns = (carry.nr_insns + found->nr_insns) % trace->period;
		} else if (found->nr_insns) {
			bool changes = found->nr_changes || found->first_slot != carry.slot;
			if (!found->nr_changes && !changes) carry.nr_insns += found->nr_insns;
			else carry.nr_insns = found->nr_changes ? found->insns_behind : found->nr_insns - 1;
			carry.slot = found->last_slot;
		}
	}
}

/* Which block tells of which object without code: the earliest that meets it. */
static void share_missing(struct pt_trace *trace)
{
	struct u64map first = U64MAP_INIT; /* dso -> block */
	for (size_t i = 0; i < trace->blocks.count; i++) {
		const struct pt_block *block = &trace->blocks.items[i];
		for (size_t j = 0; j < block->missing.count; j++) {
			bool is_new;
			uint64_t *slot = u64map_put(&first, block->missing.items[j].dso_id, &is_new);
			if (is_new || block->found.min_ns < trace->blocks.items[*slot].found.min_ns) *slot = i;
		}
	}
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct pt_block *block = &trace->blocks.items[i];
		for (size_t j = 0; j < block->missing.count; j++)
			block->missing.items[j].is_told = *u64map_find(&first, block->missing.items[j].dso_id) == i;
	}
	u64map_done(&first);
}

static int compare_begins(const void *a, const void *b)
{
	const struct pt_block *x = *(struct pt_block *const *)a, *y = *(struct pt_block *const *)b;
	if (x->found.min_ns != y->found.min_ns) return x->found.min_ns < y->found.min_ns ? -1 : 1;
	return x < y ? -1 : x > y;
}

struct pt_block **pt_trace_blocks_by_time(struct pt_trace *trace)
{
	struct pt_block **order = xcalloc(trace->blocks.count + 1, sizeof(*order));
	for (size_t i = 0; i < trace->blocks.count; i++) order[i] = &trace->blocks.items[i];
	qsort(order, trace->blocks.count, sizeof(*order), compare_begins);
	return order;
}

/* Whether it is unknown what came before: a snapshot, or the piece of a sample, begins with the block. */
static bool begins_anew(const struct pt_trace *trace, const struct pt_block *block)
{
	bool in_pieces = trace->input.in_samples || trace->input.info[PT_INFO_SNAPSHOT_MODE];
	return in_pieces && (block == trace->blocks.items || block[-1].stream != block->stream);
}

/* The stacks that blocks begin with. A thread may have gone from CPU to CPU: in order of time. */
static void share_stacks(struct pt_trace *trace)
{
	_free_ struct pt_block **order = pt_trace_blocks_by_time(trace);
	struct trace_stacks stacks = { 0 };
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct pt_block *block = order[i];
		for (size_t j = 0; j < block->effects.threads.count; j++) {
			uint32_t tid = block->effects.threads.items[j].tid;
			if (begins_anew(trace, block)) trace_stacks_clear(&stacks, tid);
			vec_push(&block->tops, trace_stacks_top(&stacks, tid));
		}
		trace_stacks_apply(&stacks, &trace->frames, &block->effects);
	}
	trace_stacks_done(&stacks);
}

/* A bound for the samples of instructions and cycles in the block. */
static uint64_t count_instructions(const struct pt_trace *trace, const struct pt_block *block)
{
	const struct pt_summary *found = &block->found;
	if (!trace->period) return 0;
	/* instructions and cycles may be told of in the same place */
	uint64_t each = trace->events[TRACE_EVENT_CYCLES] && trace->events[TRACE_EVENT_INSTRUCTIONS] ? 2 : 1;
	/* where the position was not known the beginning may be another one than it seemed */
	bool begins_slot = found->first_slot != block->before.slot || !block->before.goes_on;
	if (trace->by_time) return found->nr_insns ? each * (found->nr_changes + begins_slot) : 0;
	return each * ((block->before.nr_insns + found->nr_insns) / trace->period);
}

/* Of objects without code those that this block tells of. */
static uint64_t count_errors(const struct pt_block *block)
{
	uint64_t count = block->found.nr_errors;
	for (size_t i = 0; i < block->missing.count; i++) count -= !block->missing.items[i].is_told;
	return count;
}

/* Of a block without errors, which are shown whoever is asked about. */
static void tell_whose(const struct pt_trace *trace, const struct pt_block *block, struct source_block *ret)
{
	const struct trace_queue *queue = block->stream->queue;
	struct trace_where where = pt_trace_where(trace, block);
	if (trace->wants.errors && count_errors(block)) return;
	ret->has_cpu = queue->cpu != TRACE_ANY;
	ret->cpu = queue->cpu;
	trace_where_move(&where, block->found.min_ns);
	ret->has_task = where.pid != TRACE_ANY && where.tid != TRACE_ANY && block->found.max_ns < where.until_ns;
	ret->pid = where.pid;
	ret->tid = where.tid;
}

static void make_source_blocks(struct pt_trace *trace)
{
	trace->source_blocks = xcalloc(trace->blocks.count + 1, sizeof(*trace->source_blocks));
	for (size_t i = 0; i < trace->blocks.count; i++) {
		struct pt_block *block = &trace->blocks.items[i];
		uint64_t nr_samples = block->found.nr_others + block->found.nr_errors +
				      count_instructions(trace, block);
		/* a branch may tell of a beginning that was not known */
		if (trace->events[TRACE_EVENT_BRANCHES]) nr_samples++;
		block->nr_samples = nr_samples;
		uint64_t size_bytes = nr_samples ? BLOCK_OVERHEAD_BYTES + nr_samples * SAMPLE_BYTES : 0;
		trace->source_blocks[i] = (struct source_block){
			.min_ns = block->found.min_ns,
			.max_ns = block->found.max_ns,
			.max_samples = (uint32_t)MIN(nr_samples, (uint64_t)UINT32_MAX),
			.size_bytes = (uint32_t)MIN(size_bytes, (uint64_t)UINT32_MAX),
		};
		tell_whose(trace, block, &trace->source_blocks[i]);
	}
}

/* is_kept: what walking over the blocks would find is known. */
static int count(struct pt_trace *trace, bool is_kept, struct err *err)
{
	struct counting counting = { .trace = trace };
	if (!is_kept) threads_for(trace->session->nr_threads, trace->blocks.count, trace_pt_count_block, &counting);
	trace->session->on_progress(trace->session->on_progress_ctx, trace->blocks.count, trace->blocks.count);
	int r = atomic_load(&counting.error);
	if (r < 0) return err_set_errno(err, r, "cannot decode the Intel PT trace");
	if (!is_kept) pt_trace_keep(trace);
	trace->is_decoded = xcalloc(trace->blocks.count + 1, sizeof(*trace->is_decoded));
	trace->session->trace_work.nr_pieces = trace->blocks.count;
	trace->session->trace_work.nr_walked = is_kept ? 0 : trace->blocks.count;
	sum_up(trace);
	share_missing(trace);
	pt_trace_assign_questions(trace);
	if (trace->wants_stacks) share_stacks(trace);
	struct session_totals *totals = &trace->session->totals;
	for (size_t i = 0; i < trace->blocks.count && trace->wants.errors; i++)
		totals->nr_trace_errors += count_errors(&trace->blocks.items[i]);
	totals->nr_trace_losses = trace->input.nr_truncated;
	make_source_blocks(trace);
	r = pt_trace_answer_questions(trace, err);
	if (r < 0) return r;
	return trace->wants.skip ? pt_trace_skip(trace, trace->wants.skip, err) : 0;
}

/* ---- the source */

static int trace_pt_decode(void *ctx, size_t index, struct sample_sink *sink, struct err *err)
{
	struct pt_trace *trace = ctx;
	return pt_trace_decode(trace, &trace->blocks.items[index], sink, err);
}

static void trace_pt_release(void *ctx)
{
	struct pt_trace *trace = ctx;
	free(trace->source_blocks);
	free(trace->is_decoded);
	for (size_t i = 0; i < trace->blocks.count; i++) {
		vec_done(&trace->blocks.items[i].missing);
		vec_done(&trace->blocks.items[i].tops);
		vec_done(&trace->blocks.items[i].last_branches);
		vec_done(&trace->blocks.items[i].questions);
		trace_effects_done(&trace->blocks.items[i].effects);
	}
	arena_done(&trace->frames);
	vec_done(&trace->questions);
	vec_done(&trace->blocks);
	pt_runs_free(trace->runs);
	trace_code_free(trace->code);
	trace_streams_done(&trace->streams);
	trace_input_done(&trace->input);
	free(trace);
}

int trace_pt_open(struct session *session, struct trace_input *input, const struct itrace_options *wants,
		  struct err *err)
{
	struct pt_trace *trace = xcalloc(1, sizeof(*trace));
	trace->session = session;
	trace->input = *input;
	*input = (struct trace_input){ 0 };
	trace->wants = *wants;
	trace->code = trace_code_new(session);
	trace->runs = pt_runs_new();
	const struct perf_event *event = find_event(trace);
	int r = 0;
	if (!trace->runs) r = err_set(err, -ENOMEM, "not enough memory for the Intel PT trace");
	else if (!event)
		r = err_set(err, -ENODATA, "the Intel PT trace is of no event of the recording (PMU type %llu)",
			    (unsigned long long)trace->input.info[PT_INFO_PMU_TYPE]);
	if (r >= 0) {
		configure(trace, event);
		set_period(trace);
		r = pt_trace_ask(trace, event, err);
	}
	if (r >= 0) {
		trace_streams_make(&trace->input, trace->input.info[PT_INFO_SNAPSHOT_MODE], &trace->streams);
		add_events(trace, event);
		find_pebs_events(trace);
		bool is_kept = pt_trace_find_kept(trace);
		for (size_t i = 0; i < trace->streams.all.count && !is_kept; i++)
			add_blocks(trace, &trace->streams.all.items[i]);
		r = count(trace, is_kept, err);
	}
	if (r >= 0 && trace->wants.log) r = pt_trace_log(trace, err);
	if (r >= 0) r = trace_losses_add(session, &trace->input, wants, err);
	if (r >= 0) {
		trace->source = (struct sample_source){ .name = "Intel PT",
							.ctx = trace,
							.blocks = trace->source_blocks,
							.nr_blocks = trace->blocks.count,
							.decode = trace_pt_decode,
							.release = trace_pt_release };
		r = session_add_source(session, &trace->source, err);
	}
	if (r < 0) trace_pt_release(trace);
	return r;
}
