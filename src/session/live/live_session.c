/* session_open and session_samples_ordered for a pipe that is still being written: perfdata_next on one side,
 * session/live/live.h on the other.
 *
 *     open_pipe     reads up to the first sample or mark; decides whether the recording fits, else reads it whole
 *     begin         model, symbols and frames from what came so far
 *     then in turns live_samples_ordered gives out what is due;  read_rounds reads on
 *
 * Bytes of the pipe are spooled to a file. They are forgotten once their samples came out: what was read before the
 * older of the last two marks has come out with the younger one. */
#include "session/live/live_session.h"

#include <errno.h>
#include "session/live/live.h"
#include "session/session_scan.h"

/* At least this many bytes are taken together when the writer is faster than the reader. */
#define ROUND_BYTES ((uint64_t)4 << 20)

/* How long the next record may take, in ms, before what is due is given out. Larger: fewer and larger steps; smaller:
 * samples are shown sooner. */
#define PATIENCE_MS 2

struct live_session {
	/* the first member: the session's stream is cast back to this */
	struct session_stream stream;
	struct session *session;
	struct live *live;
	VEC(struct record) first; /* in front of the first sample or mark, and that */
	/* events at the time of the first sample: visitors have arrays of this size */
	size_t nr_events;
	uint32_t nr_build_ids; /* that the model knows */
	bool begun, ended;
	/* Where the spool was forgotten up to, and where it was when the last two marks were read: what was read before
	 * the older one has come out with the younger one. */
	struct perfdata_position forgotten, before_mark, at_mark;
};

/* -- records in -- */

/* live_options.applies: generated code is added where its file was mapped. */
static void live_session_applies(void *ctx, const struct record *r, uint64_t time_ns)
{
	const struct live_session *live_session = ctx;
	session_jitdump_note(live_session->session, r, time_ns);
}

/* Keeps session_totals as pass 1 does, as far as records have come. */
static void count_record(struct live_session *live_session, const struct record *r)
{
	struct session_totals *totals = &live_session->session->totals;
	const struct rounds *rounds = live_rounds(live_session->live);
	bool is_kernels = r->type < RECORD_USER_TYPE_START;
	uint64_t time_ns = is_kernels ? events_record_time(session_events(live_session->session), r) : UINT64_MAX;
	totals->nr_records++;
	session_scan_count(totals, r, time_ns);
	if (!is_kernels || time_ns == 0 || time_ns == UINT64_MAX) return;
	totals->nr_late += time_ns <= rounds->horizon_ns;
	totals->nr_out_of_order += time_ns < rounds->horizon_ns;
}

/* Whether the sample's event was described behind the first sample: those who show samples do not expect it. */
static bool is_of_late_event(const struct live_session *live_session, const struct record *r)
{
	const struct perf_events *events = session_events(live_session->session);
	if (likely(events->count == live_session->nr_events) || r->type != RECORD_SAMPLE) return false;
	const struct perf_event *event = events_of_record(events, r);
	return event && event->idx >= live_session->nr_events;
}

static void add_record(struct live_session *live_session, const struct record *r)
{
	struct session *session = live_session->session;
	uint32_t nr_build_ids = session_header(session)->nr_build_ids;
	count_record(live_session, r);
	if (unlikely(nr_build_ids > live_session->nr_build_ids)) {
		session_add_build_ids(session, live_session->nr_build_ids);
		live_session->nr_build_ids = nr_build_ids;
		symbolizer_grown(&session->symbolizer);
	}
	if (unlikely(is_of_late_event(live_session, r))) {
		warnings_add(session->warnings, "late event",
			     "samples of an event that was described behind the first sample are left out; from a file "
			     "they can be read");
		return;
	}
	/* what does not decode is warned of */
	if (unlikely(r->type == RECORD_ID_INDEX)) (void)!model_add_guest_ids(session_model(session), r);
	live_add(live_session->live, r);
	if (r->type != RECORD_FINISHED_ROUND) return;
	live_session->before_mark = live_session->at_mark;
	live_session->at_mark = perfdata_position(session->perfdata);
}

static int read_failed(const struct live_session *live_session, int code, struct err *err)
{
	return err_set_errno(err, code, "cannot read %s", perfdata_path(live_session->session->perfdata));
}

/* Reads on until a round has ended and the next record would have to be waited for, or enough is there. */
static int read_rounds(struct live_session *live_session, struct err *err)
{
	struct perfdata *perfdata = live_session->session->perfdata;
	uint64_t first = perfdata_position(perfdata).input_bytes;
	struct record r;
	int got;
	live_round_begin(live_session->live);
	while ((got = perfdata_next(perfdata, &r)) > 0) {
		add_record(live_session, &r);
		if (r.type != RECORD_FINISHED_ROUND) continue;
		if (perfdata_would_wait(perfdata, PATIENCE_MS) ||
		    perfdata_position(perfdata).input_bytes - first > ROUND_BYTES)
			break;
	}
	if (got < 0) return read_failed(live_session, got, err);
	live_session->ended = got == 0;
	if (live_session->ended) live_end(live_session->live);
	else live_round_end(live_session->live);
	return 0;
}

