/* Blocks of the recording's own records: samples, and what stands between them.
 *
 * A block is a run of adjacent bytes of the input plus the rounds as they were before its first record
 * (stream/block.h), so that any thread can walk it from its beginning and work out each record's turn for itself. In an
 * ordered pass an index of 16 bytes a record is made first, and each record is then decoded where it stands. */
#include "session/session_source.h"

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

/* Once a session, whatever thread comes first. */
static void tell_incomplete(struct session *session)
{
	if (atomic_exchange_explicit(&session->told_incomplete, true, memory_order_relaxed)) return;
	warnings_add(
		session->warnings, "incomplete call chains",
		"the user part of some call chains was to come later and is not in the recording: they end where the "
		"kernel was entered");
}

/* Decodes one sample and gives it to the visitor; one that is unwanted, of no known event, or damaged is left out.
 * ordinal: the record's number in the stream, which is its turn. */
static inline void visit_sample(struct session *session, struct session_worker *worker,
				const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal)
{
	const struct perf_events *events = session_events(session);
	struct sample *sample = &worker->sample;
	if ((visitor->from_ns || visitor->to_ns) && session_is_outside(visitor, events_record_time(events, r))) return;
	const struct perf_event *event = events_of_record(events, r);
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
	if (unlikely(session->additions)) sample_additions_apply(session->additions, sample);
	if (unlikely(session->merges_deferred) && sample_chain_is_deferred(sample) &&
	    !deferred_chains_merge(session->deferred, &worker->deferred, sample))
		tell_incomplete(session);
	if (unlikely(session->parallelism))
		sample->parallelism = parallelism_find(session->parallelism, sample->time_ns,
						       &worker->parallelism_near);
	if (unlikely(session->wall)) wall_clock_apply(session->wall, sample);
	if (unlikely(session->group_reads) && sample_reads_group(sample, event->attr.read_format))
		visit_group(session, worker, visitor, r);
	else visitor->sample(visitor->ctx, worker, sample);
}

