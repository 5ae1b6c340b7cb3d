/* Items of a round are made while its samples come due, and shown at once: their texts are forgotten before the
 * model may change. A call that one sample tells of (struct syscall_record) is two parts for the order, its begin
 * and its end. */
#include "analysis/trace/trace_live.h"

#include "analysis/trace/trace_items.h"
#include "base/u64map.h"
#include "perfdata/perfdata.h"
#include "session/live/live.h"

enum { USUAL_GONE = 4096 };

/* Items are collected while live_samples_ordered runs, and given to calls behind it, in give. */
struct trace_live {
	const struct trace_live_options *options;
	struct live *live;
	struct syscall_events *events;
	struct trace_calls *calls;
	struct trace_maker maker;
	struct arena memory; /* of pieces, until they are shown */
	VEC(struct trace_item) items;
	struct trace_fds *fds;     /* NULL: not wanted */
	struct u64map gone_by_tid; /* tid -> pid of threads that have ended and have not come again */
	bool ended;
};

/* A call that one sample tells of: its beginning and its end have turns of their own. */
static unsigned trace_live_parts(void *ctx, const struct sample *sample, struct live_part ret[LIVE_PARTS_MAX])
{
	const struct trace_live *trace = ctx;
	bool begins, ends;
	uint64_t enter_ns;
	unsigned count = 0;
	if (!syscall_events_halves(trace->events, sample, &begins, &enter_ns, &ends)) return 0;
	if (begins) ret[count++] = (struct live_part){ enter_ns, SYSCALL_BEGIN };
	if (ends) ret[count++] = (struct live_part){ UINT64_MAX, SYSCALL_END };
	return count;
}

/* What is known of threads that ended goes with the model that knew them. */
static void trace_live_renewed(void *ctx)
{
	struct trace_live *trace = ctx;
	uint64_t tid, pid;
	for (size_t pos = 0; u64map_next(&trace->gone_by_tid, &pos, &tid, &pid);) {
		trace_calls_gone(trace->calls, (uint32_t)tid);
		if (trace->fds) trace_fds_gone(trace->fds, (uint32_t)pid, (uint32_t)tid);
	}
	u64map_done(&trace->gone_by_tid);
	trace->gone_by_tid = (struct u64map)U64MAP_INIT;
	trace->options->calls->model = live_model(trace->live);
	trace_calls_forget_names(trace->calls);
}

struct trace_live *trace_live_new(const struct trace_live_options *options)
{
	struct trace_live *trace = xcalloc(1, sizeof(*trace));
	const struct live_options live_options = {
		.symbols = { .warnings = options->warnings,
			     .use_running_kernel = true,
			     .demangle = true,
			     .any_owner = options->any_owner },
		.threads = 1,
		.ordered = true,
		.skip_maps = !options->wants_maps,
		.keep_exited = true, /* a thread's last events have its name */
		.most_exits = options->most_gone ? options->most_gone : USUAL_GONE,
		.renewed = trace_live_renewed,
		.ctx = trace,
	};
	trace->options = options;
	trace->live = live_new(&live_options);
	options->calls->model = live_model(trace->live);
	trace->calls = trace_calls_new(options->calls);
	arena_init(&trace->memory);
	if (options->fds) trace->fds = trace_fds_new(options->fds);
	return trace;
}

void trace_live_free(struct trace_live *trace)
{
	if (!trace) return;
	trace_maker_done(&trace->maker);
	arena_done(&trace->memory);
	vec_done(&trace->items);
	trace_calls_free(trace->calls);
	syscall_events_free(trace->events);
	live_free(trace->live);
	trace_fds_free(trace->fds);
	u64map_done(&trace->gone_by_tid);
	free(trace);
}

void trace_live_begin(struct trace_live *trace, const struct perf_events *events, const void *tracing_data,
		      size_t tracing_size_bytes)
{
	const char *missing;
	/* With a switch_on that no event has nothing counts: that is no error here. */
	(void)trace_calls_find_switches(trace->options->calls, events, &missing);
	trace->events = syscall_events_new(events, tracing_data, tracing_size_bytes, NULL,
					   trace->options->calls->short_forms);
	syscall_events_separate(trace->events, trace->options->nr_shown_events);
	if (trace->options->calls->enums) syscall_events_name_enums(trace->events, trace->options->calls->enums);
	trace_maker_init(&trace->maker, trace->options->calls, trace->events, trace->fds);
	trace->maker.memory = &trace->memory;
	live_begin(trace->live, events);
	if (syscall_events_any_halves(trace->events)) live_set_parts(trace->live, trace_live_parts, trace);
}

struct trace_fds_stats trace_live_fds_stats(const struct trace_live *trace)
{
	return trace->fds ? trace_fds_stats(trace->fds) : (struct trace_fds_stats){ 0 };
}

struct trace_calls *trace_live_calls(struct trace_live *trace) { return trace->calls; }

void trace_live_known(struct trace_live *trace, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	struct record_comm comm;
	live_known(trace->live, records, size_bytes);
	for (size_t pos = 0; trace->fds && record_run_next(&run, false, &pos, &r);)
		if (r.type == RECORD_COMM && record_decode_comm(&r, &comm) >= 0 && comm.pid == comm.tid)
			trace_fds_know(trace->fds, comm.pid);
}

void trace_live_round(struct trace_live *trace, const void *records, size_t size_bytes)
{
	live_round(trace->live, records, size_bytes);
}

/* -- what is due -- */

/* What was formatted, before the model changes. */
static void give(struct trace_live *trace)
{
	const struct trace_calls_options *options = trace->options->calls;
	int r = 0;
	for (size_t i = 0; r == 0 && i < trace->items.count; i++)
		r = trace_calls_add(trace->calls, &trace->items.items[i]);
	if (r == 0 && trace->items.count && options->batch) r = options->batch(options->ctx);
	trace->items.count = 0;
	arena_reset(&trace->memory);
	if (!r || trace->ended) return;
	trace->ended = true;
	trace->options->enough(trace->options->ctx, r);
}

/* A sample that is due. worker->part says which half of a call it is here for. */
static void trace_live_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct trace_live *trace = ctx;
	if (trace->ended) return;
	trace->maker.resolver = worker->resolver;
	struct trace_item *item = vec_add(&trace->items);
	if (!trace_maker_add(&trace->maker, sample, (enum syscall_half)worker->part, item)) trace->items.count--;
}

/* Threads come and go. What is known of one that ended stays until trace_live_renewed: later events may still be its
 * own. */
static void trace_live_other(void *ctx, struct session_worker *worker, const struct record *r,
			     const struct sample_id *id, uint64_t time_ns)
{
	struct trace_live *trace = ctx;
	struct record_task task;
	(void)worker, (void)id, (void)time_ns;
	if ((r->type != RECORD_FORK && r->type != RECORD_EXIT) || record_decode_task(r, &task) < 0) return;
	if (r->type == RECORD_EXIT) {
		*u64map_put(&trace->gone_by_tid, task.tid, NULL) = task.pid;
		return;
	}
	u64map_remove(&trace->gone_by_tid, task.tid); /* a number that is used again: the new life ends the old one */
	if (trace->fds && task.pid == task.tid) trace_fds_fork(trace->fds, task.ppid, task.pid);
}

void trace_live_due(struct trace_live *trace)
{
	const struct sample_visitor visitor = { .ctx = trace, .sample = trace_live_sample, .other = trace_live_other };
	(void)live_samples_ordered(trace->live, &visitor);
	give(trace);
}
