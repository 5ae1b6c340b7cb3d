#include "script/timeline/timeline.h"

#include <stdlib.h>
#include <string.h>
#include "base/u64map.h"
#include "base/vec.h"
#include "perfdata/record/events.h"
#include "script/timeline/timeline_text.h"

/* A function that runs, or what stands for one. function: what tells it from others; NULL: the thread is not traced. */
struct call {
	uint64_t return_ip; /* where it returns to; 0: its call was not seen */
	const void *function;
};
/* A thread's stack, outermost first. */
struct thread {
	uint32_t pid, tid;
	const char *comm; /* that its track was named with last */
	uint64_t last_ns;
	VEC(struct call) calls;
};
enum { MOST_CALLS = 4096 }; /* of a stack: more are not nested any deeper */

struct timeline {
	struct timeline_text text;
	struct u64map threads; /* tid -> address of its struct thread */
	VEC(struct thread *) all;
	uint64_t nr_branches; /* without times, a branch is a microsecond */
};

struct timeline *timeline_new(struct outbuf *out)
{
	struct timeline *timeline = xcalloc(1, sizeof(*timeline));
	timeline->text.out = out;
	timeline_text_head(&timeline->text);
	return timeline;
}

void timeline_free(struct timeline *timeline)
{
	if (!timeline) return;
	for (size_t i = 0; i < timeline->all.count; i++) {
		vec_done(&timeline->all.items[i]->calls);
		free(timeline->all.items[i]);
	}
	vec_done(&timeline->all);
	u64map_done(&timeline->threads);
	free(timeline);
}

static struct thread *need_thread(struct timeline *timeline, uint32_t pid, uint32_t tid)
{
	bool is_new;
	uint64_t *slot = u64map_put(&timeline->threads, tid, &is_new);
	if (!is_new) return (struct thread *)(uintptr_t)*slot;
	struct thread *thread = xcalloc(1, sizeof(*thread));
	*thread = (struct thread){ .pid = pid, .tid = tid };
	*slot = (uintptr_t)thread;
	vec_push(&timeline->all, thread);
	return thread;
}

/* ---- one stack */

/* What is being looked at. */
struct moment {
	struct timeline *timeline;
	struct thread *thread;
	struct resolver *resolver;
	const struct sample_task *task;
	struct timeline_place place;
};

static const struct frame *frame_at(const struct moment *m, uint64_t ip)
{
	return resolver_ip(m->resolver, m->task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip);
}

/* Equal for addresses of one function: its symbol, or the object where there is none, or no more than the address. */
static const void *function_of(const struct frame *frame)
{
	if (frame->symbol) return frame->symbol;
	return frame->map ? (const void *)frame->map->dso : (const void *)frame;
}

static struct call *top_of(const struct thread *thread)
{
	return thread->calls.count ? &thread->calls.items[thread->calls.count - 1] : NULL;
}

static void pop(const struct moment *m)
{
	m->thread->calls.count--;
	timeline_text_end(&m->timeline->text, &m->place);
}

static void push(const struct moment *m, uint64_t ip, uint64_t return_ip)
{
	if (m->thread->calls.count >= MOST_CALLS) pop(m);
	const struct frame *frame = frame_at(m, ip);
	vec_push(&m->thread->calls, ((struct call){ .return_ip = return_ip, .function = function_of(frame) }));
	timeline_text_begin(&m->timeline->text, &m->place, frame);
}

static void push_untraced(const struct moment *m, uint32_t flow)
{
	const char *why = "[not traced]";
	if (flow & SAMPLE_FLOW_SYSCALL) why = "[system call]";
	else if (flow & (SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT)) why = "[interrupt]";
	vec_push(&m->thread->calls, ((struct call){ 0 }));
	timeline_text_begin_named(&m->timeline->text, &m->place, why);
}

/* Control is at ip, and nobody saw how it came there: the innermost function is that of ip from now on. */
static void be_in(const struct moment *m, uint64_t ip)
{
	const void *function = function_of(frame_at(m, ip));
	const struct call *top = top_of(m->thread);
	if (top && top->function == function) return;
	uint64_t return_ip = top ? top->return_ip : 0;
	if (top) pop(m);
	push(m, ip, return_ip);
}

