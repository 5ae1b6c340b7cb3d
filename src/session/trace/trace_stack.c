#include "session/trace/trace_stack.h"

/* A return is looked for among so many calls, from the innermost out: damaged traces have deep stacks. */
enum { SEARCH_MAX = 1024 };

bool trace_change_of(uint32_t flow, uint64_t from, uint64_t to, unsigned size_bytes, struct trace_change *ret)
{
	if (flow & SAMPLE_FLOW_CALL) {
		/* a call to what is behind it is how code learns its own address */
		if (from + size_bytes == to) return false;
		*ret = (struct trace_change){ flow & SAMPLE_FLOW_END ? TRACE_CALL_AND_END : TRACE_CALL,
					      from + size_bytes };
		return true;
	}
	if (flow & SAMPLE_FLOW_BEGIN) {
		*ret = (struct trace_change){ TRACE_BEGIN, 0 };
		return true;
	}
	*ret = (struct trace_change){ TRACE_RETURN, to };
	return flow & SAMPLE_FLOW_RETURN && from;
}

static struct trace_effect *need_thread(struct trace_effects *effects, uint32_t tid)
{
	for (size_t i = 0; i < effects->threads.count; i++)
		if (effects->threads.items[i].tid == tid) return &effects->threads.items[i];
	struct trace_effect *new = vec_add(&effects->threads);
	*new = (struct trace_effect){ .tid = tid };
	return new;
}

void trace_effects_need(struct trace_effects *effects, uint32_t tid) { need_thread(effects, tid); }

static bool is_call(const struct trace_change *change)
{
	return change->kind == TRACE_CALL || change->kind == TRACE_CALL_AND_END;
}

/* Whether the return ends one of the calls that were left last; these are then gone. */
static bool ends_call(struct trace_effect *effect, uint64_t ip)
{
	size_t count = effect->changes.count, until = count > SEARCH_MAX ? count - SEARCH_MAX : 0;
	for (size_t i = count; i-- > until && is_call(&effect->changes.items[i]);) {
		if (effect->changes.items[i].ip != ip) continue;
		effect->changes.count = i;
		return true;
	}
	return false;
}

void trace_effects_add(struct trace_effects *effects, uint32_t tid, const struct trace_change *change)
{
	struct trace_effect *effect = need_thread(effects, tid);
	size_t count = effect->changes.count;
	if (change->kind == TRACE_RETURN && ends_call(effect, change->ip)) return;
	if (change->kind == TRACE_BEGIN) {
		while (count && effect->changes.items[count - 1].kind == TRACE_CALL_AND_END) count--;
		effect->changes.count = count;
		if (count && effect->changes.items[count - 1].kind != TRACE_RETURN) return;
	}
	vec_push(&effect->changes, *change);
}

void trace_effects_done(struct trace_effects *effects)
{
	for (size_t i = 0; i < effects->threads.count; i++) vec_done(&effects->threads.items[i].changes);
	vec_done(&effects->threads);
}

const struct open_call *trace_stacks_top(const struct trace_stacks *stacks, uint32_t tid)
{
	const uint64_t *top = u64map_find(&stacks->tops, tid);
	return top ? (const struct open_call *)(uintptr_t)*top : NULL;
}

/* Behind the return; a return to nowhere that was called from changes nothing, as with longjmp. */
static const struct open_call *behind_return(const struct open_call *top, uint64_t ip)
{
	const struct open_call *frame = top;
	for (unsigned i = 0; frame && i < SEARCH_MAX; frame = frame->outer, i++)
		if (frame->return_ip == ip) return frame->outer;
	return top;
}

void trace_stacks_change(struct trace_stacks *stacks, struct arena *arena, uint32_t tid,
			 const struct trace_change *change)
{
	uint64_t *slot = u64map_put(&stacks->tops, tid, NULL);
	const struct open_call *top = (const struct open_call *)(uintptr_t)*slot;
	if (is_call(change)) {
		struct open_call *frame = arena_alloc(arena, sizeof(*frame));
		*frame = (struct open_call){ .outer = top,
					     .return_ip = change->ip,
					     .depth = top ? top->depth + 1 : 1,
					     .until_begin = change->kind == TRACE_CALL_AND_END };
		top = frame;
	} else if (change->kind == TRACE_RETURN) {
		top = behind_return(top, change->ip);
	} else {
		while (top && top->until_begin) top = top->outer;
	}
	*slot = (uintptr_t)top;
}

void trace_stacks_apply(struct trace_stacks *stacks, struct arena *arena, const struct trace_effects *effects)
{
	for (size_t i = 0; i < effects->threads.count; i++) {
		const struct trace_effect *effect = &effects->threads.items[i];
		for (size_t j = 0; j < effect->changes.count; j++)
			trace_stacks_change(stacks, arena, effect->tid, &effect->changes.items[j]);
	}
}

void trace_stacks_clear(struct trace_stacks *stacks, uint32_t tid) { *u64map_put(&stacks->tops, tid, NULL) = 0; }

void trace_stacks_done(struct trace_stacks *stacks) { u64map_done(&stacks->tops); }
