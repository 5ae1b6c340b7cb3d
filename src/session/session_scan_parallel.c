/* Pass 1 on all cores. The file is cut into pieces, each of which begins where records seem to begin. Workers walk
 * through their pieces; what they find is taken over, in order, by whoever finishes the next piece in line:
 *
 * - A piece counts only if the one before ended where it begins. Nothing is believed that a walk from the first record
 * would not find.
 * - A worker stops at what is not plain (records that bring more than themselves, damage): from there on the piece is
 * read serially.
 * - Turns (stream/rounds.h) depend on all that came before. A worker notes the marks of its piece and the newest time
 * before each; that is what it takes to know the rounds of each block once those before the piece are known. If a
 * record turns out to be late, its piece is read serially. */
#include "base/threads.h"
#include "session/session_scan.h"

#define USUAL_PIECE_BYTES ((size_t)4 << 20)
/* Records are smaller than 64 KiB: where this is too little for several, a hardware trace lies, and the piece before
 * goes on behind it. */
#define RESYNC_BYTES ((size_t)256 << 10)
/* Pieces per thread between walked and taken over: bounds what is found and not used yet. */
#define PIECES_AHEAD 2

/* The records between two marks, and what is newest since the start of the piece. */
struct span {
	uint64_t min_ns, max_ns;
};

/* A record of the side band, found in a piece. ordinal counts from the piece's start; nr_marks: how many marks of the
 * piece were before it. */
struct piece_record {
	struct record record;
	uint64_t time_ns, ordinal;
	size_t nr_marks;
};

struct piece {
	const uint8_t *start, *stop, *end; /* stop: what is found ends here */
	struct blocks blocks;              /* ordinals count from the start of the piece; rounds: see mark_rounds */
	struct session_totals totals;
	VEC(struct span) spans; /* each ended by a mark but for the last */
	VEC(struct piece_record) side_band;
	bool has_untimed_sample;
};

/* Pass 1 of one recording. rest: the bytes of all records, as one run of mapped memory. */
struct scan_job {
	struct session_scan *scan;
	const struct session_options *options;
	struct record_run rest;
	bool swap;
	uint64_t file_size;
	size_t piece_bytes, nr_pieces;
	struct piece *pieces;
	_Atomic(const uint8_t *) *starts; /* [pieces]: as find_start found them; NULL: not yet */
};

/* Where records seem to begin in the piece; the end of all where none is near. */
static const uint8_t *find_start(const struct scan_job *job, size_t item)
{
	size_t off = item * job->piece_bytes; /* records are aligned in the file, whatever it begins with */
	const uint8_t *end = job->rest.data + job->rest.size_bytes, *from = job->rest.data + off;
	const struct record_run run = { .data = from, .size_bytes = MIN(RESYNC_BYTES, (size_t)(end - from)) };
	const uint8_t *start = record_run_resync(from, from + run.size_bytes, job->swap);
	if (start != from + run.size_bytes) return start;
	perfdata_drop(job->scan->session->perfdata, &run);
	return end;
}

/* Where the piece would begin. */
static const uint8_t *piece_start(const struct scan_job *job, size_t item)
{
	if (item == 0) return job->rest.data;
	const uint8_t *end = job->rest.data + job->rest.size_bytes;
	for (; item < job->nr_pieces; item++) {
		const uint8_t *start = atomic_load_explicit(&job->starts[item], memory_order_relaxed);
		if (!start) {
			start = find_start(job, item);
			atomic_store_explicit(&job->starts[item], start, memory_order_relaxed);
		}
		if (start != end) return start;
	}
	return end;
}

/* Before the piece's own turns are known, a block's rounds hold what its rounds will be made of: in horizon_ns the
 * number of marks of the piece before it (not a time), in max_ns the newest time of the piece before it. take_over puts
 * the real ones in place. */
static struct rounds mark_rounds(size_t nr_marks, uint64_t max_ns)
{
	return (struct rounds){ .horizon_ns = nr_marks, .max_ns = max_ns };
}

/* Records that stand for themselves alone. Others need the reader's state: new events, features, compressed data,
 * traces whose bytes follow the record. */
static bool is_plain(uint32_t type)
{
	return (type > 0 && type < RECORD_USER_TYPE_START) || type == RECORD_FINISHED_ROUND;
}

