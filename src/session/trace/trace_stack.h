/* Call stacks along a trace, thread by thread.
 *
 * Where a block begins the stack depends on all blocks before, but blocks are decoded in any order. So each block is
 * first walked over to find what it does to the stacks of its threads (trace_effects): calls that return within it
 * leave nothing. Then these are applied one after the other, which gives each block the stacks that it begins with.
 *
 *     block 0   call A, call B, return      effect: push A
 *     block 1   return, call C              effect: return to where A was called, push C
 *
 * A stack is a list of calls (struct open_call) from the innermost out; frames never change, and stacks share them. */
#ifndef SESSION_TRACE_TRACE_STACK_H
#define SESSION_TRACE_TRACE_STACK_H

#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "perfdata/record/sample.h"

/* What happens to a stack. */
enum trace_change_kind { TRACE_CALL, TRACE_CALL_AND_END, TRACE_RETURN, TRACE_BEGIN };
struct trace_change {
	enum trace_change_kind kind;
	uint64_t ip; /* TRACE_CALL: where it returns to; TRACE_RETURN: where it goes to */
};
/* The change that a branch makes, of enum sample_flow; false: none. size_bytes: of the instruction at from. */
bool trace_change_of(uint32_t flow, uint64_t from, uint64_t to, unsigned size_bytes, struct trace_change *ret);

/* What is left of the changes of a block. */
struct trace_effect {
	uint32_t tid;
	VEC(struct trace_change) changes;
};
struct trace_effects {
	VEC(struct trace_effect) threads;
};
/* The thread is one of those, even if nothing changes its stack. */
void trace_effects_need(struct trace_effects *effects, uint32_t tid);
void trace_effects_add(struct trace_effects *effects, uint32_t tid, const struct trace_change *change);
void trace_effects_done(struct trace_effects *effects);

/* The stacks of threads; those not in it are empty. */
struct trace_stacks {
	struct u64map tops; /* tid -> innermost frame */
};
const struct open_call *trace_stacks_top(const struct trace_stacks *stacks, uint32_t tid);
/* New frames are in the arena. */
void trace_stacks_change(struct trace_stacks *stacks, struct arena *arena, uint32_t tid,
			 const struct trace_change *change);
void trace_stacks_apply(struct trace_stacks *stacks, struct arena *arena, const struct trace_effects *effects);
/* What the thread called so far is forgotten. */
void trace_stacks_clear(struct trace_stacks *stacks, uint32_t tid);
void trace_stacks_done(struct trace_stacks *stacks);

#endif
