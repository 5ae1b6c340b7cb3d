/* Branches of an Intel PT trace: samples of them, call stacks, last branches. */
#include "session/trace/trace_pt_sampler.h"

#include <stdlib.h>

static uint32_t flow_of_branch(const struct pt_branch *branch, const struct pt_when *when)
{
	uint32_t flow = pt_sampler_flow(branch->flow);
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

void pt_sampler_begin_stacks(struct sampler *s)
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
void pt_sampler_begin_ring(struct sampler *s)
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
void pt_sampler_end_ring(struct sampler *s)
{
	struct branch_ring *ring = &s->ring;
	if (!s->sink)
		for (size_t i = 0; i < ring->nr; i++)
			vec_push(&s->block->last_branches,
				 ring->entries[(ring->next + ring->size - ring->nr + i) % ring->size]);
	free(ring->entries);
}

void pt_sampler_add_last_branches(struct sampler *s, struct sample *sample)
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
void pt_sampler_add_chain(struct sampler *s, struct sample *sample)
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

/* Whether b, c or r want it; c and r choose among all. */
static bool wants_branch(const struct itrace_options *wants, uint32_t flow)
{
	if (!wants->calls && !wants->returns) return true;
	if (wants->calls && flow & (SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_END)) return true;
	return wants->returns && flow & (SAMPLE_FLOW_RETURN | SAMPLE_FLOW_BEGIN);
}

void trace_pt_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when)
{
	struct sampler *s = ctx;
	uint32_t flow = flow_of_branch(branch, when);
	uint64_t time_ns = pt_sampler_time(s, when);
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
	pt_sampler_ipc(&s->branch_ipc, when, when->insns, &sample);
	pt_sampler_give(s, TRACE_EVENT_BRANCHES, &sample);
}
