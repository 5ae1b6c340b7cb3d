/* Pass 2 in order. The recording is gone through in windows of blocks; a window's records up to its horizon
 * (stream/rounds.h) are sorted by turn and cut into batches, the few behind the horizon wait for the next window.
 * Memory is bounded by the window's index, 16 bytes a record. */
#include <errno.h>
#include "base/threads.h"
#include "session/session_private.h"

#define WINDOW_SIZE_BYTES ((size_t)16 << 20)
#define BATCH_RECORDS 1024
#define BATCHES_AHEAD 8     /* per thread, between begun and finished */
#define PROGRESS_STEPS 1024 /* a block */

struct ordered_job {
	struct session *session;
	const struct sample_visitor *visitor;
	bool swap;
	size_t first_block, end_block; /* of the window being indexed */
	struct order_list *of_block;
	size_t nr_of_block;        /* [blocks of the largest window]: kept from window to window, for their memory */
	struct order_list *spares; /* [threads] */
	struct order_list sorted;  /* what is due */
	struct order_list waiting, merged, spare;
	size_t first_batch, nr_batches; /* of this window */
	void **states;                  /* [batches of the window] */
};

/* The records of one block that the visitor wants, sorted by turn. */
static void index_block(void *ctx, unsigned index, size_t item)
{
	struct ordered_job *job = ctx;
	const struct session *session = job->session;
	const struct block *block = &session->blocks.all.items[job->first_block + item];
	struct order_list *list = &job->of_block[item];
	struct rounds rounds = block->rounds;
	bool want_others = job->visitor->other != NULL;
	list->count = 0;
	vec_reserve(list, (size_t)(want_others ? block->nr_records : block->nr_samples));
	size_t pos = 0, at = 0, nr = 0;
	struct record r;
	for (; record_run_next(&block->run, job->swap, &pos, &r); at = pos, nr++) {
		uint64_t place = place_make(job->first_block + item, nr, at);
		uint64_t key = session_turn(session, &rounds, &r, block->first_ordinal + nr);
		if (r.type == RECORD_SAMPLE || want_others) order_list_push(list, key, place);
	}
	order_list_sort(list, &job->spares[index]);
}

static bool record_at(const struct ordered_job *job, uint64_t place, struct record *ret, uint64_t *ret_ordinal)
{
	const struct block *block = &job->session->blocks.all.items[place_block(place)];
	size_t pos = place_offset(place);
	*ret_ordinal = block->first_ordinal + place_index(place);
	return record_run_next(&block->run, job->swap, &pos, ret);
}

static uint64_t ordered_time_ns(const void *ctx, uint64_t place)
{
	const struct ordered_job *job = ctx;
	struct record r;
	uint64_t ordinal;
	return record_at(job, place, &r, &ordinal) ? events_record_time(session_events(job->session), &r) : 0;
}

static void run_batch(void *ctx, unsigned index, size_t item)
{
	struct ordered_job *job = ctx;
	struct session_worker *worker = &job->session->workers[index];
	const struct sample_visitor *visitor = job->visitor;
	session_worker_ready(job->session, worker, visitor);
	void *state = visitor->batch_begin ? visitor->batch_begin(visitor->ctx, worker, job->first_batch + item) : NULL;
	job->states[item] = state;
	size_t end = MIN((item + 1) * BATCH_RECORDS, job->sorted.count);
	for (size_t i = item * BATCH_RECORDS; i < end; i++) {
		struct record r;
		uint64_t ordinal;
		if (record_at(job, job->sorted.items[i].place, &r, &ordinal))
			session_visit(job->session, worker, visitor, &r, ordinal,
				      turn_time_ns(job->sorted.items[i].key));
	}
	if (visitor->batch_done) visitor->batch_done(visitor->ctx, worker, state);
}

static int finish_batch(void *ctx, size_t item)
{
	struct ordered_job *job = ctx;
	struct session *session = job->session;
	void *state = take(job->states[item]);
	session->on_progress(session->on_progress_ctx,
			     job->first_block * PROGRESS_STEPS +
				     (job->end_block - job->first_block) * PROGRESS_STEPS * item / job->nr_batches,
			     session->blocks.all.count * PROGRESS_STEPS);
	return job->visitor->batch_finish ? job->visitor->batch_finish(job->visitor->ctx, state) : 0;
}

