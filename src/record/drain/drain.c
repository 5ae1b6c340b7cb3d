/* A round visits all rings, some at a time: take_all looks at what is there (nothing is copied), one write takes it to
 * the file, and consume_all gives the space back to the kernel. Only then are records counted: they are in the
 * processor's cache by then. */
#include "record/drain/drain.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include "base/outbuf.h"
#include "kernel/cpu_list.h"
#include "kernel/event_open.h"
#include "record/drain/compressor.h"
#include "record/objects/hits.h"

/* Size of a run, at least; and how many buffers a write takes at once, which bounds struct batch. */
#define RUN_BYTES (4u << 20)
#define BUFFERS_A_WRITE 64

void drain_done(struct drain *drain) { vec_done(&drain->runs); }

void drain_runs(const struct drain *drain, const uint8_t *data, uint64_t size_bytes, struct record_run *ret)
{
	for (size_t i = 0; i < drain->runs.count; i++) {
		uint64_t start = drain->runs.items[i],
			 end = i + 1 < drain->runs.count ? drain->runs.items[i + 1] : size_bytes;
		ret[i] = (struct record_run){ .data = data + start, .size_bytes = end - start, .file_off = start };
	}
}

/* Readers may begin at any offset noted here; a compressed stream has no such place but the first. */
static void note_run(struct drain *drain)
{
	uint64_t at = perfdata_writer_size(drain->writer);
	if (!drain->runs.count || at - *vec_last(&drain->runs) >= RUN_BYTES) vec_push(&drain->runs, at);
}

/* Writes to the file, if there is one. */
static int append(struct drain *drain, struct iovec *parts, int nr_parts)
{
	if (!drain->writer) return 0;
	note_run(drain);
	return perfdata_writer_append(drain->writer, parts, nr_parts);
}

int drain_append(struct drain *drain, const void *records, size_t size_bytes)
{
	struct iovec part = { (void *)(uintptr_t)records, size_bytes };
	return size_bytes ? append(drain, &part, 1) : 0;
}

int drain_append_parts(struct drain *drain, struct iovec *parts, int nr_parts)
{
	return append(drain, parts, nr_parts);
}

/* In pieces of compressed_bytes: readers may reserve no more for one record's content. */
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

/* Contents of rings: compressed if so wanted, after they were shown to `seen`, as they cannot be read back. */
static int append_rings(struct drain *drain, struct iovec *parts, int nr_parts)
{
	if (!nr_parts) return 0;
	if (!drain->compressor) return append(drain, parts, nr_parts);
	if (drain->seen) hits_see(drain->seen, parts, nr_parts);
	for (int i = 0; i < nr_parts; i++) {
		int r = append_compressed(drain, &parts[i]);
		if (r < 0) return r;
	}
	return 0;
}

/* What one ring gives to a round. */
struct taken {
	struct buffer *buffer;
	struct ring *ring;
	int first_part, nr_parts;
	size_t bytes;
};
/* What one write takes: two parts of a ring at most, two rings of a buffer at most, and FINISHED_ROUND. */
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

/* The state is read before the rings: a buffer found QUIET has had its last record written to the old ring, so what
 * take_ring finds there is all of it. */
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

static void consume_all(const struct batch *batch, struct buffer *const *buffers, size_t count, struct roots *roots)
{
	for (int i = 0; i < batch->nr_taken; i++) {
		const struct taken *t = &batch->taken[i];
		/* writing has brought them into the processor's cache: counting is cheap now */
		ring_tally_add(&t->buffer->tally, batch->written + t->first_part, t->nr_parts, roots);
		ring_consume(t->ring, t->bytes);
	}
	for (int i = 0; i < batch->nr_taken; i++)
		if (batch->taken[i].ring == &batch->taken[i].buffer->ring)
			buffer_judge(batch->taken[i].buffer, batch->taken[i].bytes);
	for (size_t i = 0; i < count; i++)
		if (batch->last_of_old[i]) buffer_leave_old(buffers[i]);
}

/* What comes behind this record is not older than any record of the round before the one it ends: so readers know up
 * to when they can sort (docs/perfdata.md). */
