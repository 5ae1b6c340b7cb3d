/* Instructions of an Intel PT trace: every so many, or once in a slot of time. */
#include "session/trace/trace_pt_sampler.h"

enum { EM_X86_64_NUMBER = 62 };

/* An instruction of a run. */
struct sampled_insn {
	uint64_t ip;
	const uint8_t *code;
	struct insn_step step;
	unsigned index;     /* in the run, from 0 */
	bool is_last, ends; /* of those that were executed; tracing ended with it */
};

/* Cycles since the last sample of cycles, where the trace tells them. */
static void give_cycles(struct sampler *s, const struct sampled_insn *insn, const struct sample *of,
			const struct pt_when *when)
{
	struct sample sample = *of;
	sample.nr_insns = sample.nr_cycles = 0;
	pt_sampler_ipc(s, &s->cycles_ipc, when, insn->is_last, when->insns + insn->index + 1, &sample);
	if (!sample.nr_cycles) return;
	sample.period = sample.nr_cycles;
	pt_sampler_give(s, TRACE_EVENT_CYCLES, &sample);
}

/* One instruction is sampled. */
static void give_instruction(struct sampler *s, const struct sampled_insn *insn, uint64_t period,
			     const struct pt_when *when)
{
	struct sample sample = { .ip = insn->ip,
				 .time_ns = pt_sampler_time(s, when),
				 .period = period,
				 .flow = trace_flow_of_insn(insn->step.flow),
				 .insn_size_bytes = insn->step.length,
				 .insn = insn->code };
	if (when->in_transaction) sample.flow |= SAMPLE_FLOW_IN_TRANSACTION;
	pt_sampler_add_interrupts(s, when, &sample);
	if (insn->ends) sample.flow |= SAMPLE_FLOW_END;
	const struct sample common = sample;
	if (s->trace->events[TRACE_EVENT_INSTRUCTIONS]) {
		pt_sampler_ipc(s, &s->insn_ipc, when, insn->is_last, when->insns + insn->index + 1, &sample);
		pt_sampler_give(s, TRACE_EVENT_INSTRUCTIONS, &sample);
	}
	if (s->trace->events[TRACE_EVENT_CYCLES]) give_cycles(s, insn, &common, when);
}

/* Every so many instructions: those of a run that are due. */
static void sample_by_number(struct sampler *s, uint64_t ip, const uint8_t *code, const struct pt_run *run,
			     unsigned count, const struct pt_when *when)
{
	const struct insn_set set = { .machine = EM_X86_64_NUMBER, .is64 = run->bits == 64 };
	uint64_t period = s->trace->period;
	size_t at = 0, size = run->end - run->start;
	if (when->insns + count - s->last_insn < period) return;
	for (unsigned i = 0; i < count; i++) {
		struct insn_step step = insn_step(&set, code + at, size - at);
		if (!step.length) return;
		if (when->insns + i + 1 - s->last_insn >= period) {
			const struct sampled_insn insn = { ip + at, code + at,      step,
							   i,       i + 1 == count, when->ends && i + 1 == count };
			give_instruction(s, &insn, period, when);
			s->last_insn = when->insns + i + 1;
		}
		at += step.length;
	}
	s->due.insns = s->last_insn + period;
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
	if (!s->sink) pt_sampler_time(s, when);
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
				const struct sampled_insn insn = {
					ip + at, code + at,         step,
					done,    done + 1 == count, when->ends && done + 1 == count
				};
				give_instruction(s, &insn, when->insns + done + 1 - s->last_insn, when);
			}
			s->last_insn = when->insns + ++done;
			continue;
		}
		/* to the last instruction that is in the same slot */
		uint64_t left = ((slot + 1) << shift) - now;
		done += (unsigned)MIN(left, (uint64_t)(count - done));
	}
	s->due.from = s->carry.slot << shift;
	s->due.to = (s->carry.slot + 1) << shift;
}

void pt_sampler_begin_insns(struct sampler *s)
{
	s->last_insn = -s->carry.nr_insns;
	s->due = (struct pt_due){ .by_ticks = s->trace->by_time, .insns = s->last_insn + s->trace->period };
}

void pt_sampler_end_insns(struct sampler *s, uint64_t nr_insns)
{
	s->found.last_slot = s->carry.slot;
	s->found.insns_behind = nr_insns - s->last_insn;
}

void trace_pt_insns(void *ctx, uint64_t ip, const uint8_t *code, const struct pt_run *run, unsigned count,
		    const struct pt_when *when)
{
	struct sampler *s = ctx;
	if (s->trace->by_time) sample_by_time(s, ip, code, run, count, when);
	else sample_by_number(s, ip, code, run, count, when);
}

/* Quick decoding tells where the processor was now and then: each place is a sample. */
void trace_pt_place(void *ctx, uint64_t ip, const struct pt_branch *branch, const struct pt_when *when)
{
	struct sampler *s = ctx;
	struct sample sample = { .ip = ip, .time_ns = pt_sampler_time(s, when), .period = 1 };
	s->found.nr_others++;
	if (!s->sink) return;
	if (branch) sample.flow = pt_sampler_branch_flow(branch, when);
	pt_sampler_add_interrupts(s, when, &sample);
	pt_sampler_give(s, TRACE_EVENT_INSTRUCTIONS, &sample);
}