/* Gives out what is in job->sorted. */
static int run_window(struct ordered_job *job)
{
	const struct sample_visitor *visitor = job->visitor;
	unsigned threads = visitor->sequential ? 1 : job->session->nr_threads;
	if (!job->sorted.count) return 0;
	if (job->session->totals.nr_late) order_list_sort_late(&job->sorted, ordered_time_ns, job);
	job->nr_batches = (job->sorted.count + BATCH_RECORDS - 1) / BATCH_RECORDS;
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

/* Indexes the blocks [first, end) and leaves in job->sorted what is due by then, in job->waiting the rest. */
static void index_window(struct ordered_job *job, size_t first, size_t end)
{
	struct session *session = job->session;
	size_t nr_blocks = session->blocks.all.count;
	job->first_block = first;
	job->end_block = end;
	if (end - first > job->nr_of_block) {
		job->of_block = xrealloc(job->of_block, (end - first) * sizeof(*job->of_block));
		memset(job->of_block + job->nr_of_block, 0, (end - first - job->nr_of_block) * sizeof(*job->of_block));
		job->nr_of_block = end - first;
	}
	threads_for(session->nr_threads, end - first, index_block, job);
	/* what waits is older in the file than all of the window: it goes first among equals */
	struct order_list *lists = xcalloc(end - first + 1, sizeof(*lists));
	lists[0] = job->waiting;
	for (size_t i = 0; i < end - first; i++) lists[i + 1] = job->of_block[i];
	order_merge(lists, end - first + 1, &job->merged, &job->spare);
	free(lists);

	size_t due = job->merged.count;
	if (end < nr_blocks && !session->totals.in_file_order) {
		/* records up to the horizon in time; the untimed and the late at it may still get company */
		uint64_t horizon_key = turn_key(session->blocks.all.items[end].rounds.horizon_ns, TURN_UNTIMED);
		size_t low = 0;
		while (low < due) {
			size_t middle = (low + due) / 2;
			if (job->merged.items[middle].key < horizon_key) low = middle + 1;
			else due = middle;
		}
	}
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

static bool is_needed(const struct block *block, const struct sample_visitor *visitor)
{
	return visitor->other || block->nr_samples;
}

int session_samples_ordered(struct session *session, const struct sample_visitor *visitor, struct err *err)
{
	(void)err;
	struct ordered_job job = { .session = session,
				   .visitor = visitor,
				   .swap = perfdata_swapped(session->perfdata) };
	size_t nr_blocks = session->blocks.all.count, oldest = 0; /* the first block that may be resident */
	int rc = 0;
	session_workers_reset(session);
	job.spares = xcalloc(session->nr_threads, sizeof(*job.spares));
	for (size_t first = 0, end; first < nr_blocks && !rc; first = end) {
		size_t size_bytes = 0;
		for (end = first; end < nr_blocks && size_bytes < WINDOW_SIZE_BYTES; end++)
			if (is_needed(&session->blocks.all.items[end], visitor))
				size_bytes += session->blocks.all.items[end].run.size_bytes;
		index_window(&job, first, end);
		rc = run_window(&job);
		/* records that wait are read again from the file */
		for (; oldest < end; oldest++)
			perfdata_release(session->perfdata, &session->blocks.all.items[oldest].run);
		for (size_t i = 0; i < job.waiting.count; i++)
			oldest = MIN(oldest, place_block(job.waiting.items[i].place));
	}
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, nr_blocks * PROGRESS_STEPS, nr_blocks * PROGRESS_STEPS);
	for (unsigned i = 0; i < session->nr_threads; i++) order_list_done(&job.spares[i]);
	free(job.spares);
	for (size_t i = 0; i < job.nr_of_block; i++) order_list_done(&job.of_block[i]);
	free(job.of_block);
	order_list_done(&job.sorted);
	order_list_done(&job.waiting);
	order_list_done(&job.merged);
	order_list_done(&job.spare);
	return rc;
}
