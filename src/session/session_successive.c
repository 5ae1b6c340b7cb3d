/* Pass 2 in order of time, where blocks follow each other: no sample of one is before any of the block in front of it.
 * Then a worker decodes, sorts and visits a whole block by itself, and what was decoded is gone when the next one
 * comes; nothing waits but what the visitor makes of it, until its turn to finish.
 *
 *     worker 0    [decode, visit] 0          [decode, visit] 2
 *     worker 1           [decode, visit] 1             [decode, visit] 3
 *     finishing                    0         1              2  ... */
#include "base/threads.h"
#include "session/session_ordered.h"

/* Blocks per thread between begun and finished, and what all of them may hold; at least one a thread. */
#define BLOCKS_AHEAD 8
#define AHEAD_BYTES ((size_t)16 << 20)

/* What the visitor made of a block, batch by batch. */
struct batch_states {
	VEC(void *) of;
	size_t nr_finished;
};
struct successive_job {
	const struct session_successive *stretch;
	struct order_list *lists, *spares; /* [threads] */
	struct batch_states *states;       /* [blocks of the stretch] */
};

/* What is listed of the block, visited in batches. */
static void visit_list(struct successive_job *job, struct session_worker *worker, size_t item,
		       const struct order_list *list, const void *held)
{
	const struct session_block_pass *pass = job->stretch->pass;
	const struct sample_visitor *visitor = pass->visitor;
	const struct session_block *block = &job->stretch->blocks[item];
	for (size_t i = 0; i < list->count;) {
		size_t end = MIN(i + SESSION_BATCH_RECORDS, list->count);
		void *state = visitor->batch_begin ? visitor->batch_begin(visitor->ctx, worker, item) : NULL;
		vec_push(&job->states[item].of, state);
		for (; i < end; i++) block->kind->visit_place(pass, block, held, &list->items[i], worker);
		if (visitor->batch_done) visitor->batch_done(visitor->ctx, worker, state);
	}
}

static void run_block(void *ctx, unsigned index, size_t item)
{
	struct successive_job *job = ctx;
	const struct session_block_pass *pass = job->stretch->pass;
	const struct session_block *block = &job->stretch->blocks[item];
	struct session_worker *worker = &pass->session->workers[index];
	struct order_list *list = &job->lists[index];
	void *held = NULL;
	_err_done_ struct err err = ERR_INIT;
	if (!block->has_samples) return;
	session_worker_ready(pass->session, worker, pass->visitor);
	list->count = 0;
	int r = block->kind->index(pass, block, list, &held, &err);
	session_failure_note(job->stretch->failure, job->stretch->first + item, r, &err);
	order_list_sort(list, &job->spares[index]);
	visit_list(job, worker, item, list, held);
	block->kind->release(pass, block, &held, false);
}

static int session_successive_finish(void *ctx, size_t item)
{
	struct successive_job *job = ctx;
	const struct session_successive *stretch = job->stretch;
	const struct sample_visitor *visitor = stretch->pass->visitor;
	struct session *session = stretch->pass->session;
	struct batch_states *states = &job->states[item];
	int rc = 0;
	session->on_progress(session->on_progress_ctx, (stretch->first + item) * SESSION_PROGRESS_STEPS,
			     stretch->nr_in_line * SESSION_PROGRESS_STEPS);
	/* a source failed to decode: what came before it is given out, nothing of it */
	if (session_failure_stops(stretch->failure, stretch->first + item)) return 1;
	while (states->nr_finished < states->of.count && rc == 0) {
		void *state = states->of.items[states->nr_finished++];
		rc = visitor->batch_finish ? visitor->batch_finish(visitor->ctx, state) : 0;
	}
	if (rc == 0) vec_done(&states->of);
	return rc;
}

/* How many blocks may be under way: more of small ones. */
static size_t blocks_ahead(const struct session_successive *stretch)
{
	size_t threads = stretch->pass->session->nr_threads, most = 1;
	for (size_t i = 0; i < stretch->count; i++)
		if (stretch->blocks[i].has_samples) most = MAX(most, stretch->blocks[i].size_bytes);
	return MIN(MAX(AHEAD_BYTES / most, threads), threads * BLOCKS_AHEAD);
}

static void drop_states(struct successive_job *job)
{
	const struct sample_visitor *visitor = job->stretch->pass->visitor;
	for (size_t i = 0; i < job->stretch->count; i++) {
		struct batch_states *states = &job->states[i];
		for (size_t j = states->nr_finished; visitor->batch_drop && j < states->of.count; j++)
			visitor->batch_drop(visitor->ctx, states->of.items[j]);
		vec_done(&states->of);
	}
	free(job->states);
}

size_t session_count_successive(const struct session_block_pass *pass, const struct session_line *line, size_t first)
{
	const struct session *session = pass->session;
	size_t end = first, last = first; /* last: with samples */
	uint64_t last_key = 0, last_id = 0;
	if (pass->visitor->other || pass->visitor->sequential || session->totals.nr_late) return 0;
	for (; end < line->count; end++) {
		const struct session_block *block = &line->items[end];
		if (!block->has_samples) continue;
		/* of equal times the block with the lower number goes first */
		if (block->first_key < last_key || (block->first_key == last_key && block->id < last_id))
			return last - first;
		/* of records it is not known when they end */
		if (!block->source) break;
		const struct source_block *known = &block->source->blocks[block->index];
		last_key = session_decoded_key(session, known, known->max_ns);
		last_id = MAX(last_id, block->id);
		last = end;
	}
	return end - first;
}

int session_run_successive(const struct session_successive *stretch)
{
	unsigned threads = stretch->pass->session->nr_threads;
	struct successive_job job = { .stretch = stretch };
	job.lists = xcalloc(threads, sizeof(*job.lists));
	job.spares = xcalloc(threads, sizeof(*job.spares));
	job.states = xcalloc(stretch->count + 1, sizeof(*job.states));
	int rc = threads_ordered(threads, stretch->count, blocks_ahead(stretch), run_block, session_successive_finish,
				 &job);
	drop_states(&job);
	for (unsigned i = 0; i < threads; i++) {
		order_list_done(&job.lists[i]);
		order_list_done(&job.spares[i]);
	}
	free(job.lists);
	free(job.spares);
	return rc;
}
