#include "analysis/trace_live.h"

#include "analysis/trace_batch.h"
#include "perfdata/perfdata.h"
#include "stream/order.h"
#include "stream/rounds.h"

struct pending { struct record record; uint64_t key; };

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
	struct chain chain;
	struct sample_scratch scratch;
	struct rounds rounds;              /* as they are behind the last round that was seen */
	VEC(struct pending) pending;       /* seen, not shown */
	struct order_list order, spare;
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
	const struct symbol_options symbols = { .warnings = options->warnings };
	live->options = options;
	live->model = model_new(&(struct model_options){ .keep_exited = true, .warnings = options->warnings });
	live->symbols = symbol_store_new(&symbols);
	live->frames = frame_space_new(live->model, live->symbols);
	frame_space_set_live(live->frames);
	live->resolver = resolver_new(live->frames);
	options->calls->tasks = live->model;
	options->calls->task_name = task_name;
	live->calls = trace_calls_new(options->calls);
	live->batch = trace_batch_new();
	return live;
}

void trace_live_free(struct trace_live *live)
{
	if (!live) return;
	trace_batch_free(live->batch);
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
	free(live);
}

void trace_live_begin(struct trace_live *live, const struct perf_events *events, const void *tracing_data, size_t tracing_size_bytes)
{
	live->perf_events = events;
	live->events = syscall_events_new(events, tracing_data, tracing_size_bytes, NULL);
}

struct trace_calls *trace_live_calls(struct trace_live *live) { return live->calls; }

static void grown(struct trace_live *live)
{
	model_seal(live->model);
	frame_space_grow(live->frames);
	resolver_forget_tasks(live->resolver);
}

void trace_live_know(struct trace_live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);)
		if (model_wants(r.type)) (void)!model_apply(live->model, &r, 0);
	grown(live);
}

void trace_live_see(struct trace_live *live, const void *records, size_t size_bytes)
{
	const struct record_run run = { .data = records, .size_bytes = size_bytes };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		if (r.type >= RECORD_USER_TYPE_START || (r.type != RECORD_SAMPLE && !model_wants(r.type))) continue;
		uint64_t key = rounds_turn(&live->rounds, events_record_time(live->perf_events, &r));
		vec_push(&live->pending, ((struct pending){ r, key }));
	}
	rounds_mark(&live->rounds);
}

/* What was formatted so far, before the model changes. */
static void give(struct trace_live *live)
{
	int r = live->batch->items.count ? trace_batch_give(live->batch, live->calls, live->options->calls) : 0;
	trace_batch_clear(live->batch);
	if (!r || live->ended) return;
	live->ended = true;
	live->options->enough(live->options->ctx, r);
}

static void show_sample(struct trace_live *live, const struct record *r)
{
	const struct perf_event *event = events_of_record(live->perf_events, r);
	struct sample sample;
	const struct trace_adding adding = { .options = live->options->calls, .events = live->events, .resolver = live->resolver, .chain = &live->chain };
	if (event && sample_decode(event, r, &live->scratch, &sample) == 0) trace_batch_add(live->batch, &adding, &sample);
}

void trace_live_show(struct trace_live *live)
{
	uint64_t horizon_key = turn_key(live->rounds.horizon_ns, TURN_LATE);
	size_t nr_left = 0;
	live->order.count = 0;
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key <= horizon_key) order_list_push(&live->order, live->pending.items[i].key, i);
	order_list_sort(&live->order, &live->spare);
	for (size_t i = 0; i < live->order.count && !live->ended; i++) {
		const struct pending *item = &live->pending.items[live->order.items[i].place];
		if (item->record.type == RECORD_SAMPLE) {
			show_sample(live, &item->record);
			continue;
		}
		(void)!model_apply(live->model, &item->record, turn_time_ns(item->key));
		grown(live);
	}
	give(live);
	for (size_t i = 0; i < live->pending.count; i++)
		if (live->pending.items[i].key > horizon_key) live->pending.items[nr_left++] = live->pending.items[i];
	live->pending.count = nr_left;
}
