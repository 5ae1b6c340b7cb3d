#include "analysis/lock/lock_events.h"

#include <errno.h>
#include <string.h>
#include "analysis/pass/event_batch.h"
#include "analysis/pass/sample_payload.h"
#include "frame/frame_array.h"

/* Which fields of a tracepoint's payload are what; NULL: it has no such thing. */
struct field_names {
	const char *event, *lock, *flags, *name;
};
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

struct item {
	struct lock_event event;
	size_t name_off; /* SIZE_MAX: not asked for */
};
/* What is known of a frame: is it in code that waits for locks? */
enum waiting { WAITING_UNKNOWN, WAITING_NO, WAITING_YES };
struct worker {
	struct chain chain;
	FRAME_ARRAY(uint8_t) waiting; /* enum waiting */
};

struct visit {
	struct event_batches batches; /* first */
	const struct lock_visitor *visitor;
	struct frame_space *space;
	struct reader *readers; /* by event index */
	struct tracepoints *tracepoints;
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

static void make_readers(struct visit *visit, const struct perf_events *events)
{
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	for (size_t i = 0; i < events->count; i++) {
		size_t kind = kind_of(events->items[i]);
		if (kind == KIND_NONE || (visit->visitor->contention_only && kind < LOCK_CONTENTION_BEGIN)) continue;
		const struct tracepoint *tp = tracepoints_find(visit->tracepoints, events->items[i]->attr.config);
		const struct field_names *names = &field_names[kind];
		if (!tp || !tracepoint_field(tp, names->lock)) continue;
		visit->readers[i] = (struct reader){ .tp = tp,
						     .kind = (uint8_t)kind,
						     .lock = sample_payload_field(tp, names->lock),
						     .flags = sample_payload_field(tp, names->flags),
						     .name = sample_payload_field(tp, names->name) };
	}
}

/* ---- who waits */

bool lock_frame_waits(struct frame_space *space, const struct frame *frame)
{
	if (!frame->map || frame->map->dso->kind != DSO_KERNEL) return false;
	if (object_waits_at(frame_space_object(space, frame->map->dso), frame->object_addr)) return true;
	return frame->symbol && (strcmp(frame->symbol->name, "trace_contention_begin") == 0 ||
				 strcmp(frame->symbol->name, "__traceiter_contention_begin") == 0);
}

/* The same, found out once for each frame of a worker. */
static bool known_waits(const struct visit *visit, struct worker *worker, const struct frame *frame)
{
	uint8_t *known = frame_array_at(&worker->waiting, frame);
	if (*known == WAITING_UNKNOWN) *known = lock_frame_waits(visit->space, frame) ? WAITING_YES : WAITING_NO;
	return *known == WAITING_YES;
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

/* How much of a recorded chain is the kernel's. Programs' part tells callers apart, as upstream, by its addresses, and
 * what a copied stack unwinds to does not: nobody's symbols but the kernel's are looked for. */
static uint64_t kernel_part(const struct sample *sample)
{
	uint64_t count = 0;
	if (!sample->nr_callchain || sample->callchain[0] < CONTEXT_MAX) return 0;
	while (count < sample->nr_callchain && sample->callchain[count] != CONTEXT_USER) count++;
	return count;
}

static uint64_t hash_rest(const struct lock_visitor *visitor, const struct sample *sample, uint64_t from,
			  size_t nr_before)
{
	uint64_t key = 0;
	for (uint64_t i = from; i < sample->nr_callchain && (!visitor->max_stack || nr_before < visitor->max_stack);
	     i++) {
		uint64_t ip = sample->callchain[i];
		if (ip < CONTEXT_MAX && nr_before++ >= visitor->stack_skip) key ^= lock_chain_hash(ip);
	}
	return key;
}

static void find_caller(struct visit *visit, struct session_worker *session_worker, const struct sample *sample,
			struct lock_event *event)
{
	const struct lock_visitor *visitor = visit->visitor;
	struct worker *worker = &visit->workers[session_worker->index];
	struct callchain_options how = { .max_stack = visitor->max_stack };
	struct sample_task task;
	struct sample recorded = *sample;
	recorded.present &= ~(uint64_t)SAMPLE_STACK_USER;
	recorded.nr_callchain = kernel_part(sample);

	resolver_task(session_worker->resolver, sample, &task);
	if (callchain_resolve(session_worker->resolver, &task, &recorded, &how, &worker->chain) < 0)
		worker->chain.count = 0;
	for (size_t i = visitor->stack_skip; i < worker->chain.count; i++) {
		const struct frame *frame = worker->chain.frames[i];
		if (known_waits(visit, worker, frame)) continue;
		/* as upstream: whatever the order, and what is there twice cancels out */
		event->chain_key ^= lock_chain_hash(frame->ip);
		if (!event->caller && frame->symbol && frame->level == 'k') event->caller = frame;
	}
	event->chain_key ^= hash_rest(visitor, sample, recorded.nr_callchain, worker->chain.count);
	if (event->kind != LOCK_CONTENTION_BEGIN) return;
	event->filtered_out = visitor->nr_chain_parts && !has_part(visitor, &worker->chain);
	if (!visitor->chains) return;
	if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0)
		worker->chain.count = 0;
	struct event_batch *batch = event_batches_current(&visit->batches, session_worker);
	event->nr_frames = worker->chain.count;
	for (size_t i = 0; i < worker->chain.count; i++) vec_push(&batch->frames, worker->chain.frames[i]);
}

/* ---- the pass over the samples */

/* Where the name stands. */
static size_t add_name(struct outbuf *names, const struct reader *reader, const struct sample *sample)
{
	size_t name_off = names->size, size = 0;
	const uint8_t *name = reader->name
				      ? tracepoint_bytes(reader->tp, reader->name, sample->raw, sample->raw_size, &size)
				      : NULL;
	out_mem(names, name ? name : (const uint8_t *)"", name ? strnlen((const char *)name, size) : 0);
	out_char(names, '\0');
	return name_off;
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (!reader->tp || !sample_payload_holds(sample, reader->lock)) return;
	struct event_batch *batch = event_batches_current(&visit->batches, session_worker);
	struct item *item = event_batch_add(batch);
	struct lock_event *event = &item->event;
	item->name_off = visit->visitor->contention_only ? SIZE_MAX : add_name(&batch->texts, reader, sample);
	*event = (struct lock_event){
		.time_ns = sample->time_ns,
		.tid = sample->tid,
		.kind = reader->kind,
		.name = "",
		.lock_vaddr = sample_payload_number(sample, reader->tp, reader->lock),
		.flags = (uint32_t)sample_payload_number(sample, reader->tp, reader->flags),
	};
	bool wants_chain = visit->visitor->callers ||
			   (event->kind == LOCK_CONTENTION_BEGIN && visit->visitor->nr_chain_parts);
	if (event->kind >= LOCK_CONTENTION_BEGIN && wants_chain) find_caller(visit, session_worker, sample, event);
}

static int give(struct event_batches *batches, struct event_batch *batch)
{
	struct visit *visit = (struct visit *)batches;
	struct item *items = batch->events;
	size_t first_frame = 0;
	for (size_t i = 0; i < batch->count; i++) {
		struct lock_event *event = &items[i].event;
		if (event->nr_frames) event->frames = batch->frames.items + first_frame;
		first_frame += event->nr_frames;
		if (items[i].name_off != SIZE_MAX) event->name = batch->texts.data + items[i].name_off;
		visit->visitor->event(visit->visitor->ctx, event);
	}
	return 0;
}

int lock_events_visit(struct session *session, const struct lock_visitor *visitor, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor,
			       .space = session_frames(session),
			       .batches = EVENT_BATCHES_INIT(struct item, give),
			       .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	struct sample_visitor samples = { .ctx = &visit,
					  .sample = on_sample,
					  .skip_resolver = !visitor->callers && !visitor->nr_chain_parts };

	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	make_readers(&visit, session_events(session));
	int r = event_batches_visit(&visit.batches, session, &samples, err);
	for (unsigned i = 0; i < nr_workers; i++) {
		chain_done(&visit.workers[i].chain);
		frame_array_done(&visit.workers[i].waiting);
	}
	free(visit.workers);
	free(visit.readers);
	tracepoints_free(visit.tracepoints);
	return r;
}
