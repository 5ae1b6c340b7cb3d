#include "record/drain.h"

#include <errno.h>
#include <string.h>
#include "record/compressor.h"

#define RUN_BYTES (4u << 20)
#define RINGS_A_WRITE 64

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

static int append_rings(struct drain *drain, struct iovec *parts, int nr_parts)
{
	if (!nr_parts) return 0;
	if (!drain->compressor) return append(drain, parts, nr_parts);
	for (int i = 0; i < nr_parts; i++) {
		struct iovec compressed;
		int r = compressor_run(drain->compressor, parts[i].iov_base, parts[i].iov_len, &compressed);
		if (r >= 0) r = append(drain, &compressed, 1);
		if (r < 0) return r;
	}
	return 0;
}

int64_t drain_round(struct drain *drain, bool all)
{
	static const struct { uint32_t type; uint16_t misc, size; } finished_round = { RECORD_FINISHED_ROUND, 0, 8 };
	struct iovec parts[2 * RINGS_A_WRITE + 1], written[2 * RINGS_A_WRITE]; /* the writer uses up the first */
	size_t taken[RINGS_A_WRITE];
	int part_of[RINGS_A_WRITE], count_of[RINGS_A_WRITE];
	uint64_t total = 0, fullest = 0;
	for (size_t first = 0; first < drain->nr_rings; first += RINGS_A_WRITE) {
		size_t count = MIN(drain->nr_rings - first, (size_t)RINGS_A_WRITE);
		int nr_parts = 0;
		uint64_t batch = 0;
		for (size_t i = 0; i < count; i++) {
			size_t bytes;
			int n = ring_peek(&drain->rings[first + i], parts + nr_parts, &bytes);
			taken[i] = 0;
			if (n == 0 || (!all && bytes < drain->flush_bytes)) continue;
			taken[i] = bytes;
			part_of[i] = nr_parts;
			count_of[i] = n;
			nr_parts += n;
			batch += bytes;
			fullest = MAX(fullest, bytes);
		}
		total += batch;
		memcpy(written, parts, (size_t)nr_parts * sizeof(parts[0]));
		bool last = first + count == drain->nr_rings;
		if (last && total && !drain->compressor) parts[nr_parts++] = (struct iovec){ (void *)(uintptr_t)&finished_round, 8 };
		int r = append_rings(drain, parts, nr_parts);
		if (r < 0) return r;
		for (size_t i = 0; i < count; i++) {
			if (!taken[i]) continue;
			/* writing has brought them into the processor's cache: counting is cheap now */
			ring_tally_add(&drain->tallies[first + i], written + part_of[i], count_of[i]);
			ring_consume(&drain->rings[first + i], taken[i]);
		}
	}
	if (total && drain->compressor) {
		int r = drain_append(drain, &finished_round, 8);
		if (r < 0) return r;
	}
	drain->last_bytes = total;
	drain->fullest_bytes = fullest;
	return (int64_t)total;
}
