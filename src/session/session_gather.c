/* Pass 2 for what goes through time with little of each sample (session_gather).
 *
 *     workers          block by block: visit, take out items, sort them by turn  (session_gather_block)
 *     finishing side   blocks in line: into the heap, then give out what is due  (finish_block, one thread at a time)
 *
 * The heap holds the blocks that have items left, by the turn of each one's next item. limits[i] is the earliest turn
 * that any block behind i can have: once blocks 0..i are in the heap, all items before it are given out, always from
 * the block at the root. Since pass 1 the times of all blocks are known, so that nobody waits for the end of a round;
 * only where times are not all (late records, untimed ones) the horizon decides. */
#include "base/pool.h"
#include "base/threads.h"
#include "session/session_source.h"

/* Blocks per thread between begun and finished: bounds the items that wait. */
#define BLOCKS_AHEAD 6
/* Progress is told in this many steps for each block. */
#define PROGRESS_STEPS 1024
/* The largest `count` of the gatherer's items(). */
enum { GIVEN_AT_ONCE = 512 };

/* The items of one block. */
struct gathered {
	uint8_t *items;
	size_t count, capacity;
	struct order_list order; /* place: the item's index */
	size_t next;             /* of the order: the first that was not given out */
	void *state;             /* the gatherer's */
};

/* A block in the heap, by the turn of its next item. */
struct waiting {
	uint64_t key;
	size_t block; /* its id */
	struct gathered *gathered;
};

struct gather_job {
	struct session *session;
	const struct sample_gatherer *gatherer;
	struct sample_visitor visitor;
	struct session_block_pass pass;
	struct session_line line;
	struct session_failure failure;
	bool *skip_events; /* by event index */
	size_t item_size_bytes;
	unsigned items_per_sample;
	struct pool spares;             /* gathered */
	struct gathered **of_block;     /* [blocks of the line]; NULL: not begun, or in the heap */
	struct gathered **of_worker;    /* [threads]: the one it fills */
	struct order_list *sort_spares; /* [threads] */
	/* of the finishing side */
	VEC(struct waiting) heap;
	/* [blocks]: the turn before which nothing can come any more, once all up to this block are finished */
	uint64_t *limits;
	const void *given[GIVEN_AT_ONCE];
	size_t nr_given;
	VEC(struct gathered *) empty; /* all of them are in given, or were */
};

/* An empty one, with the memory of one that was used before where there is such. */
static struct gathered *gathered_take(struct gather_job *job)
{
	struct gathered *gathered = pool_take(&job->spares);
	if (!gathered) gathered = xcalloc(1, sizeof(*gathered));
	gathered->count = gathered->order.count = gathered->next = 0;
	return gathered;
}

/* Its items were given out. */
static void gathered_end(struct gather_job *job, struct gathered *gathered)
{
	if (gathered->state) job->gatherer->block_end(job->gatherer->ctx, take(gathered->state));
}

/* Back to the pool, with the gatherer's state given back first. Only once nobody has pointers to its items. */
static void gathered_give(struct gather_job *job, struct gathered *gathered)
{
	gathered_end(job, gathered);
	pool_give(&job->spares, gathered);
}

static void gathered_free(void *thing)
{
	struct gathered *gathered = thing;
	free(gathered->items);
	order_list_done(&gathered->order);
	free(gathered);
}

/* Room for the next items, the first of which begins with the time. */
static inline void *next_items(const struct gather_job *job, struct gathered *gathered, unsigned nr, uint64_t time_ns)
{
	if (unlikely(gathered->count + nr > gathered->capacity)) {
		gathered->capacity = MAX(gathered->capacity * 2, (size_t)1024);
		gathered->items = xreallocarray(gathered->items, gathered->capacity, job->item_size_bytes);
	}
	void *items = gathered->items + gathered->count * job->item_size_bytes;
	*(uint64_t *)items = time_ns;
	return items;
}

/* Those of the items behind the last that were filled. */
static void add_items(struct gathered *gathered, unsigned nr, uint64_t key)
{
	for (unsigned i = 0; i < nr; i++) order_list_push(&gathered->order, key, gathered->count + i);
	gathered->count += nr;
}

static void session_gather_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct gather_job *job = ctx;
	struct gathered *gathered = job->of_worker[worker->index];
	void *items = next_items(job, gathered, job->items_per_sample, sample->time_ns);
	add_items(gathered, job->gatherer->sample(job->gatherer->ctx, worker, sample, items), worker->key);
}

static void session_gather_other(void *ctx, struct session_worker *worker, const struct record *r,
				 const struct sample_id *id, uint64_t time_ns)
{
	struct gather_job *job = ctx;
	struct gathered *gathered = job->of_worker[worker->index];
	if (r->type >= RECORD_USER_TYPE_START && r->type != RECORD_AUXTRACE_ERROR) return;
	void *item = next_items(job, gathered, 1, time_ns);
	if (job->gatherer->other(job->gatherer->ctx, worker, r, id, item)) add_items(gathered, 1, worker->key);
}

