/* Pass 2 in order of time (session_samples_ordered).
 *
 * Blocks of a source that follow each other without overlapping in time are visited as they are decoded
 * (session_successive.c). The rest of the line is gone through in windows of about 16 MiB. For each window:
 *
 *     index_window   all threads: turn and place of each record, sorted within its block; then merged
 *                    what is before the first turn of the blocks behind the window is due, the rest waits for the next:
 *                    nobody waits for the end of a round, or for ever where a recording has no rounds
 *     run_window     the due ones are cut into batches of 1024; workers visit batches, which finish in order
 *     release        pages of the file and decoded samples of blocks that nothing waits for any more
 *
 * Memory is bounded by the index (16 bytes a record of a window and of what waits), by the samples of decoded blocks,
 * and by the states of the batches that were begun and not finished. */
#include "base/threads.h"
#include "session/session_ordered.h"

/* Fewer blocks that follow each other go into windows. */
#define SUCCESSIVE_BLOCKS_MIN 16
#define WINDOW_SIZE_BYTES ((size_t)16 << 20)
/* Batches per thread between batch_begin and batch_finish. */
#define BATCHES_AHEAD 8

struct ordered_job {
	struct session_block_pass pass;
	struct session_line line;
	struct session_failure failure;
	size_t first_block, end_block; /* of the line: the window being indexed */
	void **held;                   /* [blocks of the line]: what their kinds keep of them */
	bool *waits;                   /* [blocks of the line]: scratch of release_window */
	uint64_t *limits;              /* as session_line_limits has them; NULL: other records are wanted, too */
	VEC(size_t) open;              /* blocks before the window of which something waits */
	struct order_list *of_block;
	size_t nr_of_block;        /* [blocks of the largest window]: kept from window to window, for their memory */
	struct order_list *spares; /* [threads] */
	/* what is due, sorted; run_batch reads a stretch of it */
	struct order_list sorted;
	/* waiting: indexed but not due yet; merged, spare: memory of merge_window */
	struct order_list waiting, merged, spare;
	size_t first_batch, nr_batches; /* of this window */
	void **states;                  /* [batches of the window] */
};

static size_t position_of(const struct ordered_job *job, uint64_t place)
{
	return job->line.position_of[place_block(place)];
}

/* What one block has for the visitor, sorted by turn. */
static void index_block(void *ctx, unsigned index, size_t item)
{
	struct ordered_job *job = ctx;
	size_t position = job->first_block + item;
	const struct session_block *block = &job->line.items[position];
	struct order_list *list = &job->of_block[item];
	_err_done_ struct err err = ERR_INIT;
	list->count = 0;
	if (!block->has_samples && !job->pass.visitor->other) return;
	int r = block->kind->index(&job->pass, block, list, &job->held[position], &err);
	session_failure_note(&job->failure, position, r, &err);
	order_list_sort(list, &job->spares[index]);
}

static uint64_t ordered_time_ns(const void *ctx, uint64_t place)
{
	const struct ordered_job *job = ctx;
	const struct session_block *block = &job->line.items[position_of(job, place)];
	return block->kind->time_ns(&job->pass, block, place);
}

/* One batch on one worker. block is looked up again only where the next place is in another one. */
static void run_batch(void *ctx, unsigned index, size_t item)
{
	struct ordered_job *job = ctx;
	struct session *session = job->pass.session;
	struct session_worker *worker = &session->workers[index];
	const struct sample_visitor *visitor = job->pass.visitor;
	session_worker_ready(session, worker, visitor);
	void *state = visitor->batch_begin ? visitor->batch_begin(visitor->ctx, worker, job->first_batch + item) : NULL;
	job->states[item] = state;
	size_t end = MIN((item + 1) * SESSION_BATCH_RECORDS, job->sorted.count);
	const struct session_block *block = NULL;
	for (size_t i = item * SESSION_BATCH_RECORDS; i < end; i++) {
		const struct order_entry *entry = &job->sorted.items[i];
		if (!block || block->id != place_block(entry->place))
			block = &job->line.items[position_of(job, entry->place)];
		block->kind->visit_place(&job->pass, block, job->held[block - job->line.items], entry, worker);
	}
	if (visitor->batch_done) visitor->batch_done(visitor->ctx, worker, state);
}

