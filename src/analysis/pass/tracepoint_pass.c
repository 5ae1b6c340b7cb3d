/* The callbacks of a session_gather: `sample` runs in workers and fills items, `items` gets them in order of time.
 * Each block of the recording has an arena for what its events point to. Arenas of blocks that were given out go
 * back to a pool, so that there are as many as blocks under way. */
#include "analysis/pass/tracepoint_pass.h"

#include <errno.h>
#include <string.h>
#include "base/pool.h"

/* A pass while it runs; shared by all workers. */
struct running {
	const struct tracepoint_pass *pass;
	struct tracepoint_readers readers;
	struct tracepoint_worker *workers; /* [session_threads()] */
	struct pool arenas;
	size_t event_size_bytes;
	/* Atomic, as workers count at the same time; few payloads are. */
	_Atomic uint64_t nr_damaged;
};

static inline struct tracepoint_worker *worker_of(const struct running *running,
						  const struct session_worker *session_worker)
{
	return &running->workers[session_worker->index];
}

/* In a worker, with tables: one event of a sample, or none. The gatherer has set the time, which is the first
 * member. */
static unsigned tracepoint_pass_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample,
				       void *items)
{
	struct running *running = ctx;
	const struct tracepoint_pass *pass = running->pass;
	const struct tracepoint_reader *reader = &running->readers.by_event[sample->event->idx];
	struct tracepoint_worker *worker = worker_of(running, session_worker);
	struct tracepoint_event *event = items;
	if (unlikely(!reader->tp) || (pass->filter && sample_filter_drops(pass->filter, sample))) return 0;
	memset((uint8_t *)items + sizeof(uint64_t), 0, running->event_size_bytes - sizeof(uint64_t));
	event->cpu = sample->cpu;
	event->tid = sample->tid;
	event->kind = reader->row->kind;
	event->detail = reader->row->detail;
	if (unlikely(!tracepoint_reader_read(reader, sample->raw, sample->raw_size, worker->memory, items))) {
		running->nr_damaged++;
		return 0;
	}
	if (!pass->more) return 1;
	worker->reader = reader;
	return pass->more(pass->worker_ctx, worker, sample, items);
}

/* In a worker, with pass->read. */
static unsigned tracepoint_pass_read(void *ctx, struct session_worker *session_worker, const struct sample *sample,
				     void *items)
{
	const struct running *running = ctx;
	return running->pass->read(running->pass->worker_ctx, worker_of(running, session_worker), sample, items);
}

static unsigned tracepoint_pass_read_filtered(void *ctx, struct session_worker *session_worker,
					      const struct sample *sample, void *items)
{
	const struct running *running = ctx;
	if (sample_filter_drops(running->pass->filter, sample)) return 0;
	return tracepoint_pass_read(ctx, session_worker, sample, items);
}

/* In a worker: a record that is no sample. */
static bool tracepoint_pass_other(void *ctx, struct session_worker *session_worker, const struct record *r,
				  const struct sample_id *id, void *item)
{
	struct running *running = ctx;
	const struct tracepoint_pass *pass = running->pass;
	memset((uint8_t *)item + sizeof(uint64_t), 0, running->event_size_bytes - sizeof(uint64_t));
	return pass->other(pass->worker_ctx, worker_of(running, session_worker), r, id, item);
}

/* A worker begins a block: it gets an arena, the block's until all its events were given out. */
static void *tracepoint_pass_block_begin(void *ctx, struct session_worker *session_worker)
{
	struct running *running = ctx;
	struct arena *arena = pool_take(&running->arenas);
	if (!arena) {
		arena = xmalloc(sizeof(*arena));
		arena_init(arena);
	}
	struct tracepoint_worker *worker = worker_of(running, session_worker);
	worker->session = session_worker;
	worker->memory = arena;
	return arena;
}

static void tracepoint_pass_block_end(void *ctx, void *state)
{
	arena_reset(state);
	pool_give(&((struct running *)ctx)->arenas, state);
}

/* Events in order of time. Nothing else runs here, since this is the part that no second core helps with. */
static int tracepoint_pass_items(void *ctx, const void *const *items, size_t count)
{
	const struct tracepoint_pass *pass = ((struct running *)ctx)->pass;
	int r = 0;
	for (size_t i = 0; r == 0 && i < count; i++) r = pass->event(pass->ctx, items[i]);
	return r == 0 && pass->batch ? pass->batch(pass->ctx) : r;
}

static void running_init(struct running *running, const struct tracepoint_pass *pass, struct session *session)
{
	unsigned nr_workers = session_threads(session);
	*running = (struct running){ .pass = pass,
				     .arenas = POOL_INIT,
				     .event_size_bytes = pass->event_size_bytes,
				     .workers = xcalloc_apart(nr_workers, sizeof(*running->workers)) };
	for (unsigned i = 0; i < nr_workers; i++) {
		intern_init(&running->workers[i].same_texts);
		out_init(&running->workers[i].text, -1);
	}
	if (pass->read) return;
	tracepoint_readers_init(&running->readers, pass->tables, pass->kinds, pass->event_size_bytes,
				session_events(session), session_header(session));
}

static void tracepoint_pass_free_arena(void *thing)
{
	arena_done(thing);
	free(thing);
}

static void running_done(struct running *running, unsigned nr_workers)
{
	for (unsigned i = 0; i < nr_workers; i++) {
		chain_done(&running->workers[i].chain);
		out_done(&running->workers[i].text);
		intern_done(&running->workers[i].same_texts);
	}
	free(running->workers);
	pool_done(&running->arenas, tracepoint_pass_free_arena);
	tracepoint_readers_done(&running->readers);
}

/* needs_kinds is checked by what can be read: a kind whose format is missing counts as not recorded. */
int tracepoint_pass_run(struct tracepoint_pass *pass, struct session *session, struct err *err)
{
	unsigned (*read)(void *ctx, struct session_worker *worker, const struct sample *sample,
			 void *items) = pass->filter ? tracepoint_pass_read_filtered : tracepoint_pass_read;
	struct running running;
	int r;
	running_init(&running, pass, session);
	if (pass->needs_kinds && !(running.readers.kinds_found & pass->needs_kinds)) {
		r = err_set(err, -ENODATA, "%s", pass->no_events);
	} else {
		const struct sample_gatherer gatherer = {
			.ctx = &running,
			.wants_event = pass->read ? pass->wants_event : running.readers.wants_event,
			.item_size_bytes = pass->event_size_bytes,
			.items_per_sample = pass->nr_events_most,
			.sample = pass->read ? read : tracepoint_pass_sample,
			.other = pass->other ? tracepoint_pass_other : NULL,
			.block_begin = tracepoint_pass_block_begin,
			.block_end = tracepoint_pass_block_end,
			.items = tracepoint_pass_items,
			.skip_resolver = pass->skip_resolver,
		};
		r = session_gather(session, &gatherer, err);
	}
	pass->nr_damaged = running.nr_damaged;
	running_done(&running, session_threads(session));
	return r;
}
