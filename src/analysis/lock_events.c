#include "analysis/lock_events.h"

#include <errno.h>
#include <string.h>
#include "base/outbuf.h"
#include "base/pool.h"
#include "base/vec.h"
#include "event/tracepoint.h"

/* Which fields of a tracepoint's payload are what; NULL: it has no such thing. */
struct field_names { const char *event, *lock, *flags, *name; };
static const struct field_names field_names[] = {
	[LOCK_ACQUIRE] = { "lock_acquire", "lockdep_addr", "flags", "name" },
	[LOCK_ACQUIRED] = { "lock_acquired", "lockdep_addr", NULL, "name" },
	[LOCK_CONTENDED] = { "lock_contended", "lockdep_addr", NULL, "name" },
	[LOCK_RELEASE] = { "lock_release", "lockdep_addr", NULL, "name" },
	[LOCK_CONTENTION_BEGIN] = { "contention_begin", "lock_addr", "flags", NULL },
	[LOCK_CONTENTION_END] = { "contention_end", "lock_addr", NULL, NULL },
};

struct reader {
	const struct tracepoint *tp; /* NULL: not about locks */
	const struct tracepoint_field *lock, *flags, *name;
	uint8_t kind;
};

struct batch {
	VEC(struct lock_event) events;
	VEC(const struct frame *) frames; /* of the events, in their order */
	struct outbuf names;              /* with a NUL behind each */
	VEC(size_t) name_off;             /* by event */
};
struct worker { struct batch *batch; struct chain chain; };

struct visit {
	const struct lock_visitor *visitor;
	struct frame_space *space;
	struct reader *readers; /* by event index */
	struct tracepoints *tracepoints;
	struct pool batches;
	struct worker *workers; /* by worker index */
};

enum { KIND_NONE = ARRAY_SIZE(field_names) };

static size_t kind_of(const struct perf_event *event)
{
	if (event->attr.type == ATTR_TYPE_TRACEPOINT && strncmp(event->name, "lock:", 5) == 0)
		for (size_t i = 0; i < ARRAY_SIZE(field_names); i++)
			if (strcmp(event->name + 5, field_names[i].event) == 0) return i;
	return KIND_NONE;
}

bool lock_events_has_contention(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (kind_of(events->items[i]) == LOCK_CONTENTION_BEGIN) return true;
	return false;
}

bool lock_events_has_any(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (kind_of(events->items[i]) != KIND_NONE) return true;
	return false;
}

static const struct tracepoint_field *field_of(const struct tracepoint *tp, const char *name) { return name ? tracepoint_field(tp, name) : NULL; }

static void make_readers(struct visit *visit, const struct perf_events *events)
{
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	for (size_t i = 0; i < events->count; i++) {
		size_t kind = kind_of(events->items[i]);
		if (kind == KIND_NONE || (visit->visitor->contention_only && kind < LOCK_CONTENTION_BEGIN)) continue;
		const struct tracepoint *tp = tracepoints_find(visit->tracepoints, events->items[i]->attr.config);
		const struct field_names *names = &field_names[kind];
		if (!tp || !tracepoint_field(tp, names->lock)) continue;
		visit->readers[i] = (struct reader){ .tp = tp, .kind = (uint8_t)kind, .lock = field_of(tp, names->lock), .flags = field_of(tp, names->flags),
						     .name = field_of(tp, names->name) };
	}
}

/* ---- who waits */

static const char waits_mark[1], asks_mark[1];

bool lock_frame_waits(struct frame_space *space, const struct frame *frame)
{
	if (frame->user) return frame->user == waits_mark;
	bool waits = false;
	if (frame->map && frame->map->dso->kind == DSO_KERNEL) {
		waits = object_waits_at(frame_space_object(space, frame->map->dso), frame->object_addr);
		if (!waits && frame->symbol)
			waits = strcmp(frame->symbol->name, "trace_contention_begin") == 0 || strcmp(frame->symbol->name, "__traceiter_contention_begin") == 0;
	}
	((struct frame *)frame)->user = (void *)(waits ? waits_mark : asks_mark); /* the resolver's, whose worker we are */
	return waits;
}

static bool has_part(const struct lock_visitor *visitor, const struct chain *chain)
{
	for (size_t i = 0; i < chain->count; i++) {
		const struct symbol *symbol = chain->frames[i]->symbol;
		for (size_t k = 0; symbol && chain->frames[i]->level == 'k' && k < visitor->nr_chain_parts; k++)
			if (strstr(symbol->name, visitor->chain_parts[k])) return true;
	}
	return false;
}

