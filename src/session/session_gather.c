/* Pass 2 for what goes through time with little of each sample. Blocks are given to workers, which take out items and
 * sort them by turn (stream/rounds.h); whoever finishes the next block in line adds it to those that wait, and gives
 * out what none of the blocks behind has anything before: always the first of the block whose first comes first, by a
 * heap of the blocks. Since pass 1 all times of blocks are known, so that nobody waits for the end of a round; only
 * where times are not all (late records, untimed ones) the horizon decides. */
#include <errno.h>
#include "base/pool.h"
#include "base/threads.h"
#include "session/session_private.h"

#define BLOCKS_AHEAD 6      /* per thread, between begun and finished */
#define PROGRESS_STEPS 1024 /* a block */
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
	size_t block;
	struct gathered *gathered;
};

struct gather_job {
	struct session *session;
	const struct sample_gatherer *gatherer;
	struct sample_visitor visitor;
	bool swap;
	size_t item_size_bytes;
	unsigned items_per_sample;
	struct pool spares;             /* gathered */
	struct gathered **of_block;     /* [blocks]; NULL: not begun, or in the heap */
	struct gathered **of_worker;    /* [threads]: the one it fills */
	struct order_list *sort_spares; /* [threads] */
	/* of the finishing side */
	VEC(struct waiting) heap;
	uint64_t *limits; /* [blocks]: the turn before which nothing can come any more, once all up to this block are
			     finished */
	const void *given[GIVEN_AT_ONCE];
	size_t nr_given;
	VEC(struct gathered *) empty; /* all of them are in given, or were */
};

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

static void on_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct gather_job *job = ctx;
	struct gathered *gathered = job->of_worker[worker->index];
	void *items = next_items(job, gathered, job->items_per_sample, sample->time_ns);
	gathered->count += job->gatherer->sample(job->gatherer->ctx, worker, sample, items);
}

static void on_other(struct gather_job *job, struct session_worker *worker, const struct record *r,
		     struct gathered *gathered)
{
	struct sample_id id;
	if (r->type >= RECORD_USER_TYPE_START || events_sample_id(session_events(job->session), r, &id) < 0) return;
	void *item = next_items(job, gathered, 1, id.present & SAMPLE_TIME ? id.time_ns : UINT64_MAX);
	if (job->gatherer->other(job->gatherer->ctx, worker, r, &id, item)) gathered->count++;
}

