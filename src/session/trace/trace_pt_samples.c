/* A block of an Intel PT trace as samples: what the decoder tells, put into the shape of samples, for those letters of
 * --itrace that were asked for. */
#include "session/trace/trace_pt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Behind a block the PSB+ of the next is looked at. */
enum { TAIL_BYTES = 512, EM_X86_64_NUMBER = 62 };

/* A ring of the last so many, of which nr are filled; the newest is at (next - 1) % size. */
struct branch_ring {
	struct branch_entry *entries;
	size_t size, next, nr;
};

/* A block on its way. */
struct sampler {
	struct pt_trace *trace;
	struct pt_block *block;   /* changed while samples are only counted */
	uint64_t told_missing;    /* a bit for each of the block's first 64 missing objects */
	struct sample_sink *sink; /* NULL: samples are only counted */
	struct trace_where where;
	struct pt_carry carry;
	struct pt_summary found;
	bool any_time;
	struct trace_stacks stacks;
	struct branch_ring ring;
	/* Instructions and cycles of the block when the last sample of branches, and of instructions, had some. */
	struct ipc_mark {
		uint64_t insns, cycles;
	} branch_ipc, insn_ipc;
	uint32_t last_tid; /* that the block's effects know */
	uint64_t error_ns; /* of the last error: samples do not go back behind it */
};

/* What flags there are for an instruction by itself. */
static uint32_t flow_of(uint8_t flow)
{
	enum { B = SAMPLE_FLOW_BRANCH };
	static const uint32_t flags[] = {
		[INSN_FLOW_NEXT] = 0,
		[INSN_FLOW_CONDITIONAL] = B | SAMPLE_FLOW_CONDITIONAL,
		[INSN_FLOW_JUMP] = B,
		[INSN_FLOW_JUMP_INDIRECT] = B,
		[INSN_FLOW_CALL] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_CALL_INDIRECT] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_RETURN] = B | SAMPLE_FLOW_RETURN,
		[INSN_FLOW_JUMP_FAR] = B,
		[INSN_FLOW_CALL_FAR] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_RETURN_FAR] = B | SAMPLE_FLOW_RETURN,
		[INSN_FLOW_SYSCALL] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_SYSCALL,
		[INSN_FLOW_SYSRET] = B | SAMPLE_FLOW_RETURN | SAMPLE_FLOW_SYSCALL,
		[INSN_FLOW_INTERRUPT] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_INTERRUPT,
		[INSN_FLOW_INTERRUPT_RETURN] = B | SAMPLE_FLOW_RETURN | SAMPLE_FLOW_INTERRUPT,
		[INSN_FLOW_VM_ENTRY] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_VM_ENTRY,
	};
	return flow < ARRAY_SIZE(flags) ? flags[flow] : 0;
}

static uint32_t flow_of_branch(const struct pt_branch *branch, const struct pt_when *when)
{
	uint32_t flow = flow_of(branch->flow);
	if (branch->flags & PT_BRANCH_BEGIN) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN;
	if (branch->flags & PT_BRANCH_ABORT) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ABORT;
	else if (branch->flags & PT_BRANCH_ASYNC && branch->to)
		flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT;
	else if (branch->flags & PT_BRANCH_ASYNC) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ASYNC;
	if (branch->flags & PT_BRANCH_END) flow |= SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_END;
	bool begins_or_aborts = branch->flags & (PT_BRANCH_BEGIN | PT_BRANCH_ABORT);
	if (when->in_transaction && !begins_or_aborts) flow |= SAMPLE_FLOW_IN_TRANSACTION;
	return flow;
}

static uint64_t time_of(struct sampler *s, const struct pt_when *when)
{
	if (!s->trace->has_time) return UINT64_MAX;
	uint64_t time_ns = when->tsc ? trace_clock_ns(&s->trace->clock, when->tsc) : 0;
	time_ns = MAX(time_ns, s->error_ns);
	if (s->sink) return time_ns;
	s->found.min_ns = MIN(s->found.min_ns, time_ns);
	s->found.max_ns = MAX(s->found.max_ns, time_ns);
	return time_ns;
}

/* ---- stacks */

