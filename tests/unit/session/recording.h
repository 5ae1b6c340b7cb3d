/* Recordings made by hand, and what comes out of a pass over them, as text: for tests of sessions. */
#ifndef TESTS_UNIT_SESSION_RECORDING_H
#define TESTS_UNIT_SESSION_RECORDING_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "perfdata/writer.h"
#include "session/session.h"
#include "tests/unit/test.h"

/* ---- writing the file: events of one layout, and data */
struct writer {
	struct outbuf out;
	uint64_t sample_type, flags;
};

_unused_ static struct outbuf *out_of(struct writer *w)
{
	if (!w->out.capacity) out_init(&w->out, -1);
	return &w->out;
}
_unused_ static struct event_attr attr_of(const struct writer *w, uint64_t config, uint64_t read_format)
{
	return (struct event_attr){ .type = ATTR_TYPE_SOFTWARE,
				    .config = config,
				    .sample_type = w->sample_type,
				    .flags = w->flags,
				    .sample_period = 1,
				    .read_format = read_format };
}
_unused_ static void put_as(struct writer *w, const struct sample *sample, uint64_t read_format)
{
	struct perf_events events;
	const struct event_attr attr = attr_of(w, 0, read_format);
	events_init(&events);
	CHECK_INT(sample_encode(out_of(w), events_add(&events, &attr, NULL), sample), 0);
	events_done(&events);
}
_unused_ static void put_sample(struct writer *w, uint32_t tid, uint64_t ip, uint64_t time_ns)
{
	const struct sample sample = { .ip = ip, .pid = tid, .tid = tid, .time_ns = time_ns, .misc = CPUMODE_USER };
	put_as(w, &sample, 0);
}
_unused_ static void put_comm(struct writer *w, uint32_t tid, const char *name, uint64_t time_ns)
{
	const struct sample_id id = { w->sample_type & (SAMPLE_TID | SAMPLE_TIME), tid, tid, 0, time_ns, 0, 0 };
	const struct record_envelope envelope = { .type = RECORD_COMM,
						  .id = w->flags & ATTR_SAMPLE_ID_ALL ? &id : NULL };
	const struct record_comm comm = { .pid = tid, .tid = tid, .comm = name };
	CHECK_INT(record_encode_comm(out_of(w), envelope, &comm), 0);
}
_unused_ static void put_bare(struct writer *w, uint32_t type)
{
	const struct record_bare bare = { 0 };
	CHECK_INT(record_encode_bare(out_of(w), (struct record_envelope){ .type = type }, &bare), 0);
}
_unused_ static void put_round(struct writer *w) { put_bare(w, RECORD_FINISHED_ROUND); }

static char path[] = "/tmp/perf-test-session-XXXXXX"; /* made by the first test that writes it */

/* nr_events: each has its number, from 7 on, as its only id; one event needs none. */
_unused_ static void write_events(struct writer *w, uint64_t nr_events, uint64_t read_format)
{
	static bool made;
	struct perf_events events;
	struct perfdata_writer *writer;
	if (!made) {
		made = true;
		close(mkstemp(path));
	}
	events_init(&events);
	for (uint64_t i = 0; i < nr_events; i++) {
		const struct event_attr attr = attr_of(w, i, read_format);
		struct perf_event *event = events_add(&events, &attr, NULL);
		if (nr_events > 1) events_add_ids(&events, event, (const uint64_t[]){ 7 + i }, 1);
	}
	int fd = open(path, O_WRONLY | O_TRUNC);
	CHECK_INT(perfdata_writer_new(fd, WRITER_FILE, &events, &writer, NULL), 0);
	CHECK_INT(perfdata_writer_append(writer, &(struct iovec){ out_of(w)->data, w->out.size }, 1), 0);
	CHECK_INT(perfdata_writer_finish(writer, &(struct perf_header){ 0 }, NULL), 0);
	perfdata_writer_free(writer);
	close(fd);
	events_done(&events);
}

_unused_ static void write_file(struct writer *w) { write_events(w, 1, 0); }

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
