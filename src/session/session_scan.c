/* Pass 1, one record after the other: the reference for session_scan_parallel.c, which must come to the same result,
 * and what reads pipes, compressed data, damaged stretches and recordings for which each record is shown to somebody
 * (on_record).
 *
 * For each record: count it, find its time, add it to the last block, and, where the model wants it, keep it as side
 * band with its turn. Nothing is applied to the model here: that needs all side band in order (session.c). */
#include "session/session_scan.h"

bool session_scan_in_file_order(const struct perf_events *events)
{
	if (!events->count) return true;
	const struct event_attr *attr = &events->items[0]->attr;
	return !(attr->sample_type & SAMPLE_TIME) || !(attr->flags & ATTR_SAMPLE_ID_ALL);
}

bool session_scan_wants(uint32_t type) { return model_wants(type) || type == RECORD_CALLCHAIN_DEFERRED; }

void session_scan_count(struct session_totals *totals, const struct record *r, uint64_t time_ns)
{
	if (r->type < ARRAY_SIZE(totals->nr_by_type)) totals->nr_by_type[r->type]++;
	else totals->nr_unknown++;
	if (r->type == RECORD_SAMPLE) {
		if (time_ns == UINT64_MAX || time_ns == 0) return;
		if (!totals->samples_have_time || time_ns < totals->first_sample_ns) totals->first_sample_ns = time_ns;
		if (time_ns > totals->last_sample_ns) totals->last_sample_ns = time_ns;
		totals->samples_have_time = true;
	} else if (r->type == RECORD_LOST) {
		struct record_lost lost;
		if (record_decode_lost(r, &lost) < 0) return;
		totals->lost_events += lost.lost;
		totals->lost_chunks++;
	} else if (r->type == RECORD_LOST_SAMPLES) {
		struct record_lost_samples lost;
		if (r->misc & MISC_LOST_SAMPLES_BPF) return; /* dropped by a filter on purpose */
		if (record_decode_lost_samples(r, &lost) == 0) totals->lost_samples += lost.lost;
	} else if (r->type == RECORD_AUXTRACE_INFO) {
		struct record_auxtrace_info info;
		if (record_decode_auxtrace_info(r, &info) == 0) totals->trace_type = info.auxtrace_type;
	} else if (r->type == RECORD_AUXTRACE) {
		totals->trace_bytes += r->payload_size;
	}
}

/* The few that are strewn over a large file would bring most of its pages back, as neighbours come along. */
void session_scan_side_band(struct session_scan *scan, const struct record *r, uint64_t key)
{
	struct record kept = *r;
	const struct record_run run = { .data = r->data, .size_bytes = r->size, .decompressed = r->decompressed };
	if (!perfdata_stays_mapped(scan->session->perfdata, &run))
		kept.data = arena_memdup(&scan->session->side_band, r->data, r->size);
	if (scan->side_band.count && key < vec_last(&scan->side_band)->key) scan->sorted = false;
	vec_push(&scan->side_band, ((struct side_band){ kept, key }));
}

/* Gives back the pages of blocks that were read, all but the last four, and tells how far it is. total 0: the input's
 * size is not known. */
static void release(struct session_scan *scan, uint64_t done, uint64_t total)
{
	struct session *session = scan->session;
	for (; scan->nr_released + 4 < session->blocks.all.count; scan->nr_released++)
		perfdata_release(session->perfdata, &session->blocks.all.items[scan->nr_released].run);
	if (total) session->on_progress(session->on_progress_ctx, done, total);
}

int session_scan_serially(struct session_scan *scan, const struct session_options *options, const uint8_t *end)
{
	struct session *session = scan->session;
	struct session_totals *totals = &session->totals;
	const struct perf_events *events = perfdata_events(session->perfdata);
	struct perfdata_info info;
	struct record r;
	int rc = 1;
	perfdata_info(session->perfdata, &info);
	while (!(end && perfdata_is_at(session->perfdata, end)) && (rc = perfdata_next(session->perfdata, &r)) > 0) {
		uint64_t ordinal = totals->nr_records++;
		bool is_sample = r.type == RECORD_SAMPLE, is_wanted = !is_sample && session_scan_wants(r.type);
		uint64_t time_ns = r.type < RECORD_USER_TYPE_START ? events_record_time(events, &r) : UINT64_MAX;
		session_scan_count(totals, &r, time_ns);
		/* before any record of a guest is applied, so that its ids tell whose it is */
		if (unlikely(r.type == RECORD_ID_INDEX)) (void)!model_add_guest_ids(session->symbolizer.model, &r);
		if (options->on_record) options->on_record(options->on_record_ctx, &r, time_ns);
		if (unlikely(!scan->order_known) && r.type < RECORD_USER_TYPE_START) {
			/* in a pipe the events come first of all */
			totals->in_file_order = session->turns_tell_time = session_scan_in_file_order(events);
			scan->order_known = true;
		}
		blocks_add(&session->blocks, &r, ordinal, time_ns, &session->rounds);
		if (totals->in_file_order) {
			if (is_wanted) session_scan_side_band(scan, &r, turn_key(ordinal + 1, TURN_IN_TIME));
		} else if (r.type == RECORD_FINISHED_ROUND) {
			rounds_mark(&session->rounds);
		} else if (r.type < RECORD_USER_TYPE_START) {
			uint64_t key = rounds_turn(&session->rounds, time_ns);
			session->turns_tell_time |= turn_is_late(key) |
						    (is_sample && (time_ns == 0 || time_ns == UINT64_MAX));
			totals->nr_late += turn_is_late(key);
			totals->nr_out_of_order += turn_is_late(key) && time_ns < session->rounds.horizon_ns;
			if (is_wanted) session_scan_side_band(scan, &r, key);
		}
		if (unlikely(r.type == RECORD_AUXTRACE)) perfdata_drop_payload(session->perfdata, &r);
		if (unlikely(session->blocks.all.count > scan->nr_released + 8))
			release(scan, r.file_off, info.file_size);
	}
	return rc;
}

int session_scan_run(struct session_scan *scan, const struct session_options *options)
{
	struct session *session = scan->session;
	struct session_totals *totals = &session->totals;
	struct perfdata_info info;
	int rc = session_scan_parallel(scan, options);
	if (rc == 0) rc = session_scan_serially(scan, options, NULL);
	/* the parallel scan leaves what is not plain to the serial one, which goes on where it stopped */
	perfdata_info(session->perfdata, &info);
	session->on_progress(session->on_progress_ctx, info.file_size, info.file_size);
	/* these are not given out, but count */
	totals->nr_by_type[RECORD_COMPRESSED] = info.nr_compressed;
	totals->nr_by_type[RECORD_COMPRESSED2] = info.nr_compressed2;
	totals->nr_records += info.nr_compressed + info.nr_compressed2;
	return rc;
}