/* The thread of the moment; the block's effects know all of them. */
static uint32_t thread_at(struct sampler *s, uint64_t time_ns)
{
	trace_where_move(&s->where, time_ns == UINT64_MAX ? 0 : time_ns);
	if (!s->sink && s->where.tid != s->last_tid) {
		trace_effects_need(&s->block->effects, s->where.tid);
		s->last_tid = s->where.tid;
	}
	return s->where.tid;
}

static void change_stack(struct sampler *s, const struct pt_branch *branch, uint32_t flow, uint64_t time_ns)
{
	struct trace_change change;
	uint32_t tid = thread_at(s, time_ns);
	if (!trace_change_of(flow, branch->from, branch->to, branch->length, &change)) return;
	if (s->sink) trace_stacks_change(&s->stacks, s->sink->arena, tid, &change);
	else trace_effects_add(&s->block->effects, tid, &change);
}

static void begin_stacks(struct sampler *s)
{
	const struct pt_block *block = s->block;
	s->last_tid = TRACE_ANY - 1;
	for (size_t i = 0; s->sink && i < block->tops.count; i++)
		*u64map_put(&s->stacks.tops, block->effects.threads.items[i].tid,
			    NULL) = (uintptr_t)block->tops.items[i];
}

static uint64_t context_of(uint64_t ip) { return ip >> 63 ? CONTEXT_KERNEL : CONTEXT_USER; }

/* ---- last branches */

static void ring_add(struct branch_ring *ring, const struct branch_entry *entry)
{
	ring->entries[ring->next] = *entry;
	ring->next = (ring->next + 1) % ring->size;
	if (ring->nr < ring->size) ring->nr++;
}

/* Those of the blocks before, as far as they are needed. */
static void begin_ring(struct sampler *s)
{
	const struct pt_block *block = s->block, *first = s->trace->blocks.items, *from = block;
	size_t found = 0;
	s->ring.size = MAX(s->trace->wants.last_branch_size, 1U);
	s->ring.entries = xcalloc(s->ring.size, sizeof(*s->ring.entries));
	if (!s->sink) return;
	while (from > first && from[-1].stream == block->stream && found < s->ring.size)
		found += (--from)->last_branches.count;
	for (; from < block; from++)
		for (size_t i = 0; i < from->last_branches.count; i++)
			ring_add(&s->ring, &from->last_branches.items[i]);
}

/* What the next block needs of this one. */
static void end_ring(struct sampler *s)
{
	struct branch_ring *ring = &s->ring;
	if (!s->sink)
		for (size_t i = 0; i < ring->nr; i++)
			vec_push(&s->block->last_branches,
				 ring->entries[(ring->next + ring->size - ring->nr + i) % ring->size]);
	free(ring->entries);
}

static void add_last_branches(struct sampler *s, struct sample *sample)
{
	const struct branch_ring *ring = &s->ring;
	struct branch_entry *entries = arena_alloc(s->sink->arena, (ring->nr + 1) * sizeof(*entries));
	for (size_t i = 0; i < ring->nr; i++)
		entries[i] = ring->entries[(ring->next + ring->size - 1 - i) % ring->size];
	sample->branches = entries;
	sample->nr_branches = ring->nr;
	sample->branch_hw_idx = UINT64_MAX;
}

/* ---- */

/* The sample's chain: its own address and those that calls return to, with a marker where the mode changes. */
static void add_chain(struct sampler *s, struct sample *sample)
{
	size_t room = s->trace->wants.chain_size + 1, count = 2;
	uint64_t *chain = arena_alloc(s->sink->arena, (room + 2) * sizeof(*chain));
	uint64_t context = context_of(sample->ip);
	chain[0] = context;
	chain[1] = sample->ip;
	for (const struct trace_frame *frame = trace_stacks_top(&s->stacks, sample->tid); frame && count < room;
	     frame = frame->outer) {
		if (context_of(frame->return_ip) != context) {
			if (count + 1 >= room) break;
			context = context_of(frame->return_ip);
			chain[count++] = context;
		}
		chain[count++] = frame->return_ip;
	}
	sample->callchain = chain;
	sample->nr_callchain = count;
}

/* How many instructions and cycles there were since the last sample that had some, where cycles are exact. */
static void add_ipc(struct ipc_mark *mark, const struct pt_when *when, uint64_t insns, struct sample *sample)
{
	if (!when->has_new_cycles || when->cycles == mark->cycles) return;
	sample->nr_insns = insns - mark->insns;
	sample->nr_cycles = when->cycles - mark->cycles;
	*mark = (struct ipc_mark){ insns, when->cycles };
}