/* Reads a piece as session_scan_serially does, up to what is not plain or not whole. Changes the piece alone. */
static void walk(const struct scan_job *job, struct piece *piece, const struct perf_events *events)
{
	struct record_run run = { .data = piece->start,
				  .size_bytes = (size_t)(piece->end - piece->start),
				  .file_off = job->rest.file_off + (uint64_t)(piece->start - job->rest.data) };
	uint64_t ordinal = 0;
	struct span span = { .min_ns = UINT64_MAX };
	struct record r;
	piece->stop = piece->start;
	for (size_t pos = 0; record_run_next(&run, job->swap, &pos, &r) && is_plain(r.type);
	     piece->stop = run.data + pos, ordinal++) {
		bool is_sample = r.type == RECORD_SAMPLE;
		uint64_t time_ns = r.type < RECORD_USER_TYPE_START ? events_record_time(events, &r) : UINT64_MAX;
		struct rounds rounds = mark_rounds(piece->spans.count, span.max_ns);
		session_scan_count(&piece->totals, &r, time_ns);
		blocks_add(&piece->blocks, &r, ordinal, time_ns, &rounds);
		if (!is_sample && session_scan_wants(r.type))
			vec_push(&piece->side_band, ((struct piece_record){ r, time_ns, ordinal, piece->spans.count }));
		if (r.type == RECORD_FINISHED_ROUND) {
			vec_push(&piece->spans, span);
			span.min_ns = UINT64_MAX;
		} else if (unlikely(time_ns == 0 || time_ns == UINT64_MAX)) {
			piece->has_untimed_sample |= is_sample;
		} else {
			if (time_ns < span.min_ns) span.min_ns = time_ns;
			if (time_ns > span.max_ns) span.max_ns = time_ns;
		}
	}
	vec_push(&piece->spans, span);
	piece->totals.nr_records = ordinal;
}

/* The workers' side: finds the piece's beginning and end, and walks through it. */
static void run_piece(void *ctx, unsigned index, size_t item)
{
	(void)index;
	struct scan_job *job = ctx;
	struct session *session = job->scan->session;
	struct piece *piece = &job->pieces[item];
	*piece = (struct piece){ .start = piece_start(job, item), .end = piece_start(job, item + 1) };
	struct record_run run = { .data = job->rest.data + item * job->piece_bytes,
				  .size_bytes = MIN(job->piece_bytes, job->rest.size_bytes - item * job->piece_bytes) };
	/* most of it may be a trace, which is passed over */
	bool may_be_trace = header_has(session_header(session), FEATURE_AUXTRACE) ||
			    piece->start >= run.data + run.size_bytes ||
			    piece->end > run.data + run.size_bytes + RESYNC_BYTES;
	if (!may_be_trace) perfdata_prefault(session->perfdata, &run);
	blocks_init(&piece->blocks, SESSION_BLOCK_BYTES);
	walk(job, piece, perfdata_events(session->perfdata));
}

/* ---- taking over */

/* The rounds at each mark of the piece, [0] before the first; NULL when a record of it is late. The caller frees. */
static struct rounds *rounds_of(const struct piece *piece, struct rounds rounds)
{
	struct rounds *all = xcalloc(piece->spans.count, sizeof(*all));
	uint64_t max_before_ns = rounds.max_ns;
	for (size_t i = 0; i < piece->spans.count; i++) {
		const struct span *span = &piece->spans.items[i];
		all[i] = rounds;
		if (span->min_ns <= rounds.horizon_ns) {
			free(all);
			return NULL;
		}
		rounds.max_ns = MAX(max_before_ns, span->max_ns);
		if (i + 1 < piece->spans.count) rounds_mark(&rounds);
	}
	return all;
}

static void add_totals(struct session_totals *totals, const struct session_totals *more)
{
	totals->nr_records += more->nr_records;
	for (size_t i = 0; i < ARRAY_SIZE(totals->nr_by_type); i++) totals->nr_by_type[i] += more->nr_by_type[i];
	totals->nr_unknown += more->nr_unknown;
	totals->lost_events += more->lost_events;
	totals->lost_chunks += more->lost_chunks;
	totals->lost_samples += more->lost_samples;
	totals->trace_bytes += more->trace_bytes;
	if (more->trace_type) totals->trace_type = more->trace_type;
	if (!more->samples_have_time) return;
	if (!totals->samples_have_time || more->first_sample_ns < totals->first_sample_ns)
		totals->first_sample_ns = more->first_sample_ns;
	if (more->last_sample_ns > totals->last_sample_ns) totals->last_sample_ns = more->last_sample_ns;
	totals->samples_have_time = true;
}

/* Adds what was found in the piece to the session, as if it had been read serially. False when that cannot be done,
 * with nothing changed: a record of it is late. */
