#include "record/drain.h"

#include <errno.h>
#include <string.h>
#include "record/compressor.h"

#define RUN_BYTES (4u << 20)
#define BUFFERS_A_WRITE 64

void drain_done(struct drain *drain) { vec_done(&drain->runs); }

/* Readers may begin at any offset noted here; a compressed stream has no such place but the first. */
static void note_run(struct drain *drain)
{
	uint64_t at = perfdata_writer_size(drain->writer);
	if (!drain->runs.count || at - *vec_last(&drain->runs) >= RUN_BYTES) vec_push(&drain->runs, at);
}

static int append(struct drain *drain, struct iovec *parts, int nr_parts)
{
	note_run(drain);
	return perfdata_writer_append(drain->writer, parts, nr_parts);
}

int drain_append(struct drain *drain, const void *records, size_t size_bytes)
{
	struct iovec part = { (void *)(uintptr_t)records, size_bytes };
	return size_bytes ? append(drain, &part, 1) : 0;
}

static int append_compressed(struct drain *drain, const struct iovec *part)
{
	const uint8_t *data = part->iov_base;
	for (size_t at = 0; at < part->iov_len;) {
		size_t n = MIN(part->iov_len - at, drain->compressed_bytes ? drain->compressed_bytes : part->iov_len);
		struct iovec compressed;
		int r = compressor_run(drain->compressor, data + at, n, &compressed);
		if (r >= 0) r = append(drain, &compressed, 1);
		if (r < 0) return r;
		at += n;
	}
	return 0;
}

static int append_rings(struct drain *drain, struct iovec *parts, int nr_parts)
{
	if (!nr_parts) return 0;
	if (!drain->compressor) return append(drain, parts, nr_parts);
	for (int i = 0; i < nr_parts; i++) {
		int r = append_compressed(drain, &parts[i]);
		if (r < 0) return r;
	}
	return 0;
}

/* What one ring gives to a round. */
struct taken { struct buffer *buffer; struct ring *ring; int first_part, nr_parts; size_t bytes; };
struct batch {
	struct iovec parts[4 * BUFFERS_A_WRITE + 1], written[4 * BUFFERS_A_WRITE]; /* the writer uses up the first */
	struct taken taken[2 * BUFFERS_A_WRITE];
	bool last_of_old[BUFFERS_A_WRITE];
	int nr_parts, nr_taken;
	uint64_t bytes, fullest_bytes;
};

/* False: what is there may wait. */
static bool take_ring(struct batch *batch, struct buffer *buffer, struct ring *ring, uint64_t at_least_bytes)
{
	struct taken *t = &batch->taken[batch->nr_taken];
	*t = (struct taken){ .buffer = buffer, .ring = ring, .first_part = batch->nr_parts };
	t->nr_parts = ring_peek(ring, batch->parts + batch->nr_parts, &t->bytes);
	if (t->nr_parts == 0) return true;
	if (t->bytes < at_least_bytes) return false;
	batch->nr_taken++;
	batch->nr_parts += t->nr_parts;
	batch->bytes += t->bytes;
	batch->fullest_bytes = MAX(batch->fullest_bytes, t->bytes);
	return true;
}

static void take_all(struct batch *batch, struct buffer *const *buffers, size_t count, uint64_t at_least_bytes)
{
	batch->nr_parts = batch->nr_taken = 0;
	batch->bytes = batch->fullest_bytes = 0;
	for (size_t i = 0; i < count; i++) {
		enum buffer_state state = buffer_state(buffers[i]);
		batch->last_of_old[i] = false;
		if (buffers[i]->backward) continue;
		bool taken = take_ring(batch, buffers[i], &buffers[i]->ring, at_least_bytes);
		if (state != BUFFER_BOTH && state != BUFFER_QUIET) continue;
		take_ring(batch, buffers[i], &buffers[i]->newer, at_least_bytes);
		batch->last_of_old[i] = taken && state == BUFFER_QUIET;
	}
	memcpy(batch->written, batch->parts, (size_t)batch->nr_parts * sizeof(batch->parts[0]));
}

static void consume_all(const struct batch *batch, struct buffer *const *buffers, size_t count)
{
	for (int i = 0; i < batch->nr_taken; i++) {
		const struct taken *t = &batch->taken[i];
		/* writing has brought them into the processor's cache: counting is cheap now */
		ring_tally_add(&t->buffer->tally, batch->written + t->first_part, t->nr_parts);
		ring_consume(t->ring, t->bytes);
	}
	for (int i = 0; i < batch->nr_taken; i++)
		if (batch->taken[i].ring == &batch->taken[i].buffer->ring) buffer_judge(batch->taken[i].buffer, batch->taken[i].bytes);
	for (size_t i = 0; i < count; i++)
		if (batch->last_of_old[i]) buffer_leave_old(buffers[i]);
}

int64_t drain_round(struct drain *drain, bool all)
{
	static const struct { uint32_t type; uint16_t misc, size; } finished_round = { RECORD_FINISHED_ROUND, 0, 8 };
	struct batch batch;
	uint64_t total = 0, fullest = 0;
	for (size_t first = 0; first < drain->nr_buffers; first += BUFFERS_A_WRITE) {
		size_t count = MIN(drain->nr_buffers - first, (size_t)BUFFERS_A_WRITE);
		take_all(&batch, drain->buffers + first, count, all ? 0 : drain->flush_bytes);
		total += batch.bytes;
		fullest = MAX(fullest, batch.fullest_bytes);
		bool last = first + count == drain->nr_buffers;
		if (last && total && !drain->compressor) batch.parts[batch.nr_parts++] = (struct iovec){ (void *)(uintptr_t)&finished_round, 8 };
		int r = append_rings(drain, batch.parts, batch.nr_parts);
		if (r < 0) return r;
		consume_all(&batch, drain->buffers + first, count);
	}
	if (total && drain->compressor) {
		int r = drain_append(drain, &finished_round, 8);
		if (r < 0) return r;
	}
	drain->last_bytes = total;
	drain->fullest_bytes = fullest;
	return (int64_t)total;
}