/* worker->key: the record's turn, where turns tell the time. */
static inline void visit_record(struct session *session, struct session_worker *worker,
				const struct sample_visitor *visitor, const struct record *r, uint64_t ordinal)
{
	if (unlikely(session->turns_tell_time) && worker->resolver)
		resolver_set_now(worker->resolver, turn_time_ns(worker->key));
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

/* Nothing in the block is for this visitor. Bounds of time are inclusive on both sides. */
static bool is_skippable(const struct block *block, const struct sample_visitor *visitor)
{
	if (visitor->other) return false;
	if (!block->nr_samples) return true;
	if (!visitor->from_ns && !visitor->to_ns) return false;
	if (block->min_ns > block->max_ns) return false; /* its samples have no times */
	return block->max_ns < visitor->from_ns || (visitor->to_ns && block->min_ns > visitor->to_ns);
}

static const struct block *records_of(const struct session *session, const struct session_block *block)
{
	return &session->blocks.all.items[block->index];
}

/* The turn of the record at `ordinal` (stream/rounds.h). rounds: as they are before it; goes on to what they are behind
 * it. */
static inline uint64_t turn_of(const struct session *session, struct rounds *rounds, const struct record *r,
			       uint64_t ordinal)
{
	if (session->totals.in_file_order) return turn_key(ordinal + 1, TURN_IN_TIME);
	if (r->type < RECORD_USER_TYPE_START)
		return rounds_turn(rounds, events_record_time(perfdata_events(session->perfdata), r));
	if (r->type == RECORD_FINISHED_ROUND) rounds_mark(rounds);
	return turn_key(rounds->horizon_ns, TURN_UNTIMED);
}

static int session_records_visit(const struct session_block_pass *pass, const struct session_block *in_line,
				 struct session_worker *worker, struct err *err)
{
	struct session *session = pass->session;
	const struct sample_visitor *visitor = pass->visitor;
	const struct block *block = records_of(session, in_line);
	struct rounds rounds = block->rounds;
	bool swap = pass->swap, keyed = pass->keyed || session->turns_tell_time;
	struct record r;
	size_t pos = 0;
	if (is_skippable(block, visitor)) return 0;
	/* one call of the kernel for the whole run is cheaper than a page fault for each page */
	if (pass->last) perfdata_refault(session->perfdata, &block->run);
	for (uint64_t ordinal = block->first_ordinal; record_run_next(&block->run, swap, &pos, &r); ordinal++) {
		if (keyed) worker->key = turn_of(session, &rounds, &r, ordinal);
		if (unlikely(r.type == RECORD_AUXTRACE)) perfdata_drop_payload(session->perfdata, &r);
		if (r.type != RECORD_SAMPLE && !visitor->other) continue;
		if (visitor->wants && r.type == RECORD_SAMPLE && !visitor->wants(visitor->ctx, ordinal)) continue;
		visit_record(session, worker, visitor, &r, ordinal);
	}
	/* unmapping costs less here, on all threads, than at the end */
	if (pass->last) perfdata_drop(session->perfdata, &block->run);
	else perfdata_release(session->perfdata, &block->run);
	return 0;
}

/* ---- one by one: 16 bytes a record, which is then read where it stands */

static int session_records_index(const struct session_block_pass *pass, const struct session_block *in_line,
				 struct order_list *list, void **held, struct err *err)
{
	const struct session *session = pass->session;
	const struct block *block = records_of(session, in_line);
	struct rounds rounds = block->rounds;
	bool want_others = pass->visitor->other != NULL, swap = pass->swap;
	size_t pos = 0, at = 0, nr = 0;
	struct record r;
	vec_reserve(list, (size_t)(want_others ? block->nr_records : block->nr_samples));
	for (; record_run_next(&block->run, swap, &pos, &r); at = pos, nr++) {
		uint64_t key = turn_of(session, &rounds, &r, block->first_ordinal + nr);
		if (unlikely(r.type == RECORD_AUXTRACE)) perfdata_drop_payload(session->perfdata, &r);
		if (r.type == RECORD_SAMPLE || want_others) order_list_push(list, key, place_make(in_line->id, nr, at));
	}
	return 0;
}

static inline bool record_at(const struct session_block_pass *pass, const struct block *block, uint64_t place,
			     struct record *ret)
{
	size_t pos = place_offset(place);
	return record_run_next(&block->run, pass->swap, &pos, ret);
}

static void session_records_visit_place(const struct session_block_pass *pass, const struct session_block *in_line,
					const void *held, const struct order_entry *entry,
					struct session_worker *worker)
{
	const struct block *block = records_of(pass->session, in_line);
	struct record r;
	if (!record_at(pass, block, entry->place, &r)) return;
	worker->key = entry->key;
	visit_record(pass->session, worker, pass->visitor, &r, block->first_ordinal + place_index(entry->place));
}

static uint64_t session_records_time_ns(const struct session_block_pass *pass, const struct session_block *in_line,
					uint64_t place)
{
	struct record r;
	const struct session *session = pass->session;
	return record_at(pass, records_of(session, in_line), place, &r)
		       ? events_record_time(session_events(session), &r)
		       : 0;
}

static void session_records_release(const struct session_block_pass *pass, const struct session_block *in_line,
				    void **held, bool waits)
{
	perfdata_release(pass->session->perfdata, &records_of(pass->session, in_line)->run);
}

static uint64_t session_records_first_key(const struct session *session, const struct session_block *in_line,
					  bool with_others)
{
	const struct block *block = records_of(session, in_line);
	uint64_t first_ns = block->min_ns;
	/* where some samples take effect at another time than they say, only the horizon tells */
	if (session->turns_tell_time) return in_line->first_key;
	if (with_others) first_ns = MAX(MIN(first_ns, block->min_other_ns), block->rounds.horizon_ns);
	return turn_key(first_ns, TURN_IN_TIME);
}

const struct session_source_kind session_records = {
	.visit = session_records_visit,
	.index = session_records_index,
	.visit_place = session_records_visit_place,
	.time_ns = session_records_time_ns,
	.release = session_records_release,
	.first_turn_key = session_records_first_key,
};
