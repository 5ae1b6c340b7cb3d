#include "script/timeline/timeline.h"

#include <stdlib.h>
#include "base/u64map.h"
#include "base/vec.h"
#include "frame/flow/call_flow.h"
#include "perfdata/record/events.h"
#include "script/timeline/timeline_text.h"

struct thread {
	uint32_t pid, tid;
	const char *comm; /* that its track was named with last */
	uint64_t last_ns;
};
enum { MOST_CALLS = 4096 }; /* of a stack: more are not nested any deeper */

struct timeline {
	struct timeline_text text;
	struct u64map threads; /* tid -> address of its struct thread */
	VEC(struct thread *) all;
	struct call_flow *flow;
	uint64_t nr_branches; /* without times, a branch is a microsecond */
};

void timeline_free(struct timeline *timeline)
{
	if (!timeline) return;
	for (size_t i = 0; i < timeline->all.count; i++) free(timeline->all.items[i]);
	call_flow_free(timeline->flow);
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

/* What is being looked at; without a sample all ends. */
struct moment {
	struct timeline *timeline;
	const struct sample *sample;
	struct resolver *resolver;
	const struct sample_task *task;
	struct timeline_place place;
};

static struct call_place locate(void *ctx, bool is_target)
{
	const struct moment *m = ctx;
	uint64_t ip = is_target ? m->sample->addr : m->sample->ip;
	return call_place_of(resolver_ip(m->resolver, m->task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip));
}

static void begin_slice(void *ctx, struct call_slice *slice, const struct call_place *place, const char *why,
			const struct call_slice *caller)
{
	const struct moment *m = ctx;
	(void)slice;
	(void)caller;
	if (place) timeline_text_begin(&m->timeline->text, &m->place, place->detail);
	else timeline_text_begin_named(&m->timeline->text, &m->place, why);
}

static void end_slice(void *ctx, const struct call_slice *slice, uint64_t time_ns, bool is_exact)
{
	const struct moment *m = ctx;
	(void)slice;
	(void)time_ns;
	(void)is_exact;
	timeline_text_end(&m->timeline->text, &m->place);
}

struct timeline *timeline_new(struct outbuf *out)
{
	struct timeline *timeline = xcalloc(1, sizeof(*timeline));
	timeline->text.out = out;
	timeline->flow = call_flow_new(&(struct call_flow_visitor){ locate, begin_slice, end_slice }, MOST_CALLS);
	timeline_text_head(&timeline->text);
	return timeline;
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
	struct moment m = { timeline, sample, resolver, task, { thread->pid, thread->tid, thread->last_ns } };
	if (thread->comm != task->comm) timeline_text_name(&timeline->text, &m.place, thread->comm = task->comm);
	const struct call_branch branch = { thread->last_ns, sample->ip, sample->addr, sample->flow,
					    sample->insn_size_bytes };
	if (is_branch) call_flow_branch(timeline->flow, thread->tid, &branch, &m);
	else timeline_text_instant(&timeline->text, &m.place, sample->event->name);
}

static void end_calls(struct timeline *timeline, const struct thread *thread)
{
	struct moment m = { .timeline = timeline, .place = { thread->pid, thread->tid, thread->last_ns } };
	call_flow_cut(timeline->flow, thread->tid, thread->last_ns, &m);
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