/* Hands a sample on, with what is the same for all of an event. */
static void give(struct sampler *s, enum trace_event which, struct sample *sample)
{
	const struct perf_event *event = s->trace->events[which];
	sample->event = event;
	sample->present = event->attr.sample_type;
	sample->id = sample->stream_id = event->nr_ids ? event->ids[0] : 0;
	if (s->trace->has_time || s->where.queue->cpu == TRACE_ANY)
		trace_where_move(&s->where, sample->time_ns == UINT64_MAX ? 0 : sample->time_ns);
	sample->pid = s->where.pid;
	sample->tid = s->where.tid;
	sample->cpu = s->where.queue->cpu;
	sample->misc = sample->cpumode = sample->ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	if (event->attr.sample_type & SAMPLE_CALLCHAIN) add_chain(s, sample);
	if (event->attr.sample_type & SAMPLE_BRANCH_STACK) add_last_branches(s, sample);
	s->sink->sample(s->sink, sample);
}

/* Whether b, c or r want it; c and r choose among all. */
static bool wants_branch(const struct itrace_options *wants, uint32_t flow)
{
	if (!wants->calls && !wants->returns) return true;
	if (wants->calls && flow & (SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_END)) return true;
	return wants->returns && flow & (SAMPLE_FLOW_RETURN | SAMPLE_FLOW_BEGIN);
}

static void trace_pt_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	struct sampler *s = ctx;
	uint32_t flow = flow_of_branch(branch, when);
	uint64_t time_ns = time_of(s, when);
	if (s->trace->wants_stacks) change_stack(s, branch, flow, time_ns);
	if (s->trace->wants.last_branches) {
		const struct branch_entry entry = { .from = branch->from, .to = branch->to };
		ring_add(&s->ring, &entry);
	}
	if (!s->trace->events[TRACE_EVENT_BRANCHES] || !wants_branch(&s->trace->wants, flow)) return;
	s->found.nr_others++;
	struct sample sample = { .ip = branch->from,
				 .addr = branch->to,
				 .time_ns = time_ns,
				 .period = 1,
				 .flow = flow,
				 .insn_size_bytes = branch->length,
				 .insn = branch->code };
	if (!s->sink) return;
	if (s->trace->wants_stacks) {
		const struct trace_frame *top = trace_stacks_top(&s->stacks, thread_at(s, time_ns));
		if (top) sample.call_depth = top->depth;
		if (flow & SAMPLE_FLOW_RETURN) sample.call_depth++;
	}
	add_ipc(&s->branch_ipc, when, when->insns, &sample);
	give(s, TRACE_EVENT_BRANCHES, &sample);
}

/* An instruction of a run. */
struct sampled_insn {
	uint64_t ip;
	const uint8_t *code;
	struct insn_step step;
	bool is_last, ends; /* of those that were executed; tracing ended with it */
};

/* One instruction is sampled. */
static void give_instruction(struct sampler *s, const struct sampled_insn *insn, uint64_t period,
			     const struct pt_when *when)
{
	struct sample sample = { .ip = insn->ip,
				 .time_ns = time_of(s, when),
				 .period = period,
				 .flow = flow_of(insn->step.flow),
				 .insn_size_bytes = insn->step.length,
				 .insn = insn->code };
	if (when->in_transaction) sample.flow |= SAMPLE_FLOW_IN_TRANSACTION;
	if (insn->ends) sample.flow |= SAMPLE_FLOW_END;
	if (insn->is_last) add_ipc(&s->insn_ipc, when, when->insns + 1, &sample);
	give(s, TRACE_EVENT_INSTRUCTIONS, &sample);
}

/* Every so many instructions: those of a run that are due. */
static void sample_by_number(struct sampler *s, uint64_t ip, const uint8_t *code, const struct pt_run *run,
			     unsigned count, const struct pt_when *when)
{
	const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
	uint64_t period = s->trace->period;
	size_t at = 0, size = run->end - run->start;
	if (!s->sink) time_of(s, when);
	if (!s->sink || s->carry.nr_insns + count < period) {
		s->carry.nr_insns = (s->carry.nr_insns + count) % period;
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		struct insn_step step = insn_step(&set, code + at, size - at);
		if (!step.length) return;
		if (++s->carry.nr_insns >= period) {
			const struct sampled_insn insn = { ip + at, code + at, step, i + 1 == count,
							   when->ends && i + 1 == count };
			give_instruction(s, &insn, period, when);
			s->carry.nr_insns = 0;
		}
		at += step.length;
	}
}

