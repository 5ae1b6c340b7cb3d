#include "frame/flow/call_flow.h"

#include <stdlib.h>
#include <string.h>
#include "base/u64map.h"
#include "base/vec.h"

/* A thread's stack, outermost first. */
struct thread {
	uint64_t nr_deeper; /* calls beyond the limit that have not returned */
	VEC(struct call_slice) slices;
};
/* So many slices are looked at for the one that returns. */
enum { MOST_UNWOUND = 4096 };

struct call_flow {
	struct call_flow_visitor visitor;
	size_t most;
	uint64_t nr_slices;
	struct u64map threads; /* tid -> index */
	VEC(struct thread) all;
};

/* What is being looked at. */
struct moment {
	struct call_flow *flow;
	struct thread *thread;
	const struct call_branch *branch;
	void *ctx;
};

struct call_flow *call_flow_new(const struct call_flow_visitor *visitor, size_t most)
{
	struct call_flow *flow = xcalloc(1, sizeof(*flow));
	*flow = (struct call_flow){ .visitor = *visitor, .most = most };
	return flow;
}

void call_flow_free(struct call_flow *flow)
{
	if (!flow) return;
	for (size_t i = 0; i < flow->all.count; i++) vec_done(&flow->all.items[i].slices);
	vec_done(&flow->all);
	u64map_done(&flow->threads);
	free(flow);
}

/* Rarely run parts that compilers move out of a function are no functions. */
static bool is_start(const struct frame *frame)
{
	return frame->symbol && frame->symbol->start == frame->object_addr && !strstr(frame->symbol->name, ".cold");
}

struct call_place call_place_of(const struct frame *frame)
{
	const void *function = frame;
	if (frame->symbol) function = frame->symbol;
	else if (frame->map) function = frame->map->dso;
	return (struct call_place){ .function = function, .is_start = is_start(frame), .detail = frame };
}

static struct thread *need_thread(struct call_flow *flow, uint32_t tid)
{
	bool is_new;
	uint64_t *slot = u64map_put(&flow->threads, tid, &is_new);
	if (is_new) {
		*slot = flow->all.count;
		vec_push(&flow->all, ((struct thread){ 0 }));
	}
	return &flow->all.items[*slot];
}

static struct call_slice *top_of(const struct thread *thread)
{
	return thread->slices.count ? &thread->slices.items[thread->slices.count - 1] : NULL;
}

static struct call_place target_of(const struct moment *m) { return m->flow->visitor.locate(m->ctx, true); }

static void pop(const struct moment *m, bool is_exact)
{
	const struct call_slice slice = *top_of(m->thread);
	uint64_t now_ns = MAX(m->branch->time_ns, slice.begin_ns);
	m->thread->slices.count--;
	struct call_slice *outer = top_of(m->thread);
	if (outer) outer->inner_ns += now_ns - slice.begin_ns;
	m->flow->visitor.end(m->ctx, &slice, now_ns, is_exact);
}

/* place NULL: not traced. */
static void push(const struct moment *m, const struct call_place *place, const char *why, uint64_t return_ip,
		 bool is_exact)
{
	struct thread *thread = m->thread;
	if (thread->slices.count >= m->flow->most) {
		thread->nr_deeper++;
		return;
	}
	vec_push(&thread->slices, ((struct call_slice){ .id = ++m->flow->nr_slices,
							.function = place ? place->function : NULL,
							.return_ip = return_ip,
							.begin_ns = m->branch->time_ns,
							.is_begin_exact = is_exact }));
	struct call_slice *slice = top_of(thread);
	m->flow->visitor.begin(m->ctx, slice, place, why, thread->slices.count > 1 ? slice - 1 : NULL);
}

/* Control is at the target: the innermost function is that one from now on. is_exact: it jumped there. */
static void be_in(const struct moment *m, const struct call_place *place, bool is_exact)
{
	const struct call_slice *top = top_of(m->thread);
	if (top && top->function == place->function) return;
	uint64_t return_ip = top ? top->return_ip : 0;
	if (top) pop(m, is_exact);
	push(m, place, NULL, return_ip, is_exact);
}

/* How many slices are left when the innermost that returns to ip has; the count of all + 1: none does. */
static size_t depth_behind(const struct thread *thread, uint64_t ip)
{
	size_t depth = thread->slices.count, least = depth > MOST_UNWOUND ? depth - MOST_UNWOUND : 0;
	while (depth > least && thread->slices.items[depth - 1].return_ip != ip) depth--;
	return depth > least ? depth - 1 : thread->slices.count + 1;
}

