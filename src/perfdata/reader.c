/* perfdata_next where it is not plain: ends of chunks and streams, header records, compressed and damaged data.
 *
 * perfdata_next_slow looks at the 8-byte record header at the window and does one of:
 *   - fewer than 8 bytes: back from decompressed data to the stream, or on to the next stream, or the end;
 *   - no record can begin here: skip to where three in a row do (resync.c), with a warning;
 *   - the record ends behind the window: read more of the pipe; in decompressed data, wait for the next COMPRESSED
 * record, which holds the rest;
 *   - COMPRESSED: decompress it behind the stream's plain data and go on there; it is not given out itself;
 *   - a record of perf's own: apply it to header and events first (pipe_records.c), then give it out. */
#include "perfdata/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <unistd.h>

/* At most so much is read from a pipe at once. */
#define PIPE_CHUNK ((size_t)1 << 20)

static struct stream *current(struct perfdata *pd)
{
	return pd->stream < pd->streams.count ? &pd->streams.items[pd->stream] : NULL;
}

/* Reads on from a pipe until `need` bytes are at next: 1, 0 when the pipe ended before, -errno. */
static int fill_from_pipe(struct perfdata *pd, struct perfdata_window *w, size_t need)
{
	if (pd->pipe_fd < 0) return 0;
	while ((size_t)(w->end - w->next) < need && !pd->pipe_ended) {
		_err_done_ struct err err = ERR_INIT;
		int r = spool_reserve(&pd->input, PIPE_CHUNK / 4, &err);
		if (r < 0) {
			warnings_add(pd->warnings, "input", "%s: %s", pd->path, err.message);
			return r;
		}
		ssize_t n = read(pd->pipe_fd, spool_end(&pd->input), MIN(spool_room(&pd->input), PIPE_CHUNK));
		if (n < 0) {
			if (errno == EINTR) continue;
			return -errno;
		}
		if (n == 0) pd->pipe_ended = true;
		pd->input.size += (size_t)n;
		w->end = spool_end(&pd->input);
		current(pd)->end = w->end;
	}
	return (size_t)(w->end - w->next) >= need;
}

static void enter_stream(struct perfdata *pd)
{
	const struct stream *s = current(pd);
	pd->window =
		(struct perfdata_window){ .next = s->data, .end = s->end, .file_off = s->file_off, .swap = pd->swap };
}

/* Back from the decompressed data to the stream. What is left in plain is the beginning of a record whose rest is in
 * the next COMPRESSED record. */
static void leave_plain(struct perfdata *pd)
{
	current(pd)->plain_next = pd->window.next;
	pd->window = pd->outer;
}

/* To the decompressed data; all its records have the offset of the COMPRESSED record, file_off. */
static void enter_plain(struct perfdata *pd, uint64_t file_off)
{
	struct stream *s = current(pd);
	pd->outer = pd->window;
	pd->window = (struct perfdata_window){ .next = s->plain_next,
					       .end = spool_end(&s->plain),
					       .file_off = file_off,
					       .swap = pd->swap,
					       .decompressed = true };
}

/* A compressed stream that ended within a record. */
static void check_plain_rest(struct perfdata *pd, struct stream *s)
{
	size_t rest = s->zstd && !s->plain_broken ? (size_t)(spool_end(&s->plain) - s->plain_next) : 0;
	if (rest)
		warnings_add(pd->warnings, "truncated record",
			     "%s: the last compressed record is cut off: %zu bytes are lost", s->path, rest);
}

static void skip_to(struct perfdata_window *w, const uint8_t *p)
{
	if (!w->decompressed) w->file_off += (uint64_t)(p - w->next);
	w->next = p;
}

/* The bytes that follow an AUXTRACE or TRACING_DATA record. */
static uint64_t payload_size(const struct record *r)
{
	struct cursor c = record_cursor(r);
	if (r->type == RECORD_AUXTRACE) {
		uint64_t size = cursor_u64(&c);
		return cursor_ok(&c) ? size : 0;
	}
	if (r->type == RECORD_HEADER_TRACING_DATA) {
		uint64_t size = cursor_u32(&c);
		return cursor_ok(&c) ? (size + 7) & ~7ull : 0;
	}
	return 0;
}

/* Puts the window behind the payload of *r, if it has one, and its size into *r. 0 or -errno. */
static int take_payload(struct perfdata *pd, struct perfdata_window *w, struct record *r)
{
	uint64_t size = payload_size(r);
	if (!size) return 0;
	if ((uint64_t)(w->end - w->next) < size && !w->decompressed) {
		/* bounded by what really comes: the spool grows only by what is read */
		int ret = fill_from_pipe(pd, w, size > SIZE_MAX / 2 ? SIZE_MAX / 2 : (size_t)size);
		if (ret < 0) return ret;
		/* reading may have mapped more, but never moves what is there */
	}
	uint64_t left = (uint64_t)(w->end - w->next);
	if (left < size) {
		warnings_add(pd->warnings, "truncated payload",
			     "%s: the data behind the %s record at offset %#" PRIx64 " is cut off: %" PRIu64
			     " of %" PRIu64 " bytes are lost",
			     pd->path, record_type_name(r->type), r->file_off, size - left, size);
		size = left;
	}
	r->payload_size = size;
	skip_to(w, w->next + size);
	return 0;
}