/* -- samples out -- */

/* session_stream.samples_ordered: gives out what is due, then reads on, until the writer is done or the visitor stops.
 */
static int live_session_samples_ordered(struct session_stream *stream, const struct sample_visitor *visitor,
					struct err *err)
{
	struct live_session *live_session = (struct live_session *)(void *)stream;
	struct perfdata *perfdata = live_session->session->perfdata;
	if (live_session->begun)
		return err_set(err, -ENOTSUP, "a pipe that is still being written can only be read once");
	live_session->begun = true;
	for (;;) {
		int r = live_samples_ordered(live_session->live, visitor);
		if (r) return r;
		perfdata_forget(perfdata, live_session->forgotten, live_session->before_mark);
		live_session->forgotten = live_session->before_mark;
		if (live_session->ended) return 0;
		r = read_rounds(live_session, err);
		if (r < 0) return r;
	}
}

/* session_stream.free. */
static void live_session_free(struct session_stream *stream)
{
	struct live_session *live_session = (struct live_session *)(void *)stream;
	live_free(live_session->live);
	vec_done(&live_session->first);
	free(live_session);
}

/* -- opening -- */

static bool is_count(uint32_t type)
{
	return type == RECORD_STAT || type == RECORD_STAT_CONFIG || type == RECORD_STAT_ROUND;
}

/* Reads up to the first sample or mark. 1, 0 when there is none or nothing can come out before the end, -errno. */
static int read_first(struct live_session *live_session)
{
	struct record r;
	int got;
	while ((got = perfdata_next(live_session->session->perfdata, &r)) > 0) {
		vec_push(&live_session->first, r);
		if (is_count(r.type)) return 0;
		if (r.type == RECORD_SAMPLE || r.type == RECORD_FINISHED_ROUND) return 1;
	}
	return got;
}

/* Whether each sample can be shown with what is known by its time. */
static bool fits(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	if (session_scan_in_file_order(events) || session_has_deferred(session) ||
	    header_has(session_header(session), FEATURE_STAT))
		return false;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_READ) return false;
	return true;
}

/* What stands in front of the first sample, as session_read_all takes it. */
static void begin(struct live_session *live_session, const struct session_options *options)
{
	struct session *session = live_session->session;
	const struct live_options live_options = { .symbols.warnings = options->warnings,
						   .threads = session->nr_threads,
						   .ordered = true,
						   .all_records = true,
						   .symbolizer = &session->symbolizer,
						   .applies = live_session_applies,
						   .ctx = live_session };
	session->turns_tell_time = true;
	session_open_symbols(session, options);
	live_session->live = live_new(&live_options);
	live_session->nr_events = session_events(session)->count;
	live_session->forgotten = live_session->before_mark = live_session->at_mark = perfdata_position(
		session->perfdata);
	live_begin(live_session->live, session_events(session));
	live_round_begin(live_session->live);
	for (size_t i = 0; i < live_session->first.count; i++) add_record(live_session, &live_session->first.items[i]);
	live_round_end(live_session->live);
	session_set_kernel(session);
	session_begin_frames(session, options);
}

/* A recording that has to be read whole is rewound and read as any other. On failure the session is closed. */
static int open_pipe(struct session *session, const struct session_options *options, struct err *err)
{
	struct live_session *live_session = xcalloc(1, sizeof(*live_session));
	live_session->stream = (struct session_stream){ live_session_samples_ordered, live_session_free };
	live_session->session = session;
	int got = read_first(live_session);
	if (got < 0) {
		got = read_failed(live_session, got, err);
		live_session_free(&live_session->stream);
		session_close(session);
		return got;
	}
	if (!got || !fits(session)) {
		live_session_free(&live_session->stream);
		perfdata_rewind(session->perfdata);
		return session_read_all(session, options, err);
	}
	begin(live_session, options);
	session->stream = &live_session->stream;
	return 0;
}

int live_session_open(const struct session_options *options, struct session **ret, struct err *err)
{
	const struct perfdata_options perfdata_options = session_perfdata_options(options);
	struct perfdata *perfdata;
	int rc = perfdata_open(options->input ? options->input : "perf.data", &perfdata_options, &perfdata, err);
	if (rc < 0) return rc;
	struct session *session = session_new(perfdata, options);
	bool is_pipe = perfdata_form(perfdata) == PERFDATA_PIPE && perfdata_pipe_records(perfdata);
	if (is_pipe && !options->header_only) rc = open_pipe(session, options, err);
	else rc = session_read_all(session, options, err);
	if (rc == 0) *ret = session;
	return rc;
}
