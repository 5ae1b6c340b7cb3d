/* What was executed in a piece of a CoreSight trace, as samples: branches from range to range, and every so many
 * instructions. */
#include "session/trace/trace_etm.h"

#include <stdlib.h>
#include <string.h>
#include "session/trace/trace_flow.h"

enum { MOST_INSN_BYTES = 4, BRANCH_PREDICTED = 2 /* UAPI struct perf_branch_entry */ };

/* Branches that were taken, the newest at (next - 1) % size. */
struct etm_ring {
	struct branch_entry *entries;
	size_t size, next, nr;
};

struct etm_sampler {
	struct etm_trace *trace;
	struct etm_block *block;
	struct sample_sink *sink; /* NULL: samples are only counted */
	struct trace_where where;
	uint64_t place_ns, insns, nr_to_skip;
	bool counts; /* that nr_samples and nr_errors are set */
	/* The element before: a range, or a discontinuity, whose flow is that tracing begins. */
	struct etm_element before;
	uint32_t flow_before;
	bool has_before;
	uint32_t exception_flow; /* that came behind it; 0: none */
	struct etm_ring ring;
};

static uint32_t flow_of(const struct etm_element *range)
{
	enum { B = SAMPLE_FLOW_BRANCH };
	static const uint32_t flows[] = {
		[ETM_JUMP] = B,
		/* procedure linkage tables and the like: upstream takes each for a return */
		[ETM_JUMP_INDIRECT] = B | SAMPLE_FLOW_RETURN,
		[ETM_CALL] = B | SAMPLE_FLOW_CALL,
		[ETM_RETURN] = B | SAMPLE_FLOW_RETURN,
		[ETM_RETURN_FROM_EXCEPTION] = B | SAMPLE_FLOW_RETURN | SAMPLE_FLOW_INTERRUPT,
	};
	uint32_t flow = range->branch < ARRAY_SIZE(flows) ? flows[range->branch] : 0;
	return flow && range->is_conditional ? flow | SAMPLE_FLOW_CONDITIONAL : flow;
}

/* Numbers of exceptions of the trace architecture: a call is a system call, those from 14 on are interrupts, others are
 * faults of the instruction. */
static uint32_t flow_of_exception(uint32_t number)
{
	enum { CALL = 2, IRQ = 14, FIQ = 15, B = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL };
	if (number == CALL) return B | SAMPLE_FLOW_SYSCALL;
	if (number == IRQ || number == FIQ) return B | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT;
	return B | SAMPLE_FLOW_INTERRUPT;
}

/* ---- samples */

static void add_last_branches(struct etm_sampler *s, struct sample *sample)
{
	const struct etm_ring *ring = &s->ring;
	struct branch_entry *entries = arena_alloc(s->sink->arena, ring->nr * sizeof(*entries) + 1);
	for (size_t i = 0; i < ring->nr; i++)
		entries[i] = ring->entries[(ring->next + ring->size - 1 - i) % ring->size];
	sample->branches = entries;
	sample->nr_branches = ring->nr;
}

static void give(struct etm_sampler *s, const struct perf_event *event, struct sample *sample)
{
	s->block->nr_samples += s->counts;
	if (!s->sink) return;
	if (s->nr_to_skip) {
		s->nr_to_skip--;
		return;
	}
	sample->event = event;
	sample->present = event->attr.sample_type;
	sample->time_ns = s->place_ns;
	sample->pid = s->where.pid;
	sample->tid = s->where.tid;
	sample->cpu = s->where.queue->cpu;
	sample->misc = sample->cpumode = sample->ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	sample->id = sample->stream_id = event->nr_ids ? event->ids[0] : 0;
	if (event->attr.sample_type & SAMPLE_BRANCH_STACK) add_last_branches(s, sample);
	s->sink->sample(s->sink, sample);
}

static size_t read_code(struct etm_sampler *s, uint64_t address, uint8_t *to, size_t bytes)
{
	const struct pt_place place = { .ip = address, .tsc = s->block->time_ns, .bits = 64 };
	struct pt_image image;
	if (trace_code_find(&s->where, &place, &image) < 0 || address < image.start || address >= image.end) return 0;
	size_t there = (size_t)MIN(image.end - address, (uint64_t)bytes);
	pt_image_need(&image, (size_t)(address - image.start), there);
	memcpy(to, image.bytes + (address - image.start), there);
	return there;
}