static const struct {
	uint32_t type;
	uint16_t misc, size;
} finished_round = { RECORD_FINISHED_ROUND, 0, 8 };

/* The CPUs of the NUMA node that cpu is on. False when sysfs does not tell. */
static bool node_cpus(const struct drain *drain, int32_t cpu, cpu_set_t *set)
{
	struct kernelfs_names nodes;
	bool found = false;
	if (kernelfs_list(drain->fs, "sys/devices/system/node", KERNELFS_BY_NUMBER, &nodes) < 0) return false;
	for (size_t i = 0; i < nodes.names.count && !found; i++) {
		struct cpu_list list;
		_free_ char *text = kernelfs_read(drain->fs, "sys/devices/system/node/%s/cpulist",
						  nodes.names.items[i]);
		if (!text || !cpu_list_parse(text, &list)) continue;
		CPU_ZERO(set);
		for (size_t k = 0; k < list.cpus.count; k++) {
			found |= list.cpus.items[k] == cpu;
			if (list.cpus.items[k] < CPU_SETSIZE) CPU_SET(list.cpus.items[k], set);
		}
		vec_done(&list.cpus);
	}
	kernelfs_names_done(&nodes);
	return found;
}

/* Not being allowed there is no reason not to record. */
static void move_to(const struct drain *drain, const struct buffer *buffer)
{
	cpu_set_t set;
	if (buffer->cpu < 0 || buffer->cpu >= CPU_SETSIZE) return;
	CPU_ZERO(&set);
	CPU_SET(buffer->cpu, &set);
	if (drain->affinity == DRAIN_ON_CPU || node_cpus(drain, buffer->cpu, &set))
		(void)sched_setaffinity(0, sizeof(set), &set);
}

/* Writes the rounds that the consumer has finished, each followed by its FINISHED_ROUND. */
static int append_consumed(struct drain *drain)
{
	struct iovec part;
	while (round_queue_next(drain->rounds, &part)) {
		int r = append_rings(drain, &part, 1);
		if (r >= 0) r = drain_append(drain, &finished_round, 8);
		if (r < 0) return r;
	}
	return 0;
}

/* An overwritten ring is read from its newest record to its oldest: puts the records the other way round. */
static void append_reversed(struct outbuf *out, const struct iovec *parts, int nr_parts, size_t bytes)
{
	_free_ uint8_t *forward = xmalloc(bytes);
	memcpy(forward, parts[0].iov_base, parts[0].iov_len);
	if (nr_parts > 1) memcpy(forward + parts[0].iov_len, parts[1].iov_base, parts[1].iov_len);
	uint8_t *to = (uint8_t *)out_reserve(out, bytes) + bytes;
	for (size_t at = 0; at < bytes;) {
		uint16_t size;
		memcpy(&size, forward + at + 6, sizeof(size));
		to -= size;
		memcpy(to, forward + at, size);
		at += size;
	}
	out->size += bytes;
}

/* One overwritten ring, which the kernel does not write to meanwhile: its new records in order of time, in out. */
static struct iovec take_overwritten(struct drain *drain, struct buffer *buffer, struct outbuf *out)
{
	struct iovec parts[2];
	size_t bytes = 0;
	out->size = 0;
	(void)event_pause_output(buffer->ring.fd, true); /* before Linux 4.7 there is none, nor a ring of this kind */
	int n = ring_peek_backward(&buffer->ring, parts, &bytes);
	if (n) {
		ring_tally_add(&buffer->tally, parts, n, drain->roots);
		append_reversed(out, parts, n, bytes);
	}
	(void)event_pause_output(buffer->ring.fd, false);
	return (struct iovec){ out->data, out->size };
}

/* What overwritten rings have got since the last round goes into this one. Returns the bytes. */
static uint64_t queue_overwritten(struct drain *drain)
{
	uint64_t total = 0;
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < drain->nr_buffers; i++) {
		if (!drain->buffers[i]->backward) continue;
		struct iovec part = take_overwritten(drain, drain->buffers[i], &out);
		total += part.iov_len;
		if (part.iov_len) round_queue_add(drain->rounds, &part, 1);
	}
	out_done(&out);
	return total;
}

