#include "record/aux/aux_trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "kernel/event_open.h"
#include "perfdata/record/record.h"
#include "record/evset/open_failure.h"

/* The event of the list that traces; -1: none. */
static int find_trace(const struct event_list *events)
{
	for (size_t i = 0; i < event_list_count(events); i++)
		if (event_list_get(events, i)->is_trace) return (int)i;
	return -1;
}

/* The trace's descriptor among those of a buffer, which it is mapped through: the first. -1: it has none. */
static int trace_fd(const struct ring_set *rings, size_t event, const struct buffer *buffer)
{
	const struct target *target = rings->evset->target;
	for (size_t cpu = 0; cpu < target->cpus.count; cpu++)
		for (size_t thread = 0; thread < target->tids.count; thread++)
			if (evset_fd(rings->evset, event, cpu, thread) == buffer->fds.items[0])
				return buffer->fds.items[0];
	return -1;
}

static void close_areas(struct aux_trace *trace)
{
	for (size_t i = 0; i < trace->count; i++) aux_area_close(&trace->areas[i].area);
	trace->count = 0;
}

/* All areas of that size. */
static int open_areas(struct aux_trace *trace, const struct ring_set *rings, size_t event, size_t pages)
{
	for (size_t i = 0; i < rings->count; i++) {
		const struct buffer *buffer = rings->buffers[i];
		int fd = trace_fd(rings, event, buffer);
		if (fd < 0) continue;
		struct aux_trace_area *area = &trace->areas[trace->count];
		/* the area of a CPU has the trace of the threads that are recorded, wherever they came from */
		int32_t tid = buffer->cpu < 0 ? buffer->tally.tid : rings->evset->target->tids.items[0];
		*area = (struct aux_trace_area){
			.buffer = buffer, .fd = fd, .index = (uint32_t)i, .tid = (uint32_t)tid
		};
		int r = aux_area_open(&area->area, &buffer->ring, fd, pages,
				      trace->options.snapshots || trace->options.in_samples);
		if (r < 0) return r;
		trace->count++;
	}
	return 0;
}

int aux_trace_open(struct aux_trace *trace, const struct ring_set *rings, const struct aux_trace_options *options,
		   struct err *err)
{
	enum { USUAL_BYTES = 4 << 20, LEAST_BYTES = 128 << 10 };
	*trace = (struct aux_trace){ .options = *options };
	int event = find_trace(rings->evset->events);
	if (event < 0) return 0;
	trace->spec = event_list_get(rings->evset->events, (size_t)event);
	const struct aux_kind *kind = aux_kind_of(trace->spec);
	if (!kind)
		return err_set(err, -EOPNOTSUPP, "Traces of %s cannot be recorded by this version.",
			       trace->spec->pmu_name);
	const struct aux_facts facts = { .fs = rings->evset->fs, .spec = trace->spec };
	int r = kind->check(&facts, err);
	if (r < 0) return r;
	size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = options->pages ? options->pages : USUAL_BYTES / page;
	trace->areas = xcalloc(rings->count + 1, sizeof(*trace->areas));
	if (getrandom(&trace->reference, sizeof(trace->reference), GRND_NONBLOCK) < 0) trace->reference = 1;
	r = open_areas(trace, rings, (size_t)event, pages);
	if (r == -EPERM && !options->pages) {
		close_areas(trace);
		r = open_areas(trace, rings, (size_t)event, pages = LEAST_BYTES / page);
	}
	if (r < 0) return ring_failure(pages, r, err);
	trace->options.pages = pages;
	if (!trace->options.snapshot_bytes) trace->options.snapshot_bytes = pages * page;
	if (trace->options.snapshot_bytes > pages * page)
		return err_set(err, -EINVAL,
			       "Snapshot size %zu must not be greater than AUX area tracing mmap size %zu",
			       trace->options.snapshot_bytes, pages * page);
	trace->kind = kind;
	return 0;
}

void aux_trace_done(struct aux_trace *trace)
{
	close_areas(trace);
	free(trace->areas);
	vec_done(&trace->places);
	*trace = (struct aux_trace){ 0 };
}