static int finish_batch(void *ctx, size_t item)
{
	struct ordered_job *job = ctx;
	struct session *session = job->pass.session;
	const struct sample_visitor *visitor = job->pass.visitor;
	void *state = take(job->states[item]);
	size_t nr_steps = (job->end_block - job->first_block) * SESSION_PROGRESS_STEPS;
	session->on_progress(session->on_progress_ctx,
			     job->first_block * SESSION_PROGRESS_STEPS + nr_steps * item / job->nr_batches,
			     job->line.count * SESSION_PROGRESS_STEPS);
	return visitor->batch_finish ? visitor->batch_finish(visitor->ctx, state) : 0;
}

/* Gives out what is in job->sorted. */
static int run_window(struct ordered_job *job)
{
	struct session *session = job->pass.session;
	const struct sample_visitor *visitor = job->pass.visitor;
	unsigned threads = visitor->sequential ? 1 : session->nr_threads;
	if (!job->sorted.count) return 0;
	/* all late records of a round have one key; among themselves they go by their recorded times */
	if (session->totals.nr_late) order_list_sort_late(&job->sorted, ordered_time_ns, job);
	job->nr_batches = (job->sorted.count + SESSION_BATCH_RECORDS - 1) / SESSION_BATCH_RECORDS;
	job->states = xcalloc(job->nr_batches, sizeof(*job->states));
	int rc = threads_ordered(threads, job->nr_batches, (size_t)threads * BATCHES_AHEAD, run_batch, finish_batch,
				 job);
	if (rc && visitor->batch_drop) {
		for (size_t i = 0; i < job->nr_batches; i++)
			if (job->states[i]) visitor->batch_drop(visitor->ctx, job->states[i]);
	}
	job->first_batch += job->nr_batches;
	free(take(job->states));
	return rc;
}

/* What waits and what the window has, in order. */
static void merge_window(struct ordered_job *job)
{
	size_t count = job->end_block - job->first_block;
	/* what waits is of older blocks than all of the window: it goes first among equals */
	struct order_list *lists = xcalloc(count + 1, sizeof(*lists));
	lists[0] = job->waiting;
	for (size_t i = 0; i < count; i++) lists[i + 1] = job->of_block[i];
	order_merge(lists, count + 1, &job->merged, &job->spare);
	free(lists);
	/* ... unless it is of another source */
	if (job->pass.session->sources.count) order_list_sort_places(&job->merged);
}

/* The first turn of what is behind the window. Of samples it is known since pass 1; other records may belong to the
 * horizon. */
static uint64_t first_turn_behind(const struct ordered_job *job)
{
	if (job->end_block == job->line.count) return UINT64_MAX;
	return job->limits ? job->limits[job->end_block - 1] : job->line.items[job->end_block].first_key;
}

/* How many of the merged are due: those before that. */
static size_t count_due(const struct ordered_job *job)
{
	uint64_t limit = first_turn_behind(job);
	size_t due = job->merged.count, low = 0;
	while (low < due) {
		size_t middle = (low + due) / 2;
		if (job->merged.items[middle].key < limit) low = middle + 1;
		else due = middle;
	}
	return due;
}

/* Indexes the blocks [first, end) of the line and leaves in job->sorted what is due by then, in job->waiting the rest.
 */
static void index_window(struct ordered_job *job, size_t first, size_t end)
{
	struct session *session = job->pass.session;
	job->first_block = first;
	job->end_block = end;
	if (end - first > job->nr_of_block) {
		job->of_block = xrealloc(job->of_block, (end - first) * sizeof(*job->of_block));
		memset(job->of_block + job->nr_of_block, 0, (end - first - job->nr_of_block) * sizeof(*job->of_block));
		job->nr_of_block = end - first;
	}
	threads_for(session->nr_threads, end - first, index_block, job);
	merge_window(job);
	size_t due = count_due(job);
	job->waiting.count = 0;
	vec_reserve(&job->waiting, job->merged.count - due);
	job->waiting.count = job->merged.count - due;
	if (job->waiting.count)
		memcpy(job->waiting.items, job->merged.items + due, job->waiting.count * sizeof(*job->waiting.items));
	struct order_list due_list = job->merged;
	job->merged = job->sorted;
	job->sorted = due_list;
	job->sorted.count = due;
}

