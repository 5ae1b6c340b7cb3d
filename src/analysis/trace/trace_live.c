#include "analysis/trace/trace_live.h"

#include "analysis/trace/trace_batch.h"
#include "base/u64map.h"
#include "perfdata/perfdata.h"
#include "stream/order.h"
#include "stream/rounds.h"

enum { USUAL_GONE = 4096 };

struct pending {
	struct record record;
	uint64_t key;
	enum syscall_half half;
};
/* The end of a thread takes effect when it is dropped: what is still to come of it, its last events, has its name. */
struct gone {
	uint32_t pid, tid;
	uint64_t time_ns;
	size_t at, size_bytes;
};

struct trace_live {
	const struct trace_live_options *options;
	const struct perf_events *perf_events;
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolver;
	struct syscall_events *events;
	struct trace_calls *calls;
	struct trace_batch *batch;
	VEC(struct trace_item) items;
	struct chain chain;
	struct sample_scratch scratch;
	struct rounds rounds;        /* as they are behind the last round that was seen */
	VEC(struct pending) pending; /* seen, not shown */
	struct order_list order, spare;
	struct trace_fds *fds; /* NULL: not wanted */
	VEC(struct gone) gone;
	VEC(uint8_t) gone_bytes;   /* copies of their records */
	struct u64map gone_by_tid; /* tid -> index in gone, of those that have not come again */
	uint64_t shown_ns;         /* everything up to here is in the model */
	bool has_halves;           /* some samples tell of whole calls */
	bool ended;
};

static const char *task_name(void *tasks, int32_t tid, uint64_t time_ns)
{
	const struct task *task = model_task(tasks, (uint32_t)tid, time_ns, NULL);
	return task ? task_comm(task, time_ns, NULL) : NULL;
}

struct trace_live *trace_live_new(const struct trace_live_options *options)
{
	struct trace_live *live = xcalloc(1, sizeof(*live));
	const struct symbol_options symbols = { .warnings = options->warnings,
						.use_running_kernel = true,
						.demangle = true,
						.any_owner = options->any_owner };
	live->options = options;
	live->model = model_new(&(struct model_options){ .warnings = options->warnings });
	live->symbols = symbol_store_new(&symbols);
	live->frames = frame_space_new(live->model, live->symbols);
	frame_space_set_live(live->frames);
	live->resolver = resolver_new(live->frames);
	options->calls->tasks = live->model;
	options->calls->task_name = task_name;
	live->calls = trace_calls_new(options->calls);
	live->batch = trace_batch_new();
	if (options->fds) live->fds = trace_fds_new(options->fds);
	return live;
}

void trace_live_free(struct trace_live *live)
{
	if (!live) return;
	trace_batch_free(live->batch);
	vec_done(&live->items);
	trace_calls_free(live->calls);
	syscall_events_free(live->events);
	chain_done(&live->chain);
	sample_scratch_done(&live->scratch);
	resolver_free(live->resolver);
	frame_space_free(live->frames);
	symbol_store_free(live->symbols);
	model_free(live->model);
	vec_done(&live->pending);
	order_list_done(&live->order);
	order_list_done(&live->spare);
	trace_fds_free(live->fds);
	vec_done(&live->gone);
	vec_done(&live->gone_bytes);
	u64map_done(&live->gone_by_tid);
	free(live);
}

void trace_live_begin(struct trace_live *live, const struct perf_events *events, const void *tracing_data,
		      size_t tracing_size_bytes)
{
	const char *missing;
	live->perf_events = events;
	(void)trace_calls_find_switches(live->options->calls, events, &missing); /* without it, nothing counts */
	live->events = syscall_events_new(events, tracing_data, tracing_size_bytes, NULL,
					  live->options->calls->short_forms);
	syscall_events_separate(live->events, live->options->nr_shown_events);
	if (live->options->calls->enums) syscall_events_name_enums(live->events, live->options->calls->enums);
	live->has_halves = syscall_events_any_halves(live->events);
}

struct trace_fds_stats trace_live_fds_stats(const struct trace_live *live)
{
	return live->fds ? trace_fds_stats(live->fds) : (struct trace_fds_stats){ 0 };
}

struct trace_calls *trace_live_calls(struct trace_live *live) { return live->calls; }

static void grown(struct trace_live *live)
{
	model_seal(live->model);
	frame_space_grow(live->frames);
	resolver_forget_tasks(live->resolver);
}

static bool is_map(uint32_t type) { return type == RECORD_MMAP || type == RECORD_MMAP2; }

static bool wants(const struct trace_live *live, uint32_t type)
{
	return model_wants(type) && (live->options->wants_maps || !is_map(type));
}

/* -- threads come and go -- */

static void thread_ends(struct trace_live *live, const struct record *r, uint64_t time_ns)
{
	struct record_task task;
	if (record_decode_task(r, &task) < 0) return;
	struct gone gone = { task.pid, task.tid, time_ns, live->gone_bytes.count, r->size };
	*u64map_put(&live->gone_by_tid, task.tid, NULL) = live->gone.count;
	vec_push(&live->gone, gone);
	for (size_t i = 0; i < r->size; i++) vec_push(&live->gone_bytes, r->data[i]);
}

static void thread_begins(struct trace_live *live, const struct record *r)
{
	struct record_task task;
	if (record_decode_task(r, &task) < 0) return;
	u64map_remove(&live->gone_by_tid, task.tid); /* a number that is used again: the new life ends the old one */
	if (live->fds && task.pid == task.tid) trace_fds_fork(live->fds, task.ppid, task.pid);
}