void aux_trace_info(const struct aux_trace *trace, struct aux_facts *facts, struct outbuf *out)
{
	uint64_t words[AUX_INFO_WORDS];
	if (!trace->kind || !trace->count) return;
	facts->spec = trace->spec;
	facts->snapshots = trace->options.snapshots;
	facts->clock_known = ring_tsc_clock(&trace->areas[0].buffer->ring, &facts->clock);
	size_t count = trace->kind->info(facts, words);
	size_t begin = record_begin(out, RECORD_AUXTRACE_INFO, 0);
	out_u32(out, trace->kind->type);
	out_u32(out, 0);
	for (size_t i = 0; i < count; i++) out_u64(out, words[i]);
	(void)record_end(out, begin);
}

/* What came out of an area, and where in its trace that begins. */
struct piece {
	struct iovec parts[2];
	size_t bytes;
	uint64_t offset;
};

/* A record in front of the bytes, which are filled up to a multiple of 8. */
static int write_piece(struct aux_trace *trace, const struct aux_trace_area *area, struct drain *drain,
		       const struct piece *piece)
{
	static const uint64_t padding = 0;
	size_t more = -piece->bytes & 7;
	const struct record_auxtrace fields = { .size = piece->bytes + more,
						.offset = piece->offset,
						.reference = trace->reference,
						.idx = area->index,
						.tid = area->tid,
						.cpu = (uint32_t)area->buffer->cpu };
	struct outbuf out;
	out_init(&out, -1);
	int r = record_encode_auxtrace(&out, (struct record_envelope){ .type = RECORD_AUXTRACE }, &fields);
	struct iovec all[] = {
		{ out.data, out.size }, piece->parts[0], piece->parts[1], { (void *)(uintptr_t)&padding, more }
	};
	const struct aux_place place = { .offset = drain->writer ? perfdata_writer_offset(drain->writer) : 0,
					 .size = out.size };
	if (r >= 0) r = drain_append_parts(drain, all, ARRAY_SIZE(all));
	if (r >= 0) vec_push(&trace->places, place);
	out_done(&out);
	return r;
}

int64_t aux_trace_drain(struct aux_trace *trace, struct drain *drain, bool is_on)
{
	int64_t total = 0;
	bool is_overwritten = trace->options.snapshots || trace->options.in_samples;
	for (size_t i = 0; i < trace->count && !is_overwritten; i++) {
		struct aux_trace_area *area = &trace->areas[i];
		struct piece piece = { .offset = area->area.tail };
		if (!aux_area_peek(&area->area, piece.parts, &piece.bytes)) continue;
		int r = write_piece(trace, area, drain, &piece);
		if (r < 0) return r;
		aux_area_consume(&area->area, piece.bytes);
		if (is_on) (void)event_enable(area->fd);
		total += (int64_t)piece.bytes;
	}
	trace->nr_bytes += (uint64_t)total;
	return total;
}

int64_t aux_trace_snapshot(struct aux_trace *trace, struct drain *drain, bool is_on)
{
	int64_t total = 0;
	for (size_t i = 0; i < trace->count && trace->options.snapshots; i++) {
		struct aux_trace_area *area = &trace->areas[i];
		struct piece piece = { .bytes = 0 };
		(void)event_disable(area->fd);
		(void)aux_area_snapshot(&area->area, trace->options.snapshot_bytes, piece.parts, &piece.bytes);
		piece.offset = area->area.tail - piece.bytes;
		int r = piece.bytes ? write_piece(trace, area, drain, &piece) : 0;
		if (is_on) (void)event_enable(area->fd);
		if (r < 0) return r;
		total += (int64_t)piece.bytes;
	}
	trace->nr_bytes += (uint64_t)total;
	return total;
}

void aux_trace_index(struct aux_trace *trace, struct perf_header *header)
{
	header->auxtrace = NULL;
	header->nr_auxtrace = 0;
	if (!trace->kind) return;
	header->auxtrace = arena_alloc(&header->arena, (trace->places.count + 1) * sizeof(*header->auxtrace));
	for (size_t i = 0; i < trace->places.count; i++) {
		header->auxtrace[i].offset = trace->places.items[i].offset;
		header->auxtrace[i].size = trace->places.items[i].size;
	}
	header->nr_auxtrace = trace->places.count;
	header_set(header, FEATURE_AUXTRACE);
	trace->places.count = 0;
}