/* Adds blocks until the window is full; those without anything for the visitor cost nothing. At least one. */
static size_t window_end(const struct ordered_job *job, size_t first)
{
	size_t size_bytes = 0, end = first;
	for (; end < job->line.count && size_bytes < WINDOW_SIZE_BYTES; end++) {
		const struct session_block *block = &job->line.items[end];
		if (job->pass.visitor->other || block->has_samples) size_bytes += block->size_bytes;
	}
	return end;
}

static void release(struct ordered_job *job, size_t position, bool waits)
{
	const struct session_block *block = &job->line.items[position];
	block->kind->release(&job->pass, block, &job->held[position], waits);
}

/* Behind a window: those of its blocks, and of earlier ones in job->open, of which nothing waits are not held any more.
 * One block of records may wait for as long as all of a trace takes, and must not hold up those behind it. */
static void release_window(struct ordered_job *job)
{
	for (size_t i = job->first_block; i < job->end_block; i++) vec_push(&job->open, i);
	for (size_t i = 0; i < job->waiting.count; i++)
		job->waits[position_of(job, job->waiting.items[i].place)] = true;
	size_t kept = 0;
	for (size_t i = 0; i < job->open.count; i++) {
		size_t position = job->open.items[i];
		bool waits = job->waits[position];
		release(job, position, waits);
		job->waits[position] = false;
		if (waits) job->open.items[kept++] = position;
	}
	job->open.count = kept;
}

/* Stopped early: what is held of blocks that were indexed. */
static void release_all(struct ordered_job *job)
{
	for (size_t i = 0; i < job->open.count; i++) release(job, job->open.items[i], false);
	for (size_t i = job->first_block; i < job->end_block; i++)
		if (job->held[i]) release(job, i, false);
}

/* The blocks from `first` on that follow each other, when they are worth it and nothing older waits. Returns how many
 * those were; 0: none. */
static size_t run_successive(struct ordered_job *job, size_t first, int *rc)
{
	size_t count = job->waiting.count ? 0 : session_count_successive(&job->pass, &job->line, first);
	if (count < SUCCESSIVE_BLOCKS_MIN && first + count != job->line.count) return 0;
	const struct session_successive stretch = { .pass = &job->pass,
						    .blocks = job->line.items + first,
						    .count = count,
						    .first = first,
						    .nr_in_line = job->line.count,
						    .failure = &job->failure };
	*rc = session_run_successive(&stretch);
	return count;
}

static int run_windows(struct ordered_job *job)
{
	int rc = 0;
	for (size_t first = 0, end; first < job->line.count && !rc; first = end) {
		end = first + run_successive(job, first, &rc);
		if (end > first) continue;
		end = window_end(job, first);
		index_window(job, first, end);
		/* a source failed to decode: what came before it in this window is not given out */
		if (session_failure_is_set(&job->failure)) break;
		rc = run_window(job);
		release_window(job);
	}
	release_all(job);
	return rc;
}

int session_samples_ordered(struct session *session, const struct sample_visitor *visitor, struct err *err)
{
	if (session->stream) return session->stream->samples_ordered(session->stream, visitor, err);
	struct ordered_job job = { .pass = { .session = session,
					     .visitor = visitor,
					     .swap = perfdata_swapped(session->perfdata),
					     .keyed = true },
				   .failure = SESSION_FAILURE_INIT };
	session_line_make(session, &job.line);
	session_workers_reset(session);
	job.held = xcalloc(job.line.count + 1, sizeof(*job.held));
	if (!visitor->other) job.limits = session_line_limits(session, &job.line, false);
	job.waits = xcalloc(job.line.count + 1, sizeof(*job.waits));
	job.spares = xcalloc(session->nr_threads, sizeof(*job.spares));
	int rc = run_windows(&job);
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, job.line.count * SESSION_PROGRESS_STEPS,
			     job.line.count * SESSION_PROGRESS_STEPS);
	for (unsigned i = 0; i < session->nr_threads; i++) order_list_done(&job.spares[i]);
	free(job.spares);
	for (size_t i = 0; i < job.nr_of_block; i++) order_list_done(&job.of_block[i]);
	free(job.of_block);
	order_list_done(&job.sorted);
	order_list_done(&job.waiting);
	order_list_done(&job.merged);
	order_list_done(&job.spare);
	free(job.held);
	free(job.limits);
	free(job.waits);
	vec_done(&job.open);
	session_line_done(&job.line);
	return session_failure_end(&job.failure, rc, err);
}
