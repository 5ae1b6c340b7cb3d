/* Pass 2 without order: blocks to whoever is free. */
#include <errno.h>
#include "base/threads.h"
#include "session/session_private.h"

void session_workers_reset(struct session *session)
{
	for (unsigned i = 0; i < session->nr_threads; i++) session->workers[i].state = NULL;
	for (unsigned i = 0; i < session->nr_threads; i++) session->workers[i].begun = false;
}

void session_worker_ready(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor)
{
	if (worker->begun) return;
	worker->begun = true;
	worker->index = (unsigned)(worker - session->workers);
	if (!visitor->skip_resolver && !worker->resolver) worker->resolver = resolver_new(session->frames);
	if (visitor->worker_begin) visitor->worker_begin(visitor->ctx, worker);
}

static void visit_sample(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal)
{
	const struct perf_events *events = session_events(session);
	if (visitor->from_ns || visitor->to_ns) {
		uint64_t time_ns = events_record_time(events, r);
		if (time_ns < visitor->from_ns || (visitor->to_ns && time_ns > visitor->to_ns)) return;
	}
	const struct perf_event *event = events_of_record(events, r);
	if (unlikely(!event)) {
		warnings_add(session->warnings, "unknown event", "sample at %#llx belongs to no event of the file", (unsigned long long)r->file_off);
		return;
	}
	struct sample sample;
	if (unlikely(sample_decode(event, r, &worker->scratch, &sample) < 0)) {
		warnings_add(session->warnings, "damaged sample", "sample at %#llx is shorter than its fields say", (unsigned long long)r->file_off);
		return;
	}
	if (session->totals.in_file_order && worker->resolver) resolver_set_now(worker->resolver, ordinal + 1);
	if (session_reads_apply(session, &sample)) session_reads_visit(session, worker, visitor, &sample, r, ordinal);
	else visitor->sample(visitor->ctx, worker, &sample, r, ordinal);
}

void session_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal)
{
	if (r->type == RECORD_SAMPLE) {
		if (visitor->sample) visit_sample(session, worker, visitor, r, ordinal);
		return;
	}
	if (!visitor->other) return;
	struct sample_id id = { 0 };
	uint64_t time_ns = UINT64_MAX;
	if (r->type < RECORD_USER_TYPE_START) {
		if (events_sample_id(session_events(session), r, &id) < 0) id = (struct sample_id){ 0 };
		if (id.present & SAMPLE_TIME) time_ns = id.time_ns;
	}
	if (session->totals.in_file_order && worker->resolver) resolver_set_now(worker->resolver, ordinal + 1);
	visitor->other(visitor->ctx, worker, r, &id, time_ns, ordinal);
}

struct samples_job { struct session *session; const struct sample_visitor *visitor; bool swap; };

/* Nothing in the block is for this visitor. */
static bool is_skippable(const struct block *block, const struct sample_visitor *visitor)
{
	if (visitor->other) return false;
	if (!block->nr_samples) return true;
	if (!visitor->from_ns && !visitor->to_ns) return false;
	if (block->min_ns > block->max_ns) return false; /* its samples have no times */
	return block->max_ns < visitor->from_ns || (visitor->to_ns && block->min_ns > visitor->to_ns);
}

static void run_block(void *ctx, unsigned index, size_t item)
{
	struct samples_job *job = ctx;
	struct session *session = job->session;
	struct session_worker *worker = &session->workers[index];
	const struct block *block = &session->blocks.all.items[item];
	if (is_skippable(block, job->visitor)) return;
	session_worker_ready(session, worker, job->visitor);
	size_t pos = 0;
	struct record r;
	for (uint64_t ordinal = block->first_ordinal; record_run_next(&block->run, job->swap, &pos, &r); ordinal++) {
		if (r.type != RECORD_SAMPLE && !job->visitor->other) continue;
		session_visit(session, worker, job->visitor, &r, ordinal);
	}
	perfdata_release(session->perfdata, &block->run);
}

int session_samples(struct session *session, const struct sample_visitor *visitor, struct err *err)
{
	(void)err;
	struct samples_job job = { session, visitor, perfdata_swapped(session->perfdata) };
	session_workers_reset(session);
	threads_for(session->nr_threads, session->blocks.all.count, run_block, &job);
	return 0;
}