/* The rings of a round into memory; to the file what earlier rounds became. */
static int64_t queued_round(struct drain *drain, bool all)
{
	struct batch batch;
	uint64_t total = 0, fullest = 0;
	size_t a_write = drain->affinity == DRAIN_ANYWHERE ? BUFFERS_A_WRITE : 1;
	drain->held_up = round_queue_is_full(drain->rounds, all);
	for (size_t first = 0; first < drain->nr_buffers && !drain->held_up; first += a_write) {
		size_t count = MIN(drain->nr_buffers - first, a_write);
		if (drain->affinity != DRAIN_ANYWHERE) move_to(drain, drain->buffers[first]);
		take_all(&batch, drain->buffers + first, count, all ? 0 : drain->flush_bytes);
		total += batch.bytes;
		fullest = MAX(fullest, batch.fullest_bytes);
		round_queue_add(drain->rounds, batch.parts, batch.nr_parts);
		consume_all(&batch, drain->buffers + first, count, drain->roots);
	}
	/* behind the others: the side band of the samples is in this round, or in the one that makes it due */
	if (!drain->held_up && drain->rounds_have_overwritten) total += queue_overwritten(drain);
	if (!drain->held_up) round_queue_end_round(drain->rounds);
	drain->last_bytes = total;
	drain->fullest_bytes = fullest;
	int r = append_consumed(drain);
	return r < 0 ? r : (int64_t)total;
}

int drain_flush(struct drain *drain)
{
	if (!drain->rounds) return 0;
	round_queue_flush(drain->rounds);
	return append_consumed(drain);
}

int64_t drain_round(struct drain *drain, bool all)
{
	if (drain->rounds) return queued_round(drain, all);
	struct batch batch;
	uint64_t total = 0, fullest = 0;
	/* With an affinity the thread moves to each ring's CPU first, so each ring is a write of its own. */
	size_t a_write = drain->affinity == DRAIN_ANYWHERE ? BUFFERS_A_WRITE : 1;
	for (size_t first = 0; first < drain->nr_buffers; first += a_write) {
		size_t count = MIN(drain->nr_buffers - first, a_write);
		if (drain->affinity != DRAIN_ANYWHERE) move_to(drain, drain->buffers[first]);
		take_all(&batch, drain->buffers + first, count, all ? 0 : drain->flush_bytes);
		total += batch.bytes;
		fullest = MAX(fullest, batch.fullest_bytes);
		/* FINISHED_ROUND goes with the last write, without a system call of its own. With compression it is
		 * written below, as it is not compressed. */
		bool last = first + count == drain->nr_buffers;
		if (last && total && !drain->compressor && !drain->no_rounds)
			batch.parts[batch.nr_parts++] = (struct iovec){ (void *)(uintptr_t)&finished_round, 8 };
		int r = append_rings(drain, batch.parts, batch.nr_parts);
		if (r < 0) return r;
		consume_all(&batch, drain->buffers + first, count, drain->roots);
	}
	if (total && drain->compressor && !drain->no_rounds) {
		int r = drain_append(drain, &finished_round, 8);
		if (r < 0) return r;
	}
	drain->last_bytes = total;
	drain->fullest_bytes = fullest;
	return (int64_t)total;
}

int64_t drain_overwritten(struct drain *drain)
{
	uint64_t total = 0;
	int r = 0;
	struct outbuf out;
	if (drain->rounds_have_overwritten) return 0;
	out_init(&out, -1);
	for (size_t i = 0; i < drain->nr_buffers && r >= 0; i++) {
		if (!drain->buffers[i]->backward) continue;
		struct iovec part = take_overwritten(drain, drain->buffers[i], &out);
		total += part.iov_len;
		if (part.iov_len) r = append_rings(drain, &part, 1);
	}
	if (r >= 0 && total && !drain->no_rounds) r = drain_append(drain, &finished_round, 8);
	out_done(&out);
	return r < 0 ? r : (int64_t)total;
}
