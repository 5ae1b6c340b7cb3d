/* Call stacks and last branches of a block of an Intel PT trace, and what samples have of them. */
#include "session/trace/trace_pt_sampler.h"

#include <stdlib.h>

/* What a guest calls is apart from what the thread calls that runs it. */
uint32_t pt_sampler_stack(const struct sampler *s)
{
	const uint32_t of_guest = 1U << 31;
	return s->where.tid ^ (s->in_guest ? of_guest : 0);
}

/* The stack of the moment; the block's effects know all of them. */
uint32_t pt_sampler_thread(struct sampler *s, uint64_t time_ns)
{
	trace_where_move(&s->where, time_ns);
	uint32_t stack = pt_sampler_stack(s);
	if (!s->sink && stack != s->last_tid) {
		trace_effects_need(&s->block->effects, stack);
		s->last_tid = stack;
	}
	return stack;
}

void pt_sampler_change_stack(struct sampler *s, const struct pt_branch *branch, uint32_t flow, uint64_t time_ns)
{
	struct trace_change change;
	uint32_t tid = pt_sampler_thread(s, time_ns);
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

void pt_sampler_ring_add(struct branch_ring *ring, const struct branch_entry *entry)
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
			pt_sampler_ring_add(&s->ring, &from->last_branches.items[i]);
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

/* The sample's chain: its own address and those that calls return to, with a marker where the mode changes. */
void pt_sampler_add_chain(struct sampler *s, struct sample *sample)
{
	size_t room = s->trace->wants.chain_size + 1, count = 2;
	uint64_t *chain = arena_alloc(s->sink->arena, (room + 2) * sizeof(*chain));
	uint64_t context = context_of(sample->ip);
	chain[0] = context;
	chain[1] = sample->ip;
	const struct open_call *frame = trace_stacks_top(&s->stacks, pt_sampler_stack(s));
	/* a sample of another event may be of the moment before the kernel was entered, traced or not */
	while (s->answers && frame && context == CONTEXT_USER &&
	       (frame->until_begin || context_of(frame->return_ip) != CONTEXT_USER))
		frame = frame->outer;
	for (; frame && count < room; frame = frame->outer) {
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