static void end_threads(struct trace_live *live)
{
	uint64_t tid, index;
	for (size_t pos = 0; u64map_next(&live->gone_by_tid, &pos, &tid, &index);) {
		const struct gone *gone = &live->gone.items[index];
		const struct record_run run = { .data = live->gone_bytes.items + gone->at,
						.size_bytes = gone->size_bytes };
		struct record r;
		size_t at = 0;
		if (record_run_next(&run, false, &at, &r)) (void)!model_apply(live->model, &r, gone->time_ns);
		trace_calls_gone(live->calls, gone->tid);
		if (live->fds) trace_fds_gone(live->fds, gone->pid, gone->tid);
	}
	live->gone.count = live->gone_bytes.count = 0;
	u64map_done(&live->gone_by_tid);
	live->gone_by_tid = (struct u64map)U64MAP_INIT;
}

/* What is there now takes the place of all that ever was. */
static void renew(struct trace_live *live)
{
	end_threads(live);
	struct model *present = model_present(live->model, live->shown_ns);
	resolver_free(live->resolver);
	frame_space_free(live->frames);
	model_free(live->model);
	live->model = present;
	live->frames = frame_space_new(live->model, live->symbols);
	frame_space_set_live(live->frames);
	live->resolver = resolver_new(live->frames);
	live->options->calls->tasks = live->model;
	trace_calls_forget_names(live->calls);
	grown(live);
}

static void apply(struct trace_live *live, const struct record *r, uint64_t time_ns)
{
	live->shown_ns = MAX(live->shown_ns, time_ns);
	if (r->type == RECORD_EXIT) {
		thread_ends(live, r, time_ns);
		return;
	}
	if (r->type == RECORD_FORK) thread_begins(live, r);
	(void)!model_apply(live->model, r, time_ns);
}

void trace_live_know(struct trace_live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	struct record_comm comm;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (wants(live, r.type)) (void)!model_apply(live->model, &r, 0);
		if (live->fds && r.type == RECORD_COMM && record_decode_comm(&r, &comm) >= 0 && comm.pid == comm.tid)
			trace_fds_know(live->fds, comm.pid);
	}
	grown(live);
}

/* A call that one sample tells of: its beginning and its end have turns of their own. */
static bool see_halves(struct trace_live *live, const struct record *r, uint64_t key)
{
	const struct perf_event *event = events_of_record(live->perf_events, r);
	struct sample sample;
	bool begins, ends;
	uint64_t enter_ns;
	if (!event || sample_decode(event, r, &live->scratch, &sample) < 0 ||
	    !syscall_events_halves(live->events, &sample, &begins, &enter_ns, &ends))
		return false;
	if (begins)
		vec_push(&live->pending,
			 ((struct pending){ *r, MIN(turn_key(enter_ns, TURN_IN_TIME), key), SYSCALL_BEGIN }));
	if (ends) vec_push(&live->pending, ((struct pending){ *r, key, SYSCALL_END }));
	return true;
}

void trace_live_see(struct trace_live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (r.type >= RECORD_USER_TYPE_START || (r.type != RECORD_SAMPLE && !wants(live, r.type))) continue;
		uint64_t key = rounds_turn(&live->rounds, events_record_time(live->perf_events, &r));
		if (r.type != RECORD_SAMPLE || !live->has_halves || !see_halves(live, &r, key))
			vec_push(&live->pending, ((struct pending){ r, key, SYSCALL_UNDIVIDED }));
	}
	rounds_mark(&live->rounds);
}

/* What was formatted so far, before the model changes. */
static void give(struct trace_live *live)
{
	const struct trace_calls_options *options = live->options->calls;
	int r = 0;
	for (size_t i = 0; r == 0 && i < live->items.count; i++)
		r = trace_calls_add(live->calls, &live->items.items[i]);
	if (r == 0 && live->items.count && options->batch) r = options->batch(options->ctx);
	live->items.count = 0;
	trace_batch_clear(live->batch);
	if (!r || live->ended) return;
	live->ended = true;
	live->options->enough(live->options->ctx, r);
}

static void show_sample(struct trace_live *live, const struct record *r, enum syscall_half half)
{
	const struct perf_event *event = events_of_record(live->perf_events, r);
	struct sample sample;
	const struct trace_adding adding = { .options = live->options->calls,
					     .events = live->events,
					     .resolver = live->resolver,
					     .chain = &live->chain,
					     .fds = live->fds };
	struct trace_item *item = vec_add(&live->items);
	if (!event || sample_decode(event, r, &live->scratch, &sample) < 0 ||
	    !trace_batch_add(live->batch, &adding, &sample, half, item))
		live->items.count--;
}

void trace_live_show(struct trace_live *live)
{
	uint64_t horizon_key = turn_key(live->rounds.horizon_ns, TURN_LATE);
	size_t nr_left = 0;
	live->order.count = 0;
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key <= horizon_key)
			order_list_push(&live->order, live->pending.items[i].key, i);
	order_list_sort(&live->order, &live->spare);
	for (size_t i = 0; i < live->order.count && !live->ended; i++) {
		const struct pending *item = &live->pending.items[live->order.items[i].place];
		if (item->record.type == RECORD_SAMPLE) {
			show_sample(live, &item->record, item->half);
			continue;
		}
		apply(live, &item->record, turn_time_ns(item->key));
		grown(live);
	}
	give(live);
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key > horizon_key) live->pending.items[nr_left++] = live->pending.items[i];
	live->pending.count = nr_left;
	if (live->gone.count > (live->options->most_gone ? live->options->most_gone : USUAL_GONE)) renew(live);
}