/* Garbage at w->next: skips to where records begin again. Bytes of a pipe that have not come yet are not looked at:
 * they are examined when the next record is wanted. */
static void skip_garbage(struct perfdata *pd, struct perfdata_window *w)
{
	const uint8_t *found = resync_find(w->next + MIN(8, w->end - w->next), w->end, w->swap);
	if (w->end - found < 8) found = w->end;
	warnings_add(pd->warnings, "garbage", "%s: no record begins at offset %#" PRIx64 "%s: skipped %zu bytes",
		     pd->path, w->file_off, w->decompressed ? " (compressed)" : "", (size_t)(found - w->next));
	skip_to(w, found);
}

/* The end of a stream, maybe within a record: warns and goes to the next stream. false: there is none. */
static bool next_stream(struct perfdata *pd)
{
	struct stream *s = current(pd);
	size_t rest = (size_t)(pd->window.end - pd->window.next);
	if (rest && !pd->cut)
		warnings_add(pd->warnings, "truncated record",
			     "%s: the last record is cut off at offset %#" PRIx64 ": %zu bytes are lost", s->path,
			     pd->window.file_off, rest);
	skip_to(&pd->window, pd->window.end);
	check_plain_rest(pd, s);
	if (s->zstd) {
		ZSTD_freeDStream(s->zstd);
		s->zstd = NULL;
	}
	if (pd->stream + 1 >= pd->streams.count) {
		pd->stream = pd->streams.count;
		perfdata_check_cut(pd);
		return false;
	}
	pd->stream++;
	enter_stream(pd);
	return true;
}

/* Input that is there, but is not yet a whole record, counts as no wait. */
bool perfdata_would_wait(const struct perfdata *pd, int patience_ms)
{
	const struct perfdata_window *w = &pd->window;
	struct pollfd ready = { .fd = pd->pipe_fd, .events = POLLIN };
	size_t size;
	if (pd->pipe_fd < 0 || pd->pipe_ended || pd->stream >= pd->streams.count) return false;
	if (resync_plausible(w->next, w->end, w->swap, &size) && size <= (size_t)(w->end - w->next)) return false;
	if (w->decompressed && pd->outer.end - pd->outer.next >= 8) return false;
	return poll(&ready, 1, patience_ms) == 0;
}

/* Behind what was read before the stream was rewound. */
static void end_replay(struct perfdata *pd)
{
	pd->replay = false;
	pd->replay_to = NULL;
	pd->warnings = pd->sink;
}

int perfdata_next_slow(struct perfdata *pd, struct record *ret)
{
	struct perfdata_window *w = &pd->window;
	for (;;) {
		struct stream *s = current(pd);
		if (!s) return 0;
		if (!w->decompressed) {
			if (unlikely(pd->replay_to && w->next >= pd->replay_to)) end_replay(pd);
			int r = fill_from_pipe(pd, w, 8);
			if (r < 0) return r;
		}
		size_t size = 0;
		bool plausible = resync_plausible(w->next, w->end, w->swap, &size);
		if (w->end - w->next < 8) {
			if (w->decompressed) leave_plain(pd);
			else if (!next_stream(pd)) return 0;
			continue;
		}
		struct record r = { .size = (uint16_t)size,
				    .swap = w->swap,
				    .decompressed = w->decompressed,
				    .data = w->next,
				    .file_off = w->file_off };
		struct cursor c = cursor_of(w->next, 8, w->swap);
		r.type = cursor_u32(&c);
		r.misc = cursor_u16(&c);
		if (!plausible && (r.type == 0 || r.type >= RECORD_TYPE_MAX || size < 8)) {
			skip_garbage(pd, w);
			continue;
		}
		if (size > (size_t)(w->end - w->next)) {
			if (w->decompressed) {
				leave_plain(pd);
				continue;
			}
			int got = fill_from_pipe(pd, w, size);
			if (got < 0) return got;
			if (!got) {
				/* the end, or garbage that looks like a long record */
				const uint8_t *found = resync_find(w->next + 8, w->end, w->swap);
				if (w->end - found >= 8) skip_garbage(pd, w);
				else if (!next_stream(pd)) return 0;
				continue;
			}
		}
		skip_to(w, w->next + size);
		int got = take_payload(pd, w, &r);
		if (got < 0) return got;
		if (r.type == RECORD_COMPRESSED || r.type == RECORD_COMPRESSED2) {
			if (!pd->replay && r.type == RECORD_COMPRESSED) pd->info.nr_compressed++;
			else if (!pd->replay) pd->info.nr_compressed2++;
			got = decompress_record(pd, s, &r);
			if (got < 0 && got != -EBADMSG) return got;
			if (s->zstd) enter_plain(pd, r.file_off);
			continue;
		} else if (r.type >= RECORD_USER_TYPE_START && !pd->replay) {
			pipe_records_apply(pd, &r);
		}
		*ret = r;
		return 1;
	}
}
