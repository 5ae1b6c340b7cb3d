/* The rows of the tracepoints, and finding who waits: the chain is walked outward until a function that is not lock
 * code (find_caller). */
#include "analysis/lock/lock_events.h"

#include <string.h>
#include "frame/frame_array.h"

#define NUMBER(member, ...) FIELD(struct lock_event, member, __VA_ARGS__)
#define LOCKDEP NUMBER(lock_vaddr, "lockdep_addr", .is_key = true), TEXT(struct lock_event, name, "name")
#define CONTENTION NUMBER(lock_vaddr, "lock_addr", .is_key = true), TEXT(struct lock_event, name, "")

/* Contention events have no name of a lock: its row in the result finds one by address. */
static const struct tracepoint_row rows[] = {
	{ "lock:lock_acquire", LOCK_ACQUIRE, FIELDS(LOCKDEP, NUMBER(flags, "flags")) },
	{ "lock:lock_acquired", LOCK_ACQUIRED, FIELDS(LOCKDEP) },
	{ "lock:lock_contended", LOCK_CONTENDED, FIELDS(LOCKDEP) },
	{ "lock:lock_release", LOCK_RELEASE, FIELDS(LOCKDEP) },
	{ "lock:contention_begin", LOCK_CONTENTION_BEGIN, FIELDS(CONTENTION, NUMBER(flags, "flags")) },
	{ "lock:contention_end", LOCK_CONTENTION_END, FIELDS(CONTENTION) },
};
static const struct tracepoint_table table = { rows, ARRAY_SIZE(rows) };
#define CONTENTION_KINDS (1u << LOCK_CONTENTION_BEGIN | 1u << LOCK_CONTENTION_END)
#define LOCKDEP_KINDS (1u << LOCK_ACQUIRE | 1u << LOCK_ACQUIRED | 1u << LOCK_CONTENDED | 1u << LOCK_RELEASE)

/* What is known of a frame: is it in code that waits for locks? */
enum waiting { WAITING_UNKNOWN, WAITING_NO, WAITING_YES };
/* What a worker remembers of frames, so that each is looked at once. */
struct worker {
	FRAME_ARRAY(uint8_t) waiting; /* enum waiting */
};

struct visit {
	const struct lock_visitor *visitor;
	struct frame_space *space;
	struct worker *workers; /* by worker index */
};

/* By the names of events: nothing is decoded for it. */
bool lock_events_has_contention(const struct session *session)
{
	return tracepoint_table_kinds(&table, session_events(session)) & 1u << LOCK_CONTENTION_BEGIN;
}

bool lock_events_has_any(const struct session *session)
{
	return tracepoint_table_kinds(&table, session_events(session));
}

/* ---- who waits */

/* The object knows which of its addresses are in sections of locking code (.spinlock.text, .sched.text). */
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

/* Whether a kernel function of the chain has one of chain_parts in its name. */
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

/* The key's part from the program's addresses, which are not resolved. nr_before: addresses before them, for
 * max_stack and stack_skip. */
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

/* The chain, in the worker's; empty when there is none. */
static const struct chain *resolve(struct tracepoint_worker *worker, const struct sample_task *task,
				   const struct sample *sample, unsigned max_stack)
{
	const struct callchain_options how = { .max_stack = max_stack };
	if (callchain_resolve(worker->session->resolver, task, sample, &how, &worker->chain) < 0)
		worker->chain.count = 0;
	return &worker->chain;
}

/* Sets chain_key and caller of an event, and for a begin its frames and whether it is filtered out. */
static void find_caller(const struct visit *visit, struct tracepoint_worker *worker, const struct sample *sample,
			struct lock_event *event)
{
	const struct lock_visitor *visitor = visit->visitor;
	struct worker *own = &visit->workers[worker->session->index];
	struct sample_task task;
	struct sample recorded = *sample;
	/* A copy of the sample that has the kernel's part of the chain only, and no stack to unwind. */
	recorded.present &= ~(uint64_t)SAMPLE_STACK_USER;
	recorded.nr_callchain = kernel_part(sample);

	resolver_task(worker->session->resolver, sample, &task);
	const struct chain *chain = resolve(worker, &task, &recorded, visitor->max_stack);
	for (size_t i = visitor->stack_skip; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		if (known_waits(visit, own, frame)) continue;
		/* as upstream: whatever the order, and what is there twice cancels out */
		event->chain_key ^= lock_chain_hash(frame->ip);
		if (!event->caller && frame->symbol && frame->level == 'k') event->caller = frame;
	}
	event->chain_key ^= hash_rest(visitor, sample, recorded.nr_callchain, chain->count);
	if (event->kind != LOCK_CONTENTION_BEGIN) return;
	event->filtered_out = visitor->nr_chain_parts && !has_part(visitor, chain);
	if (!visitor->chains) return;
	chain = resolve(worker, &task, sample, visitor->max_stack);
	event->nr_frames = chain->count;
	event->frames = arena_memdup(worker->memory, chain->frames, chain->count * sizeof(*chain->frames));
}

/* Only contention events have callers; a begin must know its chain for chain_parts, too. */
static bool lock_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	const struct visit *visit = ctx;
	struct lock_event *event = item;
	bool wants_chain = visit->visitor->callers || event->kind == LOCK_CONTENTION_BEGIN;
	if (event->kind >= LOCK_CONTENTION_BEGIN && wants_chain) find_caller(visit, worker, sample, event);
	return true;
}

int lock_events_visit(struct session *session, const struct lock_visitor *visitor, struct err *err)
{
	unsigned nr_workers = session_threads(session);
	bool wants_chains = visitor->callers || visitor->nr_chain_parts;
	struct visit visit = { .visitor = visitor,
			       .space = session_frames(session),
			       .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	struct tracepoint_pass pass = {
		.ctx = visitor->ctx,
		.worker_ctx = &visit,
		.event_size_bytes = sizeof(struct lock_event),
		.event = visitor->event,
		.tables = { &table },
		.kinds = CONTENTION_KINDS | (visitor->contention_only ? 0 : LOCKDEP_KINDS),
		.more = wants_chains ? lock_events_more : NULL,
		.skip_resolver = !wants_chains,
	};
	int r = tracepoint_pass_run(&pass, session, err);
	for (unsigned i = 0; i < nr_workers; i++) frame_array_done(&visit.workers[i].waiting);
	free(visit.workers);
	return r;
}
