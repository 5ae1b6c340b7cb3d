/* Statistics of DWARF unwinding: how many stacks were unwound, and why chains ended.
 *
 * Each worker's unwinder counts for itself, for as long as the session lives. A pass that wants its own figures notes
 * the counters at its beginning and takes the difference at its end (unwind_counts_add(sum, now, before)). */
#include "session/session_unwinding.h"

#include "session/session_private.h"

/* State of session_count_unwinding's pass. */
struct counting {
	size_t max_frames;
	struct unwind_counts *workers;
	/* both [nr_threads]; workers: the counters when the worker began; ips: room for one chain, NULL for a worker
	 * that had nothing to do */
	uint64_t **ips;
};

/* Resolvers survive a pass, so their counters do not begin at zero. */
static void worker_begin(void *ctx, struct session_worker *worker)
{
	struct counting *counting = ctx;
	counting->ips[worker->index] = xcalloc(counting->max_frames + 1, sizeof(uint64_t));
	counting->workers[worker->index] = *unwinder_counts(resolver_unwinder(worker->resolver));
}

static void unwind_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct counting *counting = ctx;
	struct sample_task task;
	size_t count;
	if (!(sample->present & SAMPLE_STACK_USER)) return;
	resolver_task(worker->resolver, sample, &task);
	(void)unwinder_run(resolver_unwinder(worker->resolver), &task, sample, counting->max_frames,
			   counting->ips[worker->index], &count);
}

bool session_has_stacks(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_STACK_USER) return true;
	return false;
}

int session_count_unwinding(struct session *session, size_t max_frames, struct unwind_counts *ret, struct err *err)
{
	struct counting counting = { max_frames, xcalloc(session->nr_threads, sizeof(*counting.workers)),
				     xcalloc(session->nr_threads, sizeof(*counting.ips)) };
	struct sample_visitor visitor = { .ctx = &counting, .worker_begin = worker_begin, .sample = unwind_sample };
	struct unwind_counts sum = { 0 };
	int code = session_samples(session, &visitor, err);
	for (unsigned i = 0; i < session->nr_threads; i++) {
		if (!counting.ips[i]) continue;
		unwind_counts_add(&sum, unwinder_counts(resolver_unwinder(session->workers[i].resolver)),
				  &counting.workers[i]);
		free(counting.ips[i]);
	}
	free(counting.workers);
	free(counting.ips);
	if (code >= 0) *ret = sum;
	return code;
}

void session_unwound_so_far(const struct session *session, struct unwind_counts *ret)
{
	static const struct unwind_counts nothing;
	*ret = nothing;
	for (unsigned i = 0; i < session->nr_threads; i++)
		if (session->workers[i].resolver)
			unwind_counts_add(ret, unwinder_counts(resolver_unwinder(session->workers[i].resolver)),
					  &nothing);
}

void session_unwound_forget(struct session *session)
{
	for (unsigned i = 0; i < session->nr_threads; i++)
		if (session->workers[i].resolver)
			unwinder_forget_counts(resolver_unwinder(session->workers[i].resolver));
}

uint32_t session_stack_bytes(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	uint32_t most = 0;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_STACK_USER)
			most = MAX(most, events->items[i]->attr.sample_stack_user);
	return most;
}