static bool take_over(struct scan_job *job, struct piece *piece)
{
	struct session_scan *scan = job->scan;
	struct session *session = scan->session;
	bool in_file_order = session->totals.in_file_order;
	uint64_t first_ordinal = session->totals.nr_records;
	uint64_t max_before_ns = session->rounds.max_ns;
	_free_ struct rounds *rounds = in_file_order ? NULL : rounds_of(piece, session->rounds);
	if (!in_file_order && !rounds) return false;
	for (size_t i = 0; i < piece->blocks.all.count; i++) {
		struct block block = piece->blocks.all.items[i];
		block.first_ordinal += first_ordinal;
		if (in_file_order) {
			block.rounds = session->rounds;
		} else {
			uint64_t max_ns = MAX(max_before_ns, block.rounds.max_ns);
			block.rounds = rounds[block.rounds.horizon_ns];
			block.rounds.max_ns = max_ns;
		}
		vec_push(&session->blocks.all, block);
	}
	session->blocks.open = false;
	for (size_t i = 0; i < piece->side_band.count; i++) {
		const struct piece_record *item = &piece->side_band.items[i];
		struct rounds at;
		if (!in_file_order) at = rounds[item->nr_marks];
		session_scan_side_band(scan, &item->record,
				       in_file_order ? turn_key(first_ordinal + item->ordinal + 1, TURN_IN_TIME)
						     : rounds_turn(&at, item->time_ns));
	}
	if (!in_file_order) {
		session->turns_tell_time |= piece->has_untimed_sample;
		session->rounds = rounds[piece->spans.count - 1];
		session->rounds.max_ns = MAX(max_before_ns, vec_last(&piece->spans)->max_ns);
	}
	add_totals(&session->totals, &piece->totals);
	perfdata_skip_to(session->perfdata, piece->stop);
	return true;
}

static void piece_done(struct piece *piece)
{
	blocks_done(&piece->blocks);
	vec_done(&piece->spans);
	vec_done(&piece->side_band);
}

/* The finishing side, in the order of pieces: takes over, or reads serially, up to the piece's end. 1 stops at the end
 * of the input, negative: -errno. */
static int finish_piece(void *ctx, size_t item)
{
	struct scan_job *job = ctx;
	struct session_scan *scan = job->scan;
	struct session *session = scan->session;
	struct piece *piece = &job->pieces[item];
	int rc = 1;
	/* read serially so far, and beyond: damage that reaches over several pieces, compressed data */
	if (perfdata_is_at(session->perfdata, piece->end)) {
		piece_done(piece);
		return 0;
	}
	bool taken = perfdata_is_just_at(session->perfdata, piece->start) && take_over(job, piece);
	if (!taken || piece->stop != piece->end) rc = session_scan_serially(scan, job->options, piece->end);
	piece_done(piece);
	for (; scan->nr_released < session->blocks.all.count; scan->nr_released++)
		perfdata_release(session->perfdata, &session->blocks.all.items[scan->nr_released].run);
	session->on_progress(session->on_progress_ctx, MIN((item + 1) * job->piece_bytes, job->file_size),
			     job->file_size);
	if (rc < 0) return rc;
	return rc == 0; /* the end */
}

int session_scan_parallel(struct session_scan *scan, const struct session_options *options)
{
	struct session *session = scan->session;
	struct scan_job job = { .scan = scan,
				.options = options,
				.swap = perfdata_swapped(session->perfdata),
				.piece_bytes = options->piece_bytes ? (options->piece_bytes + 7) & ~(size_t)7
								    : USUAL_PIECE_BYTES };
	struct perfdata_info info;
	if (session->nr_threads < 2 || options->on_record || !perfdata_rest(session->perfdata, &job.rest) ||
	    job.rest.size_bytes < 2 * job.piece_bytes)
		return 0;
	perfdata_info(session->perfdata, &info);
	job.file_size = info.file_size;
	session->totals.in_file_order = session->turns_tell_time = session_scan_in_file_order(
		perfdata_events(session->perfdata));
	scan->order_known = true;
	job.nr_pieces = (job.rest.size_bytes + job.piece_bytes - 1) / job.piece_bytes;
	job.pieces = xcalloc(job.nr_pieces, sizeof(*job.pieces));
	job.starts = xcalloc(job.nr_pieces, sizeof(*job.starts));
	int rc = threads_ordered(session->nr_threads, job.nr_pieces, (size_t)session->nr_threads * PIECES_AHEAD,
				 run_piece, finish_piece, &job);
	for (size_t i = 0; i < job.nr_pieces; i++) piece_done(&job.pieces[i]); /* those that were not finished */
	free(job.pieces);
	free(job.starts);
	return rc < 0 ? rc : 0;
}