/* To whoever called the innermost function that returns there; where none does, to another part of the program. */
static void return_to(const struct moment *m, uint64_t ip)
{
	const struct thread *thread = m->thread;
	size_t depth = thread->calls.count;
	while (depth && thread->calls.items[depth - 1].return_ip != ip) depth--;
	if (depth) {
		while (thread->calls.count >= depth) pop(m);
		/* the caller may not have been seen either */
		if (!thread->calls.count) push(m, ip, 0);
		return;
	}
	if (thread->calls.count) pop(m);
	if (!thread->calls.count) push(m, ip, 0);
	else be_in(m, ip);
}

/* A jump to the beginning of another function is a call that returns for its caller. */
static void jump_to(const struct moment *m, uint64_t ip)
{
	const struct frame *frame = frame_at(m, ip);
	if (frame->symbol && frame->symbol->start == frame->object_addr) be_in(m, ip);
}

static void take_branch(const struct moment *m, const struct sample *sample)
{
	const uint32_t flow = sample->flow;
	struct call *top = top_of(m->thread);
	if (flow & SAMPLE_FLOW_BEGIN) {
		if (top && !top->function) pop(m);
		if (!sample->addr) return;
		if (top_of(m->thread)) be_in(m, sample->addr);
		else push(m, sample->addr, 0);
		return;
	}
	if (top && !top->function) pop(m); /* the beginning was not told */
	if (!top_of(m->thread) && sample->ip) push(m, sample->ip, 0);
	if (flow & SAMPLE_FLOW_END) {
		push_untraced(m, flow);
		return;
	}
	if (!sample->addr) return;
	uint64_t behind = sample->ip + (flow & SAMPLE_FLOW_ASYNC ? 0 : sample->insn_size_bytes);
	if (flow & SAMPLE_FLOW_CALL) push(m, sample->addr, behind);
	else if (flow & SAMPLE_FLOW_RETURN) return_to(m, sample->addr);
	else jump_to(m, sample->addr);
}

void timeline_sample(struct timeline *timeline, struct resolver *resolver, const struct sample_task *task,
		     const struct sample *sample)
{
	const uint32_t of_branches = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN | SAMPLE_FLOW_END;
	bool is_branch = sample->flow & of_branches && sample->event->attr.type == ATTR_TYPE_HARDWARE;
	if (!is_branch && sample->event->attr.type != ATTR_TYPE_SYNTH) return;
	struct thread *thread = need_thread(timeline, sample->pid, sample->tid);
	uint64_t time_ns = sample->present & SAMPLE_TIME ? sample->time_ns : ++timeline->nr_branches * 1000;
	thread->last_ns = MAX(thread->last_ns, time_ns);
	struct moment m = { timeline, thread, resolver, task, { thread->pid, thread->tid, thread->last_ns } };
	if (thread->comm != task->comm) timeline_text_name(&timeline->text, &m.place, thread->comm = task->comm);
	if (is_branch) take_branch(&m, sample);
	else timeline_text_instant(&timeline->text, &m.place, sample->event->name);
}

static void end_calls(struct timeline *timeline, struct thread *thread)
{
	const struct moment m = { .timeline = timeline,
				  .thread = thread,
				  .place = { thread->pid, thread->tid, thread->last_ns } };
	while (thread->calls.count) pop(&m);
}

void timeline_record(struct timeline *timeline, const struct record *r, uint64_t time_ns)
{
	struct record_auxtrace_error error;
	if (r->type != RECORD_AUXTRACE_ERROR || record_decode_auxtrace_error(r, &error) < 0) return;
	struct thread *thread = need_thread(timeline, error.pid, error.tid);
	if (time_ns != UINT64_MAX) thread->last_ns = MAX(thread->last_ns, time_ns);
	end_calls(timeline, thread);
	const struct timeline_place place = { thread->pid, thread->tid, thread->last_ns };
	timeline_text_instant(&timeline->text, &place, error.message);
}

void timeline_end(struct timeline *timeline, struct timeline_totals *ret)
{
	for (size_t i = 0; i < timeline->all.count; i++) end_calls(timeline, timeline->all.items[i]);
	timeline_text_foot(&timeline->text);
	*ret = (struct timeline_totals){ timeline->text.nr_calls, timeline->all.count };
}
