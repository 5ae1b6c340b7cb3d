#include "analysis/trace_recording.h"

#include <errno.h>
#include <pthread.h>
#include "base/outbuf.h"
#include "base/vec.h"

/* What a worker made of one batch. */
struct piece { size_t text_off, first_frame; };
struct batch {
	VEC(struct trace_item) items;
	VEC(struct piece) pieces;      /* by item: where its text and frames are */
	VEC(struct trace_frame) frames;
	struct outbuf texts;
	struct batch *next;
};
struct worker { struct batch *batch; struct chain chain; };

struct visit {
	const struct trace_calls_options *options;
	struct syscall_events *events;
	struct trace_calls *calls;
	pthread_mutex_t lock;          /* of the list of free batches */
	struct batch *free_batches;
	struct worker *workers;        /* by worker index */
};

static const char *task_name(void *tasks, int32_t tid, uint64_t time_ns)
{
	const struct task *task = model_task(tasks, (uint32_t)tid, time_ns, NULL);
	return task ? task_comm(task, time_ns, NULL) : NULL;
}

bool trace_recording_has_chains(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)) return true;
	return false;
}

static const char *object_of(const struct frame *frame) { return frame->map ? frame->map->dso->long_name : NULL; }

static void add_place(const struct frame *frame, struct outbuf *out)
{
	if (!frame->symbol) {
		out_lit(out, "0x");
		out_hex(out, frame->ip, 0);
		return;
	}
	out_str(out, frame->symbol->name);
	out_lit(out, "+0x");
	out_hex(out, frame->object_addr - frame->symbol->start, 0);
}

/* Who touched which memory: "[memset+0x1a] => /usr/lib/libc.so.6@0x1c4 (d.)". */
static void add_fault(struct session_worker *worker, const struct sample_task *task, const struct sample *sample, struct outbuf *out)
{
	const struct frame *frame = resolver_sample_ip(worker->resolver, task, sample);
	const struct map *map = space_find(task->user_space, sample->addr);
	out_char(out, '[');
	add_place(frame, out);
	out_lit(out, "] => ");
	if (map) out_str(out, map->dso->long_name);
	out_str(out, map ? "@0x" : "0x");
	out_hex(out, map ? map_to_object(map, sample->addr) : sample->addr, 0);
	out_lit(out, " (");
	out_char(out, map ? 'd' : '?');
	out_char(out, frame->level);
	out_char(out, ')');
}

static void add_chain(struct visit *visit, struct session_worker *session_worker, struct worker *worker, const struct sample_task *task,
		      const struct sample *sample)
{
	const struct callchain_options how = { .max_stack = visit->options->max_stack };
	struct batch *batch = worker->batch;
	if (callchain_resolve(session_worker->resolver, task, sample, &how, &worker->chain) < 0) return;
	for (size_t i = 0; i < worker->chain.count; i++) {
		const struct frame *frame = worker->chain.frames[i];
		vec_push(&batch->frames, ((struct trace_frame){ frame->symbol ? frame->symbol->name : NULL, object_of(frame), frame->ip }));
	}
	vec_last(&batch->items)->nr_frames = worker->chain.count;
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, const struct record *r, uint64_t ordinal)
{
	struct visit *visit = ctx;
	struct worker *worker = &visit->workers[session_worker->index];
	struct batch *batch = worker->batch;
	struct trace_item item = { .name = sample->event->name };
	struct sample_task task;
	if (!syscall_events_decode(visit->events, sample, &item.event) || !trace_calls_wants(visit->options, &item.event)) return;
	resolver_task(session_worker->resolver, sample, &task);
	item.comm = task.comm;
	struct piece piece = { batch->texts.size, batch->frames.count };
	if (visit->options->rows) {
		struct outbuf *texts = &batch->texts;
		if (item.event.kind == SYSCALL_ENTER) trace_calls_format(visit->options, &item.event, NULL, NULL, texts);
		else if (item.event.kind == SYSCALL_OTHER) syscall_events_format_payload(visit->events, sample, visit->options->with_zeros, texts);
		else if (item.event.kind == SYSCALL_FAULT) add_fault(session_worker, &task, sample, texts);
	}
	item.text_size = batch->texts.size - piece.text_off;
	vec_push(&batch->items, item);
	vec_push(&batch->pieces, piece);
	bool shows_chain = visit->options->rows && visit->options->max_stack && item.event.kind != SYSCALL_ENTER;
	if (shows_chain && sample_has_chain(sample)) add_chain(visit, session_worker, worker, &task, sample);
}

static void *batch_begin(void *ctx, struct session_worker *session_worker, size_t nr)
{
	struct visit *visit = ctx;
	pthread_mutex_lock(&visit->lock);
	struct batch *batch = visit->free_batches;
	if (batch) visit->free_batches = batch->next;
	pthread_mutex_unlock(&visit->lock);
	if (!batch) {
		batch = xcalloc(1, sizeof(*batch));
		out_init(&batch->texts, -1);
	}
	vec_clear(&batch->items);
	vec_clear(&batch->pieces);
	vec_clear(&batch->frames);
	batch->texts.size = 0;
	visit->workers[session_worker->index].batch = batch;
	return batch;
}

static void batch_drop(void *ctx, void *batch_state)
{
	struct visit *visit = ctx;
	struct batch *batch = batch_state;
	pthread_mutex_lock(&visit->lock);
	batch->next = visit->free_batches;
	visit->free_batches = batch;
	pthread_mutex_unlock(&visit->lock);
}

static int batch_finish(void *ctx, void *batch_state)
{
	struct visit *visit = ctx;
	struct batch *batch = batch_state;
	int r = 0;
	for (size_t i = 0; r == 0 && i < batch->items.count; i++) {
		struct trace_item *item = &batch->items.items[i];
		item->text = batch->texts.data + batch->pieces.items[i].text_off;
		item->frames = batch->frames.items + batch->pieces.items[i].first_frame;
		r = trace_calls_add(visit->calls, item);
	}
	if (r == 0 && visit->options->batch) r = visit->options->batch(visit->options->ctx);
	batch_drop(ctx, batch_state);
	return r;
}

static void free_visit(struct visit *visit, unsigned nr_workers)
{
	while (visit->free_batches) {
		struct batch *batch = visit->free_batches;
		visit->free_batches = batch->next;
		vec_done(&batch->items);
		vec_done(&batch->pieces);
		vec_done(&batch->frames);
		out_done(&batch->texts);
		free(batch);
	}
	for (unsigned i = 0; i < nr_workers; i++) chain_done(&visit->workers[i].chain);
	free(visit->workers);
	syscall_events_free(visit->events);
	pthread_mutex_destroy(&visit->lock);
}

int trace_recording_run(struct session *session, struct trace_calls_options *options, struct trace_calls **ret, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	options->tasks = session_model(session);
	options->task_name = task_name;
	struct visit visit = { .options = options, .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	pthread_mutex_init(&visit.lock, NULL);
	visit.events = syscall_events_new(session_events(session), header->tracing_data, header->tracing_data_size, header->arch);
	visit.calls = trace_calls_new(options);
	struct sample_visitor samples = { .ctx = &visit, .sample = on_sample, .batch_begin = batch_begin, .batch_finish = batch_finish,
					  .batch_drop = batch_drop };
	int r = session_samples_ordered(session, &samples, err);
	free_visit(&visit, nr_workers);
	if (r == TRACE_CALLS_ENOUGH) r = 0;
	if (r == 0) *ret = visit.calls;
	else trace_calls_free(visit.calls);
	return r;
}