/* A worker's part: fills and sorts the items of one block. Items move while they are added, which is why order holds
 * indexes and not pointers. */
static void session_gather_block(void *ctx, unsigned index, size_t item)
{
	struct gather_job *job = ctx;
	struct session *session = job->session;
	struct session_worker *worker = &session->workers[index];
	const struct session_block *block = &job->line.items[item];
	struct gathered *gathered = job->of_block[item] = job->of_worker[index] = gathered_take(job);
	_err_done_ struct err err = ERR_INIT;
	if (!block->has_samples && !job->gatherer->other) return;
	session_worker_ready(session, worker, &job->visitor);
	if (job->gatherer->block_begin) gathered->state = job->gatherer->block_begin(job->gatherer->ctx, worker);
	if (gathered->capacity < block->nr_samples) {
		free(gathered->items);
		gathered->capacity = block->nr_samples + block->nr_samples / 4; /* it is used again for others */
		gathered->items = xreallocarray(NULL, gathered->capacity, job->item_size_bytes);
	}
	vec_reserve(&gathered->order, block->nr_samples);
	int r = block->kind->visit(&job->pass, block, worker, &err);
	session_failure_note(&job->failure, item, r, &err);
	order_list_sort(&gathered->order, &job->sort_spares[index]);
}

/* ---- the heap: the least of nodes 2i+1 and 2i+2 is not before node i; of equals, what is older in the file goes first
 */

static inline bool is_before(const struct waiting *a, const struct waiting *b)
{
	return a->key < b->key || (a->key == b->key && a->block < b->block);
}

static void heap_push(struct gather_job *job, struct waiting node)
{
	vec_push(&job->heap, node);
	size_t at = job->heap.count - 1;
	for (; at && is_before(&node, &job->heap.items[(at - 1) / 2]); at = (at - 1) / 2)
		job->heap.items[at] = job->heap.items[(at - 1) / 2];
	job->heap.items[at] = node;
}

/* Puts node where the root was. */
static inline void heap_sink(struct gather_job *job, struct waiting node)
{
	struct waiting *items = job->heap.items;
	size_t count = job->heap.count, at = 0;
	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && is_before(&items[child + 1], &items[child])) child++;
		if (!is_before(&items[child], &node)) break;
		items[at] = items[child];
	}
	items[at] = node;
}

static void heap_drop_first(struct gather_job *job)
{
	struct waiting last = job->heap.items[--job->heap.count];
	if (job->heap.count) heap_sink(job, last);
}

/* Which of the root's children comes first; the heap has more than the root. */
static inline const struct waiting *heap_second(const struct gather_job *job)
{
	const struct waiting *items = job->heap.items;
	return job->heap.count > 2 && is_before(&items[2], &items[1]) ? &items[2] : &items[1];
}

/* The keys below which the first block's items come before those of all others. */
static uint64_t first_block_until(const struct gather_job *job)
{
	if (job->heap.count < 2) return UINT64_MAX;
	const struct waiting *second = heap_second(job);
	/* of equal keys the older block goes first: then the root may also give out what is equal to the second's */
	return second->key + (job->heap.items[0].block < second->block);
}

static inline const void *next_of(const struct gather_job *job, struct gathered *gathered)
{
	return gathered->items + gathered->order.items[gathered->next++].place * job->item_size_bytes;
}

/* The first block has given out some: to its new place. */
static void heap_settle(struct gather_job *job)
{
	struct waiting node = job->heap.items[0];
	struct gathered *gathered = node.gathered;
	if (gathered->next < gathered->order.count) {
		node.key = gathered->order.items[gathered->next].key;
		heap_sink(job, node);
		return;
	}
	vec_push(&job->empty, gathered);
	heap_drop_first(job);
}

/* ---- giving out */

/* Gives out what has collected; only now may the blocks that ran empty be used again, as `given` points into them. */
static int flush_given(struct gather_job *job)
{
	int rc = job->nr_given ? job->gatherer->items(job->gatherer->ctx, job->given, job->nr_given) : 0;
	job->nr_given = 0;
	for (size_t i = 0; i < job->empty.count; i++) gathered_give(job, job->empty.items[i]);
	job->empty.count = 0;
	return rc;
}

/* Late items of one round have one key: they are given out by their own times. */
static int give_late(struct gather_job *job)
{
	uint64_t key = job->heap.items[0].key;
	struct order_list late = { 0 }, spare = { 0 };
	int rc = flush_given(job);
	while (job->heap.count && job->heap.items[0].key == key) {
		const void *item = next_of(job, job->heap.items[0].gathered);
		heap_settle(job);
		order_list_push(&late, *(const uint64_t *)item, (uintptr_t)item);
	}
	order_list_sort(&late, &spare);
	for (size_t i = 0; i < late.count && rc == 0; i++) {
		const void *item = (const void *)(uintptr_t)late.items[i].place;
		rc = job->gatherer->items(job->gatherer->ctx, &item, 1);
	}
	order_list_done(&late);
	order_list_done(&spare);
	return rc == 0 ? flush_given(job) : rc;
}