static void run_block(void *ctx, unsigned index, size_t item)
{
	struct gather_job *job = ctx;
	struct session *session = job->session;
	struct session_worker *worker = &session->workers[index];
	const struct block *block = &session->blocks.all.items[item];
	const struct perf_events *events = session_events(session);
	/* counters that samples read are samples of other events */
	const bool *wants = session->group_reads ? NULL : job->gatherer->wants_event;
	struct gathered *gathered = job->of_block[item] = job->of_worker[index] = gathered_take(job);
	if (!block->nr_samples && !job->gatherer->other) return;
	session_worker_ready(session, worker, &job->visitor);
	if (job->gatherer->block_begin) gathered->state = job->gatherer->block_begin(job->gatherer->ctx, worker);
	perfdata_refault(session->perfdata, &block->run);
	if (gathered->capacity < block->nr_samples) {
		free(gathered->items);
		gathered->capacity = block->nr_samples + block->nr_samples / 4; /* it is used again for others */
		gathered->items = xreallocarray(NULL, gathered->capacity, job->item_size_bytes);
	}
	vec_reserve(&gathered->order, block->nr_samples);
	struct rounds rounds = block->rounds;
	struct record r;
	uint64_t ordinal = block->first_ordinal;
	for (size_t pos = 0; record_run_next(&block->run, job->swap, &pos, &r); ordinal++) {
		uint64_t key = session_turn(session, &rounds, &r, ordinal);
		size_t first = gathered->count;
		if (r.type != RECORD_SAMPLE) {
			if (!job->gatherer->other) continue;
			on_other(job, worker, &r, gathered);
			if (gathered->count > first) order_list_push(&gathered->order, key, first);
			continue;
		}
		const struct perf_event *event = events_of_record(events, &r);
		if (wants && event && !wants[event->idx]) continue;
		if (unlikely(session->turns_tell_time) && worker->resolver)
			resolver_set_now(worker->resolver, turn_time_ns(key));
		session_visit_sample(session, worker, &job->visitor, event, &r, ordinal);
		for (size_t i = first; i < gathered->count; i++) order_list_push(&gathered->order, key, i);
	}
	order_list_sort(&gathered->order, &job->sort_spares[index]);
	/* unmapping costs less here, on all threads, than at the end */
	perfdata_drop(session->perfdata, &block->run);
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

/* No item of the block takes effect before that. */
static uint64_t first_turn_ns(const struct block *block, bool with_others)
{
	return with_others ? MAX(MIN(block->min_ns, block->min_other_ns), block->rounds.horizon_ns) : block->min_ns;
}

static uint64_t *limits_of(const struct session *session, bool with_others)
{
	size_t nr_blocks = session->blocks.all.count;
	uint64_t *limits = xcalloc(nr_blocks + 1, sizeof(*limits)), limit = UINT64_MAX;
	for (size_t i = nr_blocks; i-- > 0;) {
		const struct block *block = &session->blocks.all.items[i];
		limits[i] = limit;
		if (session->totals.in_file_order) continue;
		/* up to the horizon in time; the untimed and the late at it may still get company */
		if (session->turns_tell_time) limit = turn_key(block->rounds.horizon_ns, TURN_UNTIMED);
		else limit = MIN(limit, turn_key(first_turn_ns(block, with_others), TURN_IN_TIME));
	}
	return limits;
}

static int finish_block(void *ctx, size_t item)
{
	struct gather_job *job = ctx;
	struct session *session = job->session;
	struct gathered *gathered = take(job->of_block[item]);
	if (gathered->order.count) heap_push(job, (struct waiting){ gathered->order.items[0].key, item, gathered });
	else gathered_give(job, gathered);
	session->on_progress(session->on_progress_ctx, item * PROGRESS_STEPS,
			     session->blocks.all.count * PROGRESS_STEPS);
	return give_until(job, job->limits[item]);
}

int session_gather(struct session *session, const struct sample_gatherer *gatherer, struct err *err)
{
	(void)err;
	size_t nr_blocks = session->blocks.all.count;
	struct gather_job job = { .session = session,
				  .gatherer = gatherer,
				  .swap = perfdata_swapped(session->perfdata),
				  .spares = POOL_INIT };
	job.visitor =
		(struct sample_visitor){ .ctx = &job, .sample = on_sample, .skip_resolver = gatherer->skip_resolver };
	job.item_size_bytes = (gatherer->item_size_bytes + 7) & ~(size_t)7;
	job.items_per_sample = MAX(gatherer->items_per_sample, 1u);
	job.of_block = xcalloc(nr_blocks + 1, sizeof(*job.of_block));
	job.of_worker = xcalloc(session->nr_threads, sizeof(*job.of_worker));
	job.limits = limits_of(session, gatherer->other != NULL);
	job.sort_spares = xcalloc(session->nr_threads, sizeof(*job.sort_spares));
	session_workers_reset(session);
	int rc = threads_ordered(session->nr_threads, nr_blocks, (size_t)session->nr_threads * BLOCKS_AHEAD, run_block,
				 finish_block, &job);
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, nr_blocks * PROGRESS_STEPS, nr_blocks * PROGRESS_STEPS);
	for (size_t i = 0; i < nr_blocks; i++)
		if (job.of_block[i]) gathered_give(&job, job.of_block[i]);
	for (size_t i = 0; i < job.heap.count; i++) gathered_give(&job, job.heap.items[i].gathered);
	for (size_t i = 0; i < job.empty.count; i++) gathered_give(&job, job.empty.items[i]);
	for (unsigned i = 0; i < session->nr_threads; i++) order_list_done(&job.sort_spares[i]);
	pool_done(&job.spares, gathered_free);
	free(job.of_block);
	free(job.of_worker);
	free(job.limits);
	free(job.sort_spares);
	vec_done(&job.heap);
	vec_done(&job.empty);
	return rc;
}
