#include "record/aux/aux_trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
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

/* The trace's descriptor among those of a buffer, which it is mapped through: the first. -1: it has none. Events of
 * several PMUs of a kind may trace, each on CPUs of its own. */
static int trace_fd(const struct buffer *buffer) { return buffer->has_trace ? buffer->fds.items[0] : -1; }

static void close_areas(struct aux_trace *trace)
{
	for (size_t i = 0; i < trace->count; i++) aux_area_close(&trace->areas[i].area);
	trace->count = 0;
}

/* All areas of that size. */
static int open_areas(struct aux_trace *trace, const struct ring_set *rings, size_t pages)
{
	for (size_t i = 0; i < rings->count; i++) {
		const struct buffer *buffer = rings->buffers[i];
		int fd = trace_fd(buffer);
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

/* Not 0. When a piece was taken: readers of Intel PT take the upper bits of the time from it, which TSC packets do not
 * have, and those of Intel BTS have no other time. */
static uint64_t reference(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc() | 1;
#else
	uint64_t number;
	return getrandom(&number, sizeof(number), GRND_NONBLOCK) < 0 ? 1 : number | 1;
#endif
}

static uint64_t clock_ns(const struct event_spec *spec)
{
	struct timespec now;
	(void)clock_gettime(spec->attr.clockid, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
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
	int r = 0;
	if (trace->spec->is_stepped) {
		trace->kind = kind;
		trace->origin_ns = clock_ns(trace->spec);
		return 0;
	}
	size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = options->pages ? options->pages : USUAL_BYTES / page;
	trace->areas = xcalloc(rings->count + 1, sizeof(*trace->areas));
	r = open_areas(trace, rings, pages);
	if (r == -EPERM && !options->pages) {
		close_areas(trace);
		r = open_areas(trace, rings, pages = LEAST_BYTES / page);
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
	aux_trace_stop(trace);
	stepper_free(trace->stepper);
	close_areas(trace);
	free(trace->areas);
	vec_done(&trace->places);
	*trace = (struct aux_trace){ 0 };
}

void aux_trace_info(const struct aux_trace *trace, struct aux_facts *facts, struct outbuf *out)
{
	uint64_t words[AUX_INFO_WORDS];
	if (!trace->kind || (!trace->count && !trace->spec->is_stepped)) return;
	facts->spec = trace->spec;
	facts->snapshots = trace->options.snapshots;
	if (trace->spec->is_stepped) {
		facts->clock = (struct tsc_clock){ .mult = 1, .zero_ns = trace->origin_ns };
		facts->clock_known = true;
	} else {
		facts->clock_known = ring_tsc_clock(&trace->areas[0].buffer->ring, &facts->clock);
	}
	size_t count = trace->kind->info(facts, words);
	size_t begin = record_begin(out, RECORD_AUXTRACE_INFO, 0);
	out_u32(out, trace->kind->type);
	out_u32(out, 0);
	for (size_t i = 0; i < count; i++) out_u64(out, words[i]);
	(void)record_end(out, begin);
}

/* What came out of an area or a stepper, of which trace, and where in it that begins. */
struct piece {
	struct iovec parts[2];
	size_t bytes;
	uint64_t offset;
	uint32_t index, tid, cpu;
};

static struct piece piece_of(const struct aux_trace_area *area)
{
	return (struct piece){ .index = area->index, .tid = area->tid, .cpu = (uint32_t)area->buffer->cpu };
}

/* A record in front of the bytes, which are filled up to a multiple of 8. */
static int write_piece(struct aux_trace *trace, struct drain *drain, const struct piece *piece)
{
	static const uint64_t padding = 0;
	size_t more = -piece->bytes & 7;
	const struct record_auxtrace fields = { .size = piece->bytes + more,
						.offset = piece->offset,
						.reference = trace->spec->is_stepped ? 1 : reference(),
						.idx = piece->index,
						.tid = piece->tid,
						.cpu = piece->cpu };
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

/* -- traces that are made -- */

bool aux_trace_is_stepped(const struct aux_trace *trace) { return trace->kind && trace->spec->is_stepped; }

int aux_trace_start(struct aux_trace *trace, struct stepper_options *options, struct err *err)
{
	enum { SNAPSHOT_BYTES = 4 << 20 };
	if (!aux_trace_is_stepped(trace)) return 0;
	options->clock = trace->spec->attr.clockid;
	options->origin_ns = trace->origin_ns;
	if (trace->options.snapshots)
		options->keep_bytes = trace->options.snapshot_bytes ? trace->options.snapshot_bytes : SNAPSHOT_BYTES;
	return stepper_start(&trace->stepper, options, err);
}

void aux_trace_switch(struct aux_trace *trace, bool on)
{
	if (trace->stepper && !trace->is_stopped) stepper_switch(trace->stepper, on);
}

bool aux_trace_reaped(struct aux_trace *trace, int *ret_status, struct rusage *ret_usage)
{
	return trace->stepper && stepper_reaped(trace->stepper, ret_status, ret_usage);
}

void aux_trace_stop(struct aux_trace *trace)
{
	if (trace->stepper && !trace->is_stopped) stepper_stop(trace->stepper);
	trace->is_stopped = true;
}

/* Where the pieces of a stepper go. */
struct destination {
	struct aux_trace *trace;
	struct drain *drain;
	int64_t total;
};

static int write_stepped(void *ctx, const struct stepper_piece *from)
{
	struct destination *to = ctx;
	const struct piece piece = { .parts = { { (void *)(uintptr_t)from->data, from->bytes } },
				     .bytes = from->bytes,
				     .offset = from->offset,
				     .index = from->index,
				     .tid = (uint32_t)from->tid,
				     .cpu = UINT32_MAX };
	to->total += (int64_t)from->bytes;
	return write_piece(to->trace, to->drain, &piece);
}

static int64_t drain_stepper(struct aux_trace *trace, struct drain *drain)
{
	struct destination to = { .trace = trace, .drain = drain };
	int r = trace->stepper ? stepper_take(trace->stepper, write_stepped, &to) : 0;
	trace->nr_bytes += (uint64_t)to.total;
	return r < 0 ? r : to.total;
}

/* -- */

int64_t aux_trace_drain(struct aux_trace *trace, struct drain *drain, bool is_on)
{
	int64_t total = 0;
	bool is_overwritten = trace->options.snapshots || trace->options.in_samples;
	if (trace->stepper) return is_overwritten ? 0 : drain_stepper(trace, drain);
	for (size_t i = 0; i < trace->count && !is_overwritten; i++) {
		struct aux_trace_area *area = &trace->areas[i];
		struct piece piece = piece_of(area);
		piece.offset = area->area.tail;
		if (!aux_area_peek(&area->area, piece.parts, &piece.bytes)) continue;
		int r = write_piece(trace, drain, &piece);
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
	if (trace->stepper) return trace->options.snapshots ? drain_stepper(trace, drain) : 0;
	for (size_t i = 0; i < trace->count && trace->options.snapshots; i++) {
		struct aux_trace_area *area = &trace->areas[i];
		struct piece piece = piece_of(area);
		(void)event_disable(area->fd);
		(void)aux_area_snapshot(&area->area, trace->options.snapshot_bytes, piece.parts, &piece.bytes);
		piece.offset = area->area.tail - piece.bytes;
		int r = piece.bytes ? write_piece(trace, drain, &piece) : 0;
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
