/* The profile of a whole recording: the samples of a session, given to a profile's workers by the session's. */
#include "analysis/profile/rows/hist_pass.h"
#include "analysis/profile/rows/hist_chains.h"
#include "analysis/profile/collect/hist_private.h"
#include "session/session_unwinding.h"

/* sample_visitor.worker_begin: a worker of the session has the worker of the profile with the same index. */
static void hist_pass_worker(void *ctx, struct session_worker *worker)
{
	worker->state = hist_worker(ctx, worker->index, worker->resolver);
}

static void hist_pass_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	const struct hist *hist = ctx;
	struct sample_task task;
	if (!hist_wants_inline(hist, sample)) return;
	resolver_task(worker->resolver, sample, &task);
	hist->add(worker->state, sample, &task); /* as hist_add */
}

int hist_collect(struct session *session, const struct hist_options *options, struct hist **ret, struct err *err)
{
	struct hist_input input = { .events = session_events(session),
				    .header = session_header(session),
				    .model = session_model(session),
				    .frames = session_frames(session),
				    .nr_workers = session_threads(session),
				    .nr_turns = session_nr_turns(session),
				    .is_whole = true };
	struct hist *hist;
	int r = hist_begin(&input, options, &hist, err);
	if (r < 0) return r;
	struct sample_visitor visitor = { .ctx = hist, .worker_begin = hist_pass_worker, .sample = hist_pass_sample };
	r = session_samples(session, &visitor, err);
	if (r < 0) {
		hist_free(hist);
		return r;
	}
	/* chains were only looked at until one had no symbol; those of the graphs come later */
	if (hist_chains_wait(hist)) session_unwound_forget(session);
	hist_finish(hist);
	*ret = hist;
	return 0;
}