/* The sample's instruction; its bytes are in the sink's arena. */
static void set_insn(struct etm_sampler *s, uint64_t address, unsigned size, struct sample *sample)
{
	sample->insn_size_bytes = (uint8_t)size;
	if (!s->sink || !size || size > MOST_INSN_BYTES) return;
	uint8_t *code = arena_alloc(s->sink->arena, MOST_INSN_BYTES);
	if (read_code(s, address, code, size) == size) sample->insn = code;
}

static uint64_t last_insn(const struct etm_element *range)
{
	return range->end - MIN(range->last_size_bytes, range->end - range->start);
}

/* A branch from the element before to `to`; 0: tracing ended. */
static void give_branch(struct etm_sampler *s, uint64_t to, uint32_t flow)
{
	if (!s->trace->branches || !trace_flow_is_wanted(&s->trace->base.wants, flow)) return;
	bool begins = s->before.kind == ETM_DISCONTINUITY;
	struct sample sample = { .ip = begins ? 0 : last_insn(&s->before), .addr = to, .period = 1, .flow = flow };
	if (!begins) set_insn(s, sample.ip, s->before.last_size_bytes, &sample);
	give(s, s->trace->branches, &sample);
}

static void give_insn(struct etm_sampler *s, uint64_t address, unsigned size, uint64_t period, uint32_t flow)
{
	struct sample sample = { .ip = address, .period = period, .flow = flow };
	set_insn(s, address, size, &sample);
	give(s, s->trace->instructions, &sample);
}

/* Where the instruction with that index of a range is: T32 has two sizes, of which the first half word tells. */
static uint64_t insn_at(struct etm_sampler *s, const struct etm_element *range, uint64_t index, unsigned *ret_size)
{
	enum { LONG_FIRST = 0x1d }; /* the five upper bits of the first half of four bytes, and more */
	uint64_t at = range->start;
	*ret_size = MOST_INSN_BYTES;
	if (range->is_a64) return at + index * MOST_INSN_BYTES;
	for (;; index--) {
		uint8_t code[2];
		bool is_long = read_code(s, at, code, sizeof(code)) != sizeof(code) || code[1] >> 3 >= LONG_FIRST;
		*ret_size = is_long ? 4 : 2;
		if (!index || at >= range->end) return at;
		at += *ret_size;
	}
}

static void sample_insns(struct etm_sampler *s, const struct etm_element *range)
{
	const uint64_t period = s->trace->period;
	uint64_t next = s->insns < period ? period - s->insns - 1 : 0; /* index of the one that is due */
	for (; next < range->nr_insns; next += period) {
		unsigned size;
		uint64_t address = insn_at(s, range, next, &size);
		give_insn(s, address, size, period, s->flow_before);
	}
	s->insns = (s->insns + range->nr_insns) % period;
}

/* ---- elements */

static void remember_branch(struct etm_sampler *s, uint64_t to)
{
	if (!s->ring.size) return;
	s->ring.entries[s->ring.next] =
		(struct branch_entry){ .from = last_insn(&s->before), .to = to, .flags = BRANCH_PREDICTED };
	s->ring.next = (s->ring.next + 1) % s->ring.size;
	s->ring.nr = MIN(s->ring.nr + 1, s->ring.size);
}

static bool was_taken(const struct etm_sampler *s)
{
	return s->has_before && s->before.kind == ETM_RANGE && s->before.is_taken;
}

static void take_range(struct etm_sampler *s, const struct etm_element *range)
{
	bool begins = s->has_before && s->before.kind == ETM_DISCONTINUITY;
	if (s->exception_flow) { /* it went on in the handler */
		s->flow_before = s->exception_flow;
		s->before.is_taken = true;
		s->exception_flow = 0;
	}
	if (was_taken(s)) remember_branch(s, range->start);
	if (s->counts) s->block->nr_insns += range->nr_insns;
	if (s->trace->instructions) sample_insns(s, range);
	if (begins || was_taken(s)) give_branch(s, range->start, s->flow_before);
	s->before = *range;
	s->flow_before = flow_of(range);
	s->has_before = true;
}

/* Tracing ends behind the range before: what is left of instructions goes to samples that have last branches. */
static void end_stretch(struct etm_sampler *s)
{
	if (!s->has_before || s->before.kind != ETM_RANGE) return;
	/* an exception ended it, wherever the last instruction would have gone */
	if (s->exception_flow) s->flow_before = SAMPLE_FLOW_BRANCH;
	uint32_t flow = s->flow_before & SAMPLE_FLOW_BRANCH ? s->flow_before | SAMPLE_FLOW_END : s->flow_before;
	if (s->trace->instructions && s->ring.size && s->insns) {
		give_insn(s, last_insn(&s->before), s->before.last_size_bytes, s->insns, flow);
		s->insns = 0;
	}
	if (s->before.is_taken || s->exception_flow) give_branch(s, 0, flow);
	s->exception_flow = 0;
	s->ring.nr = 0;
}