/* The instruction with this number in the run, from 0 on; false: there is none. */
static bool find_insn(const struct pt_run *run, const uint8_t *code, uint64_t number, size_t *ret_at,
		      struct insn_step *ret)
{
	const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
	size_t size = run->end - run->start;
	for (*ret_at = 0;; *ret_at += ret->length) {
		*ret = insn_step(&set, code + *ret_at, size - *ret_at);
		if (!ret->length) return false;
		if (!number--) return true;
	}
}

/* Once in a while: the first instruction in each slot of time that there is one in. Between the times that packets
 * tell, an instruction counts as a tick. */
static void sample_by_time(struct sampler *s, uint64_t ip, const uint8_t *code, const struct pt_run *run,
			   unsigned count, const struct pt_when *when)
{
	unsigned shift = s->trace->slot_shift, done = 0;
	if (!s->sink) time_of(s, when);
	while (done < count) {
		uint64_t now = when->told_tsc + when->insns_since_told + done + 1, slot = now >> shift;
		if (!s->any_time) {
			s->found.first_slot = slot;
			s->any_time = true;
			if (!s->sink) s->carry.slot = slot; /* the block before is not known */
		}
		if (slot != s->carry.slot) {
			size_t at;
			struct insn_step step;
			s->found.nr_changes++;
			s->carry.slot = slot;
			if (s->sink && find_insn(run, code, done, &at, &step)) {
				const struct sampled_insn insn = { ip + at, code + at, step, done + 1 == count,
								   when->ends && done + 1 == count };
				give_instruction(s, &insn, s->carry.nr_insns + 1, when);
			}
			s->carry.nr_insns = 0;
			done++;
			continue;
		}
		/* to the last instruction that is in the same slot */
		uint64_t left = ((slot + 1) << shift) - now;
		unsigned more = (unsigned)MIN(left, (uint64_t)(count - done));
		s->carry.nr_insns += more;
		done += more;
	}
	s->found.last_slot = s->carry.slot;
	s->found.insns_behind = s->carry.nr_insns;
}

static void trace_pt_insns(void *ctx, uint64_t ip, const uint8_t *code, const struct pt_run *run, unsigned count,
			   const struct pt_when *when)
{
	struct sampler *s = ctx;
	s->found.nr_insns += count;
	if (s->trace->by_time) sample_by_time(s, ip, code, run, count, when);
	else sample_by_number(s, ip, code, run, count, when);
}

/* ---- other events */

/* The bytes of samples of made events, as perf-script(1)'s scripts unpack them: what is common comes first. */
struct raw_synth {
	uint32_t padding, flags;
	uint64_t value;
};
static void give_synth(struct sampler *s, enum trace_event which, uint32_t flags, uint64_t value, uint64_t ip,
		       const struct pt_when *when)
{
	if (!s->trace->events[which]) return;
	s->found.nr_others++;
	uint64_t time_ns = time_of(s, when);
	if (!s->sink) return;
	/* the payload begins 4 bytes before a multiple of 8 */
	enum { OFFSET = 4 };
	uint8_t *bytes = arena_alloc(s->sink->arena, OFFSET + sizeof(struct raw_synth));
	const struct raw_synth raw = { .flags = flags, .value = value };
	memcpy(bytes, (const uint8_t *)&raw + OFFSET, sizeof(raw) - OFFSET);
	struct sample sample = {
		.ip = ip, .time_ns = time_ns, .period = 1, .raw = bytes, .raw_size = sizeof(raw) - OFFSET
	};
	give(s, which, &sample);
}

