/* Pass 2 without order (session_samples): each block of the line is one item for whichever thread is free, and the
 * visitor gets its samples where the worker reads them. Nothing is buffered or sorted; this is the cheapest pass.
 *
 * Where several blocks fail, the failure of the first one in line is reported, so that the message does not depend on
 * the number of threads. The other blocks are still visited. */
#include <stdatomic.h>
#include "base/threads.h"
#include "session/session_source.h"

struct samples_job {
	struct session_block_pass pass;
	struct session_line line;
	struct session_failure failure;
	atomic_size_t nr_done;
};

static void session_samples_block(void *ctx, unsigned index, size_t item)
{
	struct samples_job *job = ctx;
	struct session *session = job->pass.session;
	const struct session_block *block = &job->line.items[item];
	struct session_worker *worker = &session->workers[index];
	_err_done_ struct err err = ERR_INIT;
	size_t nr_done = atomic_fetch_add_explicit(&job->nr_done, 1, memory_order_relaxed);
	if (index == 0) /* worker 0 is the caller */
		session->on_progress(session->on_progress_ctx, nr_done, job->line.count);
	if (!block->has_samples && !job->pass.visitor->other) return;
	session_worker_ready(session, worker, job->pass.visitor);
	int r = block->kind->visit(&job->pass, block, worker, &err);
	session_failure_note(&job->failure, item, r, &err);
}

int session_samples(struct session *session, const struct sample_visitor *visitor, struct err *err)
{
	if (session->stream) return session_no_such_pass(err);
	struct samples_job job = {
		.pass = { .session = session, .visitor = visitor, .swap = perfdata_swapped(session->perfdata) },
		.failure = SESSION_FAILURE_INIT
	};
	session_line_make(session, &job.line);
	session_workers_reset(session);
	/* neighbouring blocks share pages of the file and hot symbols, so each thread walks a stretch of them */
	threads_for_near(session->nr_threads, job.line.count, session_samples_block, &job);
	/* a file that was truncated meanwhile reads as zeros: warn before anybody believes the result */
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, job.line.count, job.line.count);
	session_line_done(&job.line);
	return session_failure_end(&job.failure, 0, err);
}
