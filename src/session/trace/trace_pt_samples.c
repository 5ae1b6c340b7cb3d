/* A block of an Intel PT trace as samples: what the decoder tells, put into the shape of samples, for those letters of
 * --itrace that were asked for. */
#include "session/trace/trace_pt.h"

#include <errno.h>
#include <string.h>

/* Behind a block the PSB+ of the next is looked at. */
enum { TAIL_BYTES = 512, EM_X86_64_NUMBER = 62 };

/* A block on its way. */
struct sampler {
	struct pt_trace *trace;
	const struct pt_block *block;
	struct sample_sink *sink; /* NULL: samples are only counted */
	struct trace_where where;
	struct pt_carry carry;
	struct pt_summary found;
	bool any_insns, any_time;
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
	if (when->in_transaction) flow |= SAMPLE_FLOW_IN_TRANSACTION;
	return flow;
}

static uint64_t time_of(struct sampler *s, const struct pt_when *when)
{
	if (!s->trace->has_time) return UINT64_MAX;
	uint64_t time_ns = when->tsc ? trace_clock_ns(&s->trace->clock, when->tsc) : 0;
	if (s->sink) return time_ns;
	s->found.min_ns = MIN(s->found.min_ns, time_ns);
	s->found.max_ns = MAX(s->found.max_ns, time_ns);
	return time_ns;
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
	if (s->sink) s->sink->sample(s->sink, sample);
}

/* Whether b, c or r want it. */
static bool wants_branch(const struct itrace_options *wants, uint32_t flow)
{
	if (wants->branches) return true;
	if (wants->calls && flow & (SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_END)) return true;
	return wants->returns && flow & (SAMPLE_FLOW_RETURN | SAMPLE_FLOW_BEGIN);
}

static void trace_pt_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	struct sampler *s = ctx;
	uint32_t flow = flow_of_branch(branch, when);
	if (!wants_branch(&s->trace->wants, flow)) return;
	s->found.nr_others++;
	struct sample sample = { .ip = branch->from,
				 .addr = branch->to,
				 .time_ns = time_of(s, when),
				 .period = 1,
				 .flow = flow,
				 .insn_size_bytes = branch->length,
				 .insn = branch->code };
	if (s->sink) give(s, TRACE_EVENT_BRANCHES, &sample);
}

/* One instruction is sampled. */
static void give_instruction(struct sampler *s, uint64_t ip, const uint8_t *code, struct insn_step step,
			     uint64_t period, uint64_t time_ns, bool in_transaction)
{
	struct sample sample = { .ip = ip,
				 .time_ns = time_ns,
				 .period = period,
				 .flow = flow_of(step.flow),
				 .insn_size_bytes = step.length,
				 .insn = code };
	if (in_transaction) sample.flow |= SAMPLE_FLOW_IN_TRANSACTION;
	if (s->sink) give(s, TRACE_EVENT_INSTRUCTIONS, &sample);
}

/* Every so many instructions: those of a run that are due. */
static void sample_by_number(struct sampler *s, uint64_t ip, const uint8_t *code, const struct pt_run *run,
			     unsigned count, const struct pt_when *when)
{
	const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
	uint64_t period = s->trace->period, time_ns = time_of(s, when);
	size_t at = 0, size = run->end - run->start;
	if (!s->sink || s->carry.nr_insns + count < period) {
		s->carry.nr_insns = (s->carry.nr_insns + count) % period;
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		struct insn_step step = insn_step(&set, code + at, size - at);
		if (!step.length) return;
		if (++s->carry.nr_insns >= period) {
			give_instruction(s, ip + at, code + at, step, period, time_ns, when->in_transaction);
			s->carry.nr_insns = 0;
		}
		at += step.length;
	}
}

/* Once in a while: the first instruction behind each change of the slot of time. */
static void sample_by_time(struct sampler *s, uint64_t ip, const uint8_t *code, const struct pt_run *run,
			   unsigned count, const struct pt_when *when)
{
	uint64_t time_ns = time_of(s, when), slot = time_ns / s->trace->period;
	if (!count) return;
	if (!s->any_time) s->found.first_slot = slot;
	bool changes = slot != s->carry.slot;
	if (!s->sink && !s->any_time) changes = false; /* the block before is not known */
	if (!changes && !s->found.nr_changes) s->found.insns_before += count;
	if (changes) {
		const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
		struct insn_step step = insn_step(&set, code, run->end - run->start);
		give_instruction(s, ip, code, step, s->carry.nr_insns + 1, time_ns, when->in_transaction);
		s->carry.nr_insns = count - 1;
		s->found.nr_changes++;
	} else {
		s->carry.nr_insns += count;
	}
	s->any_time = true;
	s->carry.slot = s->found.last_slot = slot;
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

static void trace_pt_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when)
{
	static const char *const names[PT_ERROR_NR] = {
		[PT_ERROR_MEMORY] = "no memory",
		[PT_ERROR_BAD_PACKET] = "bytes that are no packet",
		[PT_ERROR_NO_CODE] = "no code is known",
		[PT_ERROR_BAD_CODE] = "the code is no instruction",
		[PT_ERROR_MISMATCH] = "the code does not do what the trace says",
		[PT_ERROR_OVERFLOW] = "packets were lost (overflow)",
		[PT_ERROR_ENDLESS_LOOP] = "a loop without end",
	};
	struct sampler *s = ctx;
	if (!s->sink) warnings_add(s->trace->session->warnings, names[error], "Intel PT: %s at %#llx", names[error],
		     (unsigned long long)ip);
}

int pt_trace_decode(struct pt_trace *trace, const struct pt_block *block, struct sample_sink *sink,
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
			     .found = { .min_ns = UINT64_MAX } };
	const struct pt_code_source source = { .ctx = &s.where, .find = trace_code_find };
	struct pt_sink to = { .ctx = &s, .error = trace_pt_error };
	if (trace->events[TRACE_EVENT_BRANCHES]) to.branch = trace_pt_branch;
	if (trace->period) to.insns = trace_pt_insns;
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
	pt_decoder_free(decoder);
	return 0;
}