/* CBR values are multiples of 100 MHz; how fast the TSC is follows from the clock. */
static void give_cbr(struct sampler *s, unsigned cbr, uint64_t ip, const struct pt_when *when)
{
	const struct pt_trace *trace = s->trace;
	unsigned ratio = trace->config.max_non_turbo_ratio;
	uint64_t khz = trace_clock_tsc(&trace->clock, trace->clock.zero_ns + 1000000);
	uint64_t freq = ratio ? (cbr * khz + ratio / 2) / ratio : 0;
	if (cbr == s->carry.cbr) return;
	s->carry.cbr = s->found.last_cbr = cbr;
	give_synth(s, TRACE_EVENT_CBR, cbr | (ratio & 0xff) << 16, freq & UINT32_MAX, ip, when);
}

static void give_transaction(struct sampler *s, const struct pt_event *event, const struct pt_when *when)
{
	if (!s->trace->events[TRACE_EVENT_TRANSACTIONS]) return;
	s->found.nr_others++;
	struct sample sample = { .ip = event->ip, .time_ns = time_of(s, when), .period = 1 };
	if (event->packet.payload & PT_TSX_IN) sample.flow = SAMPLE_FLOW_IN_TRANSACTION;
	if (event->packet.payload & PT_TSX_ABORT) sample.flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ABORT;
	if (s->sink) give(s, TRACE_EVENT_TRANSACTIONS, &sample);
}

static void trace_pt_event(void *ctx, const struct pt_event *event, const struct pt_when *when)
{
	struct sampler *s = ctx;
	const struct pt_packet *packet = &event->packet;
	switch (packet->type) {
	case PT_PTW: give_synth(s, TRACE_EVENT_PTWRITE, packet->ip, packet->payload, event->ip, when); break;
	case PT_MWAIT: give_synth(s, TRACE_EVENT_MWAIT, 0, packet->payload, event->ip, when); break;
	case PT_PWRE: give_synth(s, TRACE_EVENT_PWRE, 0, packet->payload, event->ip, when); break;
	case PT_EXSTOP: give_synth(s, TRACE_EVENT_EXSTOP, packet->ip, 0, event->ip, when); break;
	case PT_PWRX: give_synth(s, TRACE_EVENT_PWRX, 0, packet->payload, event->ip, when); break;
	case PT_CBR: give_cbr(s, (unsigned)(packet->payload & 0xff), event->ip, when); break;
	case PT_PSB:
		give_synth(s, TRACE_EVENT_PSB, 0, s->block->from + when->offset, event->ip, when);
		give_cbr(s, when->cbr, event->ip, when);
		break;
	case PT_MODE_TSX: give_transaction(s, event, when); break;
	default: break;
	}
}

/* When an error is met: instructions since the last told time are taken for two cycles each. */
static uint64_t time_of_error(struct sampler *s, enum pt_error error, const struct pt_when *when)
{
	if (!s->trace->has_time) return 0;
	uint64_t ratio = s->trace->config.max_non_turbo_ratio, ticks = 2 * when->insns_since_told;
	if (when->cbr && ratio) ticks = ticks * ratio / when->cbr;
	if (error == PT_ERROR_OVERFLOW) ticks = 0;
	return when->told_tsc ? trace_clock_ns(&s->trace->clock, when->told_tsc + ticks) : 0;
}

/* Of each object without code one error tells: which of them the blocks have is found while samples are counted. False:
 * nothing is to be said. */
static bool tells_missing(struct sampler *s, const struct dso *dso)
{
	struct pt_block *block = s->block;
	size_t i = 0;
	while (i < block->missing.count && block->missing.items[i].dso_id != dso->id) i++;
	if (!s->sink && i == block->missing.count) {
		struct pt_missing missing = { .dso_id = dso->id };
		vec_push(&block->missing, missing);
		return true;
	}
	if (!s->sink || i == block->missing.count || i >= 64 || !block->missing.items[i].is_told) return false;
	bool was_told = s->told_missing >> i & 1;
	s->told_missing |= 1ULL << i;
	return !was_told;
}

