/* Branches of an Intel PT trace. */
#include "session/trace/trace_pt_sampler.h"

uint32_t pt_sampler_branch_flow(const struct pt_branch *branch, const struct pt_when *when)
{
	uint32_t flow = trace_flow_of_insn(branch->flow);
	if (branch->flags & PT_BRANCH_BEGIN) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN;
	if (branch->flags & PT_BRANCH_ABORT) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ABORT;
	else if (branch->flags & PT_BRANCH_ASYNC && branch->to)
		flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT;
	else if (branch->flags & PT_BRANCH_ASYNC) flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_ASYNC;
	if (branch->flags & PT_BRANCH_END) flow |= SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_END;
	if (branch->to && when->guest && !branch->to_guest)
		flow = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL | SAMPLE_FLOW_VM_EXIT |
		       (branch->flags & PT_BRANCH_ASYNC ? SAMPLE_FLOW_ASYNC : 0);
	bool begins_or_aborts = branch->flags & (PT_BRANCH_BEGIN | PT_BRANCH_ABORT);
	if (when->in_transaction && !begins_or_aborts) flow |= SAMPLE_FLOW_IN_TRANSACTION;
	return flow;
}

static void give_branch(struct sampler *s, const struct pt_branch *branch, uint32_t flow, const struct pt_when *when)
{
	struct sample *sample = &s->branch;
	sample->ip = branch->from;
	sample->addr = branch->to;
	sample->period = 1;
	sample->flow = flow;
	sample->insn_size_bytes = branch->length;
	sample->insn = branch->code;
	sample->misc = 0;
	sample->call_depth = 0;
	sample->nr_insns = sample->nr_cycles = 0;
	if (s->trace->wants_stacks) {
		pt_sampler_thread(s, sample->time_ns);
		const struct open_call *top = trace_stacks_top(&s->stacks, pt_sampler_stack(s));
		if (top) sample->call_depth = top->depth;
		if (flow & SAMPLE_FLOW_RETURN) sample->call_depth++;
	}
	pt_sampler_ipc(s, &s->branch_ipc, when, true, when->insns, sample);
	pt_sampler_add_interrupts(s, when, sample);
	pt_sampler_give(s, TRACE_EVENT_BRANCHES, sample);
}

/* A branch into a virtual machine or out of it: addresses of one mean nothing in the other, so it is two. */
static void give_halves(struct sampler *s, const struct pt_branch *branch, uint32_t flow, const struct pt_when *when)
{
	struct pt_branch half = *branch;
	half.to = 0;
	give_branch(s, &half, flow, when);
	half = (struct pt_branch){ .to = branch->to };
	s->in_guest = branch->to_guest;
	give_branch(s, &half, flow, when);
}

void trace_pt_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	struct sampler *s = ctx;
	uint32_t flow = pt_sampler_branch_flow(branch, when);
	uint64_t time_ns = pt_sampler_time(s, when);
	bool crosses = branch->from && branch->to && branch->to_guest != when->guest;
	if (s->answers) pt_sampler_answer(s, time_ns);
	if (s->trace->wants_stacks && !crosses) pt_sampler_change_stack(s, branch, flow, time_ns);
	if (s->trace->wants_last_branches) {
		const struct branch_entry entry = { .from = branch->from,
						    .to = branch->to,
						    .flags = s->trace->wants.mispredicted };
		pt_sampler_ring_add(&s->ring, &entry);
	}
	if (!s->trace->events[TRACE_EVENT_BRANCHES] || !trace_flow_is_wanted(&s->trace->wants, flow)) return;
	s->found.nr_others += 1 + crosses;
	if (!s->sink) return;
	s->branch.time_ns = time_ns;
	if (unlikely(crosses)) give_halves(s, branch, flow, when);
	else give_branch(s, branch, flow, when);
}