static void find_caller(struct visit *visit, struct session_worker *session_worker, const struct sample *sample, struct lock_event *event)
{
	const struct lock_visitor *visitor = visit->visitor;
	struct worker *worker = &visit->workers[session_worker->index];
	struct callchain_options how = { .max_stack = visitor->max_stack };
	struct sample_task task;

	resolver_task(session_worker->resolver, sample, &task);
	if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0) worker->chain.count = 0;
	for (size_t i = visitor->stack_skip; i < worker->chain.count; i++) {
		const struct frame *frame = worker->chain.frames[i];
		if (lock_frame_waits(visit->space, frame)) continue;
		/* as upstream: whatever the order, and what is there twice cancels out */
		event->chain_key ^= lock_chain_hash(frame->ip);
		if (!event->caller && frame->symbol && frame->level == 'k') event->caller = frame;
	}
	if (event->kind != LOCK_CONTENTION_BEGIN) return;
	event->filtered_out = visitor->nr_chain_parts && !has_part(visitor, &worker->chain);
	if (!visitor->chains) return;
	event->nr_frames = worker->chain.count;
	for (size_t i = 0; i < worker->chain.count; i++) vec_push(&worker->batch->frames, worker->chain.frames[i]);
}

/* ---- the pass over the samples */

static void add_name(struct batch *batch, const struct reader *reader, const struct sample *sample)
{
	vec_push(&batch->name_off, batch->names.size);
	size_t size = 0;
	const uint8_t *name = reader->name ? tracepoint_bytes(reader->tp, reader->name, sample->raw, sample->raw_size, &size) : NULL;
	out_mem(&batch->names, name ? name : (const uint8_t *)"", name ? strnlen((const char *)name, size) : 0);
	out_char(&batch->names, '\0');
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, const struct record *r, uint64_t ordinal)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (!reader->tp || (uint64_t)reader->lock->offset + reader->lock->size > sample->raw_size) return;
	struct batch *batch = visit->workers[session_worker->index].batch;
	struct lock_event event = {
		.time_ns = sample->time_ns, .tid = sample->tid, .kind = reader->kind, .name = "",
		.lock_vaddr = tracepoint_number(reader->tp, reader->lock, sample->raw, sample->raw_size),
		.flags = reader->flags ? (uint32_t)tracepoint_number(reader->tp, reader->flags, sample->raw, sample->raw_size) : 0,
	};
	bool wants_chain = visit->visitor->callers || (event.kind == LOCK_CONTENTION_BEGIN && visit->visitor->nr_chain_parts);
	if (event.kind >= LOCK_CONTENTION_BEGIN && wants_chain) find_caller(visit, session_worker, sample, &event);
	if (!visit->visitor->contention_only) add_name(batch, reader, sample);
	vec_push(&batch->events, event);
}

static void *batch_begin(void *ctx, struct session_worker *session_worker, size_t nr)
{
	struct visit *visit = ctx;
	struct batch *batch = pool_take(&visit->batches);
	if (!batch) {
		batch = xcalloc(1, sizeof(*batch));
		out_init(&batch->names, -1);
	}
	vec_clear(&batch->events);
	vec_clear(&batch->frames);
	vec_clear(&batch->name_off);
	batch->names.size = 0;
	visit->workers[session_worker->index].batch = batch;
	return batch;
}

static void batch_drop(void *ctx, void *batch_state) { pool_give(&((struct visit *)ctx)->batches, batch_state); }

static int batch_finish(void *ctx, void *batch_state)
{
	struct visit *visit = ctx;
	struct batch *batch = batch_state;
	size_t first_frame = 0;
	for (size_t i = 0; i < batch->events.count; i++) {
		struct lock_event *event = &batch->events.items[i];
		if (event->nr_frames) event->frames = batch->frames.items + first_frame;
		first_frame += event->nr_frames;
		if (batch->name_off.count) event->name = batch->names.data + batch->name_off.items[i];
		visit->visitor->event(visit->visitor->ctx, event);
	}
	batch_drop(ctx, batch_state);
	return 0;
}

static void free_batch(void *batch_state)
{
	struct batch *batch = batch_state;
	vec_done(&batch->events);
	vec_done(&batch->frames);
	vec_done(&batch->name_off);
	out_done(&batch->names);
	free(batch);
}

int lock_events_visit(struct session *session, const struct lock_visitor *visitor, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor, .space = session_frames(session), .batches = POOL_INIT,
			       .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	struct sample_visitor samples = { .ctx = &visit, .sample = on_sample, .batch_begin = batch_begin, .batch_finish = batch_finish,
					  .batch_drop = batch_drop, .skip_resolver = !visitor->callers && !visitor->nr_chain_parts };

	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	make_readers(&visit, session_events(session));
	int r = session_samples_ordered(session, &samples, err);
	pool_done(&visit.batches, free_batch);
	for (unsigned i = 0; i < nr_workers; i++) chain_done(&visit.workers[i].chain);
	free(visit.workers);
	free(visit.readers);
	tracepoints_free(visit.tracepoints);
	return r;
}