/* Gives out what the first block has before `limit`: before any other block's, and before anything late. */
static int give_run(struct gather_job *job, uint64_t limit)
{
	struct gathered *gathered = job->heap.items[0].gathered;
	const struct order_entry *entries = gathered->order.items;
	bool some_are_late = job->session->totals.nr_late;
	int rc = 0;
	limit = MIN(limit, first_block_until(job));
	do {
		job->given[job->nr_given++] = next_of(job, gathered);
		if (job->nr_given == GIVEN_AT_ONCE) rc = flush_given(job);
	} while (rc == 0 && gathered->next < gathered->order.count && entries[gathered->next].key < limit &&
		 !(unlikely(some_are_late) && turn_is_late(entries[gathered->next].key)));
	heap_settle(job);
	return rc;
}

/* Gives out all that comes before `limit`; UINT64_MAX: all there is. */
static int give_until(struct gather_job *job, uint64_t limit)
{
	bool some_are_late = job->session->totals.nr_late;
	int rc = 0;
	while (rc == 0 && job->heap.count && job->heap.items[0].key < limit)
		rc = unlikely(some_are_late) && turn_is_late(job->heap.items[0].key) ? give_late(job)
										     : give_run(job, limit);
	return rc == 0 ? flush_given(job) : rc;
}

/* The finishing side's step, called in the order of the line. Nonzero stops the pass. */
static int finish_block(void *ctx, size_t item)
{
	struct gather_job *job = ctx;
	struct session *session = job->session;
	struct gathered *gathered = take(job->of_block[item]);
	if (gathered->order.count)
		heap_push(job, (struct waiting){ gathered->order.items[0].key, job->line.items[item].id, gathered });
	else gathered_give(job, gathered);
	session->on_progress(session->on_progress_ctx, item * PROGRESS_STEPS, job->line.count * PROGRESS_STEPS);
	if (session_failure_is_set(&job->failure)) return 1; /* session_failure_end says which */
	return give_until(job, job->limits[item]);
}

static void job_init(struct gather_job *job)
{
	struct session *session = job->session;
	const struct sample_gatherer *gatherer = job->gatherer;
	const struct perf_events *events = session_events(session);
	session_line_make(session, &job->line);
	/* counters that samples read are samples of other events */
	if (gatherer->wants_event && !session->group_reads) {
		job->skip_events = xcalloc(events->count + 1, sizeof(*job->skip_events));
		for (size_t i = 0; i < events->count; i++) job->skip_events[i] = !gatherer->wants_event[i];
	}
	job->visitor = (struct sample_visitor){ .ctx = job,
						.sample = session_gather_sample,
						.other = gatherer->other ? session_gather_other : NULL,
						.skip_events = job->skip_events,
						.skip_resolver = gatherer->skip_resolver };
	job->pass = (struct session_block_pass){ .session = session,
						 .visitor = &job->visitor,
						 .swap = perfdata_swapped(session->perfdata),
						 .keyed = true,
						 .last = true };
	job->item_size_bytes = (gatherer->item_size_bytes + 7) & ~(size_t)7;
	job->items_per_sample = MAX(gatherer->items_per_sample, 1u);
	job->of_block = xcalloc(job->line.count + 1, sizeof(*job->of_block));
	job->of_worker = xcalloc(session->nr_threads, sizeof(*job->of_worker));
	job->limits = session_line_limits(session, &job->line, gatherer->other != NULL);
	job->sort_spares = xcalloc(session->nr_threads, sizeof(*job->sort_spares));
}

static void job_done(struct gather_job *job)
{
	for (size_t i = 0; i < job->line.count; i++)
		if (job->of_block[i]) gathered_give(job, job->of_block[i]);
	for (size_t i = 0; i < job->heap.count; i++) gathered_give(job, job->heap.items[i].gathered);
	for (size_t i = 0; i < job->empty.count; i++) gathered_give(job, job->empty.items[i]);
	for (unsigned i = 0; i < job->session->nr_threads; i++) order_list_done(&job->sort_spares[i]);
	pool_done(&job->spares, gathered_free);
	free(job->of_block);
	free(job->of_worker);
	free(job->limits);
	free(job->sort_spares);
	free(job->skip_events);
	vec_done(&job->heap);
	vec_done(&job->empty);
	session_line_done(&job->line);
}

int session_gather(struct session *session, const struct sample_gatherer *gatherer, struct err *err)
{
	if (session->stream) return session_no_such_pass(err);
	struct gather_job job = {
		.session = session, .gatherer = gatherer, .spares = POOL_INIT, .failure = SESSION_FAILURE_INIT
	};
	job_init(&job);
	session_workers_reset(session);
	int rc = threads_ordered(session->nr_threads, job.line.count, (size_t)session->nr_threads * BLOCKS_AHEAD,
				 session_gather_block, finish_block, &job);
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, job.line.count * PROGRESS_STEPS,
			     job.line.count * PROGRESS_STEPS);
	job_done(&job);
	return session_failure_end(&job.failure, rc, err);
}