static void take_discontinuity(struct etm_sampler *s, const struct etm_element *element)
{
	end_stretch(s);
	s->before = *element;
	s->flow_before = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN;
	s->has_before = true;
}

static void take_context(struct etm_sampler *s, const struct etm_element *element)
{
	bool of_el2 = false, is_told = false;
	for (size_t i = 0; i < s->trace->info.nr_cpus && !is_told; i++) {
		const struct etm_cpu *unit = &s->trace->info.cpus[i];
		if (unit->trace_id == element->trace_id && !unit->is_unused)
			is_told = etm_cpu_tells_thread(unit, &of_el2);
	}
	if (!is_told || !(of_el2 ? element->has_context_of_el2 : element->has_context_of_el1)) return;
	uint32_t tid = of_el2 ? element->context_of_el2 : element->context_of_el1;
	uint64_t until_ns;
	if (!tid || tid == s->where.tid) return;
	const struct task *task = model_task(session_model(s->trace->base.session), tid, s->block->time_ns, &until_ns);
	if (!task) return;
	s->where.tid = tid;
	s->where.pid = task_pid(task);
}

static void take_error(struct etm_sampler *s, const struct etm_element *element)
{
	s->block->nr_errors += s->counts && s->trace->base.wants.errors;
	end_stretch(s);
	s->has_before = false;
	if (!s->sink || !s->trace->base.wants.errors) return;
	const struct trace_error error = { .ip = element->start,
					   .code = TRACE_ERROR_NO_CODE,
					   .cpu = s->where.queue->cpu,
					   .pid = s->where.pid,
					   .tid = s->where.tid,
					   .message = TRACE_ERROR_NO_CODE_TEXT };
	trace_error_give(s->sink, &error, s->place_ns);
}

static void take_any(void *ctx, const struct etm_element *element)
{
	struct etm_sampler *s = ctx;
	switch (element->kind) {
	case ETM_RANGE: take_range(s, element); break;
	case ETM_DISCONTINUITY: take_discontinuity(s, element); break;
	case ETM_EXCEPTION:
		if (!s->has_before || s->before.kind != ETM_RANGE) break;
		s->exception_flow = flow_of_exception(element->exception);
		break;
	case ETM_EXCEPTION_RETURN: break; /* the range before ends with the instruction that returns */
	case ETM_CONTEXT: take_context(s, element); break;
	case ETM_NO_CODE: take_error(s, element); break;
	}
}

static size_t code_of(void *ctx, uint32_t trace_id, uint64_t address, uint8_t *to, size_t bytes)
{
	(void)trace_id;
	return read_code(ctx, address, to, bytes);
}

int etm_trace_decode(struct etm_trace *trace, struct etm_block *block, uint64_t *insns_before, struct sample_sink *sink,
		     struct err *err)
{
	struct etm_sampler s = { .trace = trace,
				 .block = block,
				 .sink = sink,
				 .where = trace_base_where(&trace->base, block->queue),
				 .insns = *insns_before,
				 .nr_to_skip = block->nr_to_skip,
				 .counts = !sink };
	const struct etm_client client = { .ctx = &s, .element = take_any, .code = code_of };
	const struct etm_stream stream = { &trace->info, block->formatted, block->unit };
	struct etm_decoder *decoder;
	s.place_ns = trace_base_place(&trace->base, &s.where, block->time_ns);
	trace_where_move(&s.where, block->time_ns);
	int r = etm_decoder_new(&stream, &client, &decoder, err);
	if (r < 0) return r;
	if (trace->base.wants.last_branches) {
		s.ring.size = trace->base.wants.last_branch_size;
		s.ring.entries = xcalloc(s.ring.size + 1, sizeof(*s.ring.entries));
	}
	r = etm_decoder_piece(decoder, block->offset, block->bytes, block->size_bytes);
	end_stretch(&s);
	etm_decoder_free(decoder);
	free(s.ring.entries);
	*insns_before = s.insns;
	/* what came before the damage is of use */
	if (r < 0)
		warnings_add(trace->base.session->warnings, "a damaged trace",
			     "a piece of the CoreSight trace is damaged, and its rest passed over");
	return 0;
}
