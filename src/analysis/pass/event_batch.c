#include "analysis/pass/event_batch.h"

static void *batch_begin(void *ctx, struct session_worker *worker, size_t nr)
{
	struct event_batches *batches = ctx;
	struct event_batch *batch = pool_take(&batches->unused);
	if (!batch) {
		batch = xcalloc(1, sizeof(*batch));
		batch->event_size_bytes = batches->event_size_bytes;
		out_init(&batch->texts, -1);
	}
	batch->count = 0;
	batch->texts.size = 0;
	vec_clear(&batch->frames);
	batches->current[worker->index] = batch;
	return batch;
}

static void batch_drop(void *ctx, void *batch_state) { pool_give(&((struct event_batches *)ctx)->unused, batch_state); }

static int batch_finish(void *ctx, void *batch_state)
{
	struct event_batches *batches = ctx;
	int r = batches->give(batches, batch_state);
	batch_drop(ctx, batch_state);
	return r;
}

static void free_batch(void *batch_state)
{
	struct event_batch *batch = batch_state;
	free(batch->events);
	out_done(&batch->texts);
	vec_done(&batch->frames);
	free(batch);
}

int event_batches_visit(struct event_batches *batches, struct session *session, struct sample_visitor *samples,
			struct err *err)
{
	batches->current = xcalloc(session_threads(session), sizeof(*batches->current));
	samples->batch_begin = batch_begin;
	samples->batch_finish = batch_finish;
	samples->batch_drop = batch_drop;
	int r = session_samples_ordered(session, samples, err);
	pool_done(&batches->unused, free_batch);
	free(batches->current);
	batches->current = NULL;
	return r;
}