/* To whoever called the innermost function that returns there; where none does, to another part of the program. */
static void return_to(const struct moment *m)
{
	struct thread *thread = m->thread;
	if (thread->nr_deeper) {
		thread->nr_deeper--;
		return;
	}
	size_t depth = depth_behind(thread, m->branch->addr);
	if (depth <= thread->slices.count) {
		while (thread->slices.count > depth) pop(m, true);
		/* the caller may not have been seen either */
		if (thread->slices.count) return;
	}
	const struct call_place place = target_of(m);
	if (m->branch->flow & (SAMPLE_FLOW_SYSCALL | SAMPLE_FLOW_INTERRUPT) && place.is_start) {
		push(m, &place, NULL, 0, true); /* the kernel lets the program run its handler of a signal */
		return;
	}
	if (thread->slices.count) pop(m, true);
	const struct call_slice *top = top_of(thread);
	if (top && top->function) be_in(m, &place, false);
	else push(m, &place, NULL, 0, false);
}

/* Tracing goes on: where it ended, or within what interrupted it. */
static void take_begin(const struct moment *m)
{
	struct thread *thread = m->thread;
	struct call_slice *top = top_of(thread);
	if (!m->branch->addr || thread->nr_deeper) return;
	size_t depth = depth_behind(thread, m->branch->addr);
	if (depth < thread->slices.count && !thread->slices.items[depth].function) {
		while (thread->slices.count > depth) pop(m, true);
		if (thread->slices.count) return;
		top = NULL;
	}
	const struct call_place place = target_of(m);
	if (top && !top->function && !place.is_start) {
		pop(m, true);
		top = top_of(thread);
	}
	if (top && !place.is_start) be_in(m, &place, false);
	else push(m, &place, NULL, 0, place.is_start);
}

static uint64_t behind(const struct call_branch *branch)
{
	return branch->ip + (branch->flow & SAMPLE_FLOW_ASYNC ? 0 : branch->insn_size_bytes);
}

/* A function that returns to what is not traced has ended. */
static void take_end(const struct moment *m)
{
	uint32_t flow = m->branch->flow;
	const char *why = "[not traced]";
	if (flow & SAMPLE_FLOW_SYSCALL) why = "[system call]";
	else if (flow & (SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT)) why = "[interrupt]";
	const struct call_slice *top = top_of(m->thread);
	if (flow & SAMPLE_FLOW_RETURN && m->thread->nr_deeper) {
		m->thread->nr_deeper--;
		return;
	}
	if (flow & SAMPLE_FLOW_RETURN && top) {
		pop(m, true);
		top = top_of(m->thread);
	}
	if (!top || top->function) push(m, NULL, why, flow & SAMPLE_FLOW_RETURN ? 0 : behind(m->branch), true);
}

/* A jump into a function that has called, directly or not, the one that runs ends all it called (longjmp). */
static void jump_out(const struct moment *m, const void *function)
{
	const struct thread *thread = m->thread;
	size_t depth = thread->slices.count, least = depth > MOST_UNWOUND ? depth - MOST_UNWOUND : 0;
	while (depth > least && thread->slices.items[depth - 1].function != function) depth--;
	if (depth == least) return;
	while (thread->slices.count > depth) pop(m, true);
}

/* A jump to the beginning of another function is a call that returns for its caller. */
static void take_jump(const struct moment *m)
{
	if (m->thread->nr_deeper) return;
	const struct call_place place = target_of(m);
	if (place.is_start) be_in(m, &place, true);
	else if (!(m->branch->flow & SAMPLE_FLOW_CONDITIONAL)) jump_out(m, place.function);
}

static void take_branch(const struct moment *m)
{
	const struct call_branch *branch = m->branch;
	if (branch->flow & SAMPLE_FLOW_BEGIN) {
		take_begin(m);
		return;
	}
	const struct call_slice *top = top_of(m->thread);
	if (top && !top->function && !m->thread->nr_deeper) pop(m, false); /* the beginning was not told */
	if (!top_of(m->thread) && branch->ip) {
		const struct call_place place = m->flow->visitor.locate(m->ctx, false);
		push(m, &place, NULL, 0, false);
	}
	if (branch->flow & SAMPLE_FLOW_END) take_end(m);
	else if (!branch->addr) return;
	else if (branch->flow & SAMPLE_FLOW_RETURN) return_to(m);
	else if (!(branch->flow & SAMPLE_FLOW_CALL)) take_jump(m);
	else if (branch->addr != behind(branch) || branch->flow & SAMPLE_FLOW_ASYNC) {
		const struct call_place place = target_of(m);
		push(m, &place, NULL, behind(branch), true);
	}
}

void call_flow_branch(struct call_flow *flow, uint32_t tid, const struct call_branch *branch, void *ctx)
{
	const struct moment m = { flow, need_thread(flow, tid), branch, ctx };
	take_branch(&m);
}

void call_flow_cut(struct call_flow *flow, uint32_t tid, uint64_t time_ns, void *ctx)
{
	const struct call_branch nothing = { .time_ns = time_ns };
	const struct moment m = { flow, need_thread(flow, tid), &nothing, ctx };
	m.thread->nr_deeper = 0;
	while (m.thread->slices.count) pop(&m, false);
}
