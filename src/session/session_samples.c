/* Pass 2 without order: blocks to whoever is free. */
#include <errno.h>
#include <stdatomic.h>
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
	if (!visitor->skip_resolver && !worker->resolver)
		worker->resolver = symbolizer_resolver(&session->symbolizer, worker->index);
	if (visitor->worker_begin) visitor->worker_begin(visitor->ctx, worker);
}

/* Each counter of the group that moved since the group was read before is given out as a sample of its own. */
static void visit_group(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			const struct record *r)
{
	const struct sample *sample = &worker->sample;
	const uint64_t *deltas = group_reads_find(session->group_reads, sample->turn);
	for (uint32_t i = 0; deltas && i < sample->nr_read; i++) {
		if (!deltas[i]) continue;
		const struct perf_event *event = events_by_id(session_events(session), sample->read[i].id);
		if (!event) {
			warnings_add(session->warnings, "unknown event",
				     "counter %llu of the sample at %#llx belongs to no event of the file",
				     (unsigned long long)sample->read[i].id, (unsigned long long)r->file_off);
			continue;
		}
		struct sample of_member = *sample;
		of_member.event = event;
		of_member.id = sample->read[i].id;
		of_member.period = deltas[i];
		visitor->sample(visitor->ctx, worker, &of_member);
	}
}

void session_visit_sample(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			  const struct perf_event *event, const struct record *r, uint64_t ordinal)
{
	struct sample *sample = &worker->sample;
	if (unlikely(!event)) {
		warnings_add(session->warnings, "unknown event", "sample at %#llx belongs to no event of the file",
			     (unsigned long long)r->file_off);
		return;
	}
	if (visitor->skip_events && visitor->skip_events[event->idx]) return;
	if (unlikely(sample_decode_again(event, r, &worker->scratch, sample) < 0)) {
		warnings_add(session->warnings, "damaged sample", "sample at %#llx is shorter than its fields say",
			     (unsigned long long)r->file_off);
		return;
	}
	sample->turn = ordinal;
	sample->stitched = unlikely(session->stitched) ? stitched_stacks_find(session->stitched, sample->turn) : NULL;
	if (unlikely(session->group_reads) && sample_reads_group(sample, event->attr.read_format))
		visit_group(session, worker, visitor, r);
	else visitor->sample(visitor->ctx, worker, sample);
}

static void visit_sample(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
			 const struct record *r, uint64_t ordinal)
{
	const struct perf_events *events = session_events(session);
	if (visitor->from_ns || visitor->to_ns) {
		uint64_t time_ns = events_record_time(events, r);
		if (time_ns < visitor->from_ns || (visitor->to_ns && time_ns > visitor->to_ns)) return;
	}
	session_visit_sample(session, worker, visitor, events_of_record(events, r), r, ordinal);
}

void session_visit(struct session *session, struct session_worker *worker, const struct sample_visitor *visitor,
		   const struct record *r, uint64_t ordinal, uint64_t now_ns)
{
	if (unlikely(session->turns_tell_time) && worker->resolver) resolver_set_now(worker->resolver, now_ns);
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
	visitor->other(visitor->ctx, worker, r, &id, time_ns);
}

struct samples_job {
	struct session *session;
	const struct sample_visitor *visitor;
	bool swap;
	atomic_size_t nr_done;
};

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
	size_t nr_done = atomic_fetch_add_explicit(&job->nr_done, 1, memory_order_relaxed);
	if (index == 0)
		session->on_progress(session->on_progress_ctx, nr_done,
				     session->blocks.all.count); /* worker 0 is the caller */
	if (is_skippable(block, job->visitor)) return;
	session_worker_ready(session, worker, job->visitor);
	size_t pos = 0;
	struct record r;
	struct rounds rounds = block->rounds;
	for (uint64_t ordinal = block->first_ordinal; record_run_next(&block->run, job->swap, &pos, &r); ordinal++) {
		uint64_t now_ns = unlikely(session->turns_tell_time)
					  ? turn_time_ns(session_turn(session, &rounds, &r, ordinal))
					  : 0;
		if (r.type != RECORD_SAMPLE && !job->visitor->other) continue;
		if (job->visitor->wants && r.type == RECORD_SAMPLE && !job->visitor->wants(job->visitor->ctx, ordinal))
			continue;
		session_visit(session, worker, job->visitor, &r, ordinal, now_ns);
	}
	perfdata_release(session->perfdata, &block->run);
}

int session_samples(struct session *session, const struct sample_visitor *visitor, struct err *err)
{
	(void)err;
	struct samples_job job = { .session = session,
				   .visitor = visitor,
				   .swap = perfdata_swapped(session->perfdata) };
	size_t nr_blocks = session->blocks.all.count;
	session_workers_reset(session);
	threads_for_near(session->nr_threads, nr_blocks, run_block, &job);
	perfdata_check_cut(session->perfdata);
	session->on_progress(session->on_progress_ctx, nr_blocks, nr_blocks);
	return 0;
}