/* Codes and messages are upstream's. */
static void trace_pt_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	static const struct {
		uint32_t code;
		const char *message;
	} texts[PT_ERROR_NR] = {
		[PT_ERROR_MEMORY] = { 1, "Memory allocation failed" },
		[PT_ERROR_BAD_PACKET] = { 3, "Bad packet" },
		[PT_ERROR_NO_CODE] = { 5, "Failed to get instruction" },
		[PT_ERROR_BAD_CODE] = { 5, "Failed to get instruction" },
		[PT_ERROR_MISMATCH] = { 6, "Trace doesn't match instruction" },
		[PT_ERROR_OVERFLOW] = { 7, "Overflow packet" },
		[PT_ERROR_ENDLESS_LOOP] = { 9, "Never-ending loop" },
	};
	enum { INSTRUCTION_TRACE = 1 };
	struct sampler *s = ctx;
	uint64_t time_ns = time_of_error(s, error, when);
	s->error_ns = time_ns;
	if (error == PT_ERROR_NO_CODE && s->where.without_code && !tells_missing(s, s->where.without_code)) return;
	s->found.nr_errors++;
	s->found.min_ns = MIN(s->found.min_ns, time_ns);
	s->found.max_ns = MAX(s->found.max_ns, time_ns);
	if (!s->sink || !s->trace->wants.errors) return;
	trace_where_move(&s->where, time_ns);
	const struct record_auxtrace_error fields = { .error_type = INSTRUCTION_TRACE,
						      .code = texts[error].code,
						      .cpu = s->where.queue->cpu,
						      .pid = s->where.pid,
						      .tid = s->where.tid,
						      .fmt = 1,
						      .ip = ip,
						      .time_ns = time_ns,
						      .message = texts[error].message,
						      .fills = true };
	struct outbuf out;
	out_init(&out, -1);
	if (record_encode_auxtrace_error(&out, (struct record_envelope){ .type = RECORD_AUXTRACE_ERROR }, &fields) ==
	    0) {
		uint8_t *bytes = arena_alloc(s->sink->arena, out.size);
		memcpy(bytes, out.data, out.size);
		const struct record r = { .type = RECORD_AUXTRACE_ERROR, .size = (uint16_t)out.size, .data = bytes };
		s->sink->record(s->sink, &r, time_ns);
	}
	out_done(&out);
}

static bool wants_events(const struct pt_trace *trace)
{
	for (unsigned i = TRACE_EVENT_TRANSACTIONS; i < TRACE_EVENT_NR; i++)
		if (trace->events[i]) return true;
	return false;
}

static int decode(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink,
		  struct pt_summary *ret_found, struct err *err)
{
	struct sampler s = { .trace = trace,
			     .block = block,
			     .sink = sink,
			     .where = { .code = trace->code,
					.input = &trace->input,
					.clock = &trace->clock,
					.queue = block->stream->queue },
			     .carry = block->before,
			     .found = { .min_ns = UINT64_MAX, .last_cbr = block->before.cbr } };
	const struct pt_code_source source = { .ctx = &s.where, .find = trace_code_find };
	struct pt_sink to = { .ctx = &s, .error = trace_pt_error };
	if (trace->events[TRACE_EVENT_BRANCHES] || trace->wants_stacks || trace->wants.last_branches)
		to.branch = trace_pt_branch;
	if (trace->wants_stacks) begin_stacks(&s);
	if (trace->wants.last_branches) begin_ring(&s);
	if (trace->period) to.insns = trace_pt_insns;
	if (wants_events(trace)) to.event = trace_pt_event;
	struct pt_decoder *decoder = pt_decoder_new(&trace->config, &source, trace->runs);
	if (!decoder) return err_set(err, -ENOMEM, "not enough memory for the Intel PT trace");
	struct trace_stretch stretch;
	trace_stream_read(block->stream, block->from, MIN(block->to + TAIL_BYTES, block->stream->size_bytes), &stretch);
	const struct pt_piece piece = { .from = stretch.bytes,
					.to = stretch.bytes + (block->to - block->from),
					.end = stretch.bytes + stretch.size_bytes,
					.goes_on = !sink || block->before.goes_on };
	pt_decoder_decode(decoder, &piece, &to);
	s.found.goes_on = pt_decoder_goes_on(decoder);
	if (s.found.min_ns > s.found.max_ns) s.found.min_ns = s.found.max_ns;
	*ret_found = s.found;
	trace_stretch_done(&stretch);
	trace_stacks_done(&s.stacks);
	if (trace->wants.last_branches) end_ring(&s);
	pt_decoder_free(decoder);
	return 0;
}

int pt_trace_decode(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink, struct err *err)
{
	struct pt_summary unused;
	return decode(trace, block, sink, &unused, err);
}

int pt_trace_look(struct pt_trace *trace, struct pt_block *block, struct err *err)
{
	return decode(trace, block, NULL, &block->found, err);
}
