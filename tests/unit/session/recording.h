/* Recordings made by hand, and what comes out of a pass over them, as text: for tests of sessions. */
#ifndef TESTS_UNIT_SESSION_RECORDING_H
#define TESTS_UNIT_SESSION_RECORDING_H

#include <errno.h>
#include <unistd.h>
#include "session/session.h"
#include "tests/unit/test.h"

/* ---- writing the file: header, one attr without ids, data */
struct writer {
	uint8_t *data;
	size_t size, capacity;
	uint64_t sample_type, flags;
	uint64_t seed;
};

_unused_ static void put(struct writer *w, const void *p, size_t n)
{
	if (w->size + n > w->capacity) w->data = xrealloc(w->data, w->capacity = (w->size + n) * 2);
	memcpy(w->data + w->size, p, n);
	w->size += n;
}
_unused_ static void put_u32(struct writer *w, uint32_t v) { put(w, &v, sizeof(v)); }
_unused_ static void put_u64(struct writer *w, uint64_t v) { put(w, &v, sizeof(v)); }
_unused_ static void put_header(struct writer *w, uint32_t type, uint16_t misc, uint16_t size)
{
	put_u32(w, type);
	put(w, &misc, 2);
	put(w, &size, 2);
}
_unused_ static void put_trailer(struct writer *w, uint32_t pid, uint32_t tid, uint64_t time_ns)
{
	if (!(w->flags & ATTR_SAMPLE_ID_ALL)) return;
	put_u32(w, pid);
	put_u32(w, tid);
	if (w->sample_type & SAMPLE_TIME) put_u64(w, time_ns);
}
_unused_ static size_t trailer_size(const struct writer *w)
{
	return !(w->flags & ATTR_SAMPLE_ID_ALL) ? 0 : w->sample_type & SAMPLE_TIME ? 16 : 8;
}
_unused_ static void put_sample(struct writer *w, uint32_t tid, uint64_t ip, uint64_t time_ns)
{
	put_header(w, RECORD_SAMPLE, CPUMODE_USER, w->sample_type & SAMPLE_TIME ? 32 : 24);
	put_u64(w, ip);
	put_u32(w, tid);
	put_u32(w, tid);
	if (w->sample_type & SAMPLE_TIME) put_u64(w, time_ns);
}
_unused_ static void put_comm(struct writer *w, uint32_t tid, const char *name, uint64_t time_ns)
{
	char text[8] = { 0 };
	strncpy(text, name, 7);
	put_header(w, RECORD_COMM, 0, (uint16_t)(24 + trailer_size(w)));
	put_u32(w, tid);
	put_u32(w, tid);
	put(w, text, 8);
	put_trailer(w, tid, tid, time_ns);
}
_unused_ static void put_round(struct writer *w) { put_header(w, RECORD_FINISHED_ROUND, 0, 8); }

static char path[] = "/tmp/perf-test-session-XXXXXX"; /* made by the first test that writes it */

/* nr_events: each has its number, from 7 on, as its only id; one event needs none. */
_unused_ static void write_events(const struct writer *w, uint64_t nr_events, uint64_t read_format)
{
	struct writer f = { 0 };
	uint64_t nr_ids = nr_events > 1 ? nr_events : 0, attrs_off = 104 + nr_ids * 8;
	put(&f, "PERFILE2", 8);
	put_u64(&f, 104);
	put_u64(&f, 152);
	put_u64(&f, attrs_off);
	put_u64(&f, 152 * nr_events);
	put_u64(&f, attrs_off + 152 * nr_events);
	put_u64(&f, w->size);
	for (int i = 0; i < 6; i++) put_u64(&f, 0);
	for (uint64_t i = 0; i < nr_ids; i++) put_u64(&f, 7 + i);
	for (uint64_t i = 0; i < nr_events; i++) {
		struct event_attr attr = { .type = 1,
					   .config = i,
					   .size = 136,
					   .sample_type = w->sample_type,
					   .flags = w->flags,
					   .sample_period = 1,
					   .read_format = read_format };
		put(&f, &attr, 136);
		put_u64(&f, nr_ids ? 104 + i * 8 : 0);
		put_u64(&f, nr_ids ? 8 : 0);
	}
	static bool made;
	if (!made) {
		made = true;
		close(mkstemp(path));
	}
	FILE *out = fopen(path, "wb");
	CHECK(out != NULL);
	if (!out) return;
	fwrite(f.data, 1, f.size, out);
	fwrite(w->data, 1, w->size, out);
	fclose(out);
	free(f.data);
}

_unused_ static void write_file(const struct writer *w) { write_events(w, 1, 0); }

/* ---- reading it back as text */
struct text {
	char *data;
	size_t size, capacity;
};
struct reader {
	struct text workers[16];
	struct text all;
	int batches_left;
	int drops;
};

_unused_ static void worker_begin(void *ctx, struct session_worker *worker)
{
	struct reader *reader = ctx;
	worker->state = &reader->workers[worker->index];
}
_unused_ static void add(struct text *text, const char *line)
{
	size_t n = strlen(line);
	if (text->size + n + 1 > text->capacity)
		text->data = xrealloc(text->data, text->capacity = (text->size + n + 1) * 2);
	memcpy(text->data + text->size, line, n + 1);
	text->size += n;
}
_unused_ static void *batch_begin(void *ctx, struct session_worker *worker, size_t batch)
{
	struct text *text = worker->state;
	*text = (struct text){ 0 };
	return xcalloc(1, sizeof(struct text));
}
_unused_ static void batch_done(void *ctx, struct session_worker *worker, void *state)
{
	*(struct text *)state = *(struct text *)worker->state;
}
_unused_ static int batch_finish(void *ctx, void *state)
{
	struct reader *reader = ctx;
	struct text *text = state;
	if (text->data) add(&reader->all, text->data);
	free(text->data);
	free(text);
	return reader->batches_left && --reader->batches_left == 0 ? -EPIPE : 0;
}
_unused_ static void batch_drop(void *ctx, void *state)
{
	((struct reader *)ctx)->drops++;
	free(((struct text *)state)->data);
	free(state);
}

#endif
