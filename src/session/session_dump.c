/* The dump of a recording (report -D, script -D): each record's bytes and fields, in upstream's order.
 *
 *     records of perf itself, records without a time      at once, where they are read
 *     late records                                        at once as well
 *     all others                                          sorted by time behind each FINISHED_ROUND (stream/rounds.h)
 *
 * Recordings that are taken in file order, and old ones in which only samples have times, are dumped as they are read.
 * It is one pass on one thread, with a resolver of its own; records are read anew from the beginning, while the model
 * is that of the whole recording. */
#include "session/session_dump.h"

#include <errno.h>
#include "base/hash.h"
#include "event/counters/counter_text.h"
#include "frame/resolver.h"
#include "hwtrace/trace_format.h"
#include "session/session_dump_pieces.h"
#include "session/session_private.h"
#include "stream/reorder_buffer.h"

struct session_dump {
	struct session *session;
	const struct session_dump_options *options;
	struct dump dump;
	struct outbuf *out;
	struct resolver *resolver;
	struct reorder_buffer pending;
	struct u64map last_values; /* id -> value of its last group read */
	/* tid -> name it had: upstream's report still knows threads that are gone, its script does not */
	struct u64map exited;
	struct dump_pieces pieces; /* of the hardware trace */
};

/* The lines behind a sample: its thread's name and the object that its address is in. */
static void add_sample_owner(struct session_dump *d, const struct sample *s, const struct sample_task *task)
{
	const char *dso = "[hypervisor]";
	if (s->cpumode == CPUMODE_KERNEL || s->cpumode == CPUMODE_USER) {
		const struct frame *frame = resolver_sample_ip(d->resolver, task, s);
		dso = frame->map ? frame->map->dso->long_name : "<not found>";
	}
	const char *comm = task->comm;
	const uint64_t *last = task->task ? NULL : u64map_find(&d->exited, task->tid);
	if (last && d->options->tool == DUMP_REPORT) comm = (const char *)(uintptr_t)*last;
	out_printf(d->out, " ... thread: %s:%d\n ...... dso: %s\n", comm, (int)s->tid, dso);
}

static void deliver_sample(struct session_dump *d, const struct record *r, const struct sample *sample,
			   const struct sample_task *task)
{
	add_sample_owner(d, sample, task);
	if (d->options->after) d->options->after(d->options->ctx, r, sample, task, d->resolver, d->out);
}

/* A sample that carries the values of its group stands for one of each member that counted since the group was read
 * before. */
static void deliver_members(struct session_dump *d, const struct record *r, const struct sample *sample,
			    const struct sample_task *task)
{
	const struct event_attr *attr = &sample->event->attr;
	uint64_t thread = attr->flags & ATTR_INHERIT && sample->present & SAMPLE_TID ? (uint64_t)sample->tid + 1 : 0;
	for (uint32_t i = 0; i < sample->nr_read; i++) {
		uint64_t id = sample->read[i].id;
		struct sample member = *sample;
		uint64_t *last = u64map_put(&d->last_values, thread ? hash_pair(id, thread) : id, NULL);
		member.event = events_by_id(session_events(d->session), id);
		member.id = id;
		member.period = sample->read[i].value - *last;
		*last = sample->read[i].value;
		if (member.period && member.event) deliver_sample(d, r, &member, task);
	}
}

/* Keeps the name that a thread had right before its exit. */
static void note_exit(struct session_dump *d, const struct record *r)
{
	struct record_task v;
	struct sample_task task;
	if (record_decode_task(r, &v) < 0) return;
	uint64_t time_ns = events_record_time(session_events(d->session), r);
	resolver_task_at(d->resolver, v.pid, v.tid, time_ns ? time_ns - 1 : 0, &task);
	if (task.task) *u64map_put(&d->exited, v.tid, NULL) = (uintptr_t)task.comm;
}

/* The packets of a piece of a hardware trace in a sample, behind an empty line. 0, or -errno where they could not be
 * written. */
static int add_sampled_trace(struct session_dump *d, const uint8_t *bytes, size_t size)
{
	const struct trace_format *format = d->pieces.format;
	if (!format || format->dump_piece || !bytes || d->session->itrace.none) return d->out->error;
	out_char(d->out, '\n');
	dump_pieces_bytes(&d->pieces, bytes, size, d->out);
	return d->out->error;
}

/* The same of an AUXTRACE record. */
static int add_trace(struct session_dump *d, const struct record *r)
{
	const uint8_t *bytes = perfdata_payload(d->session->perfdata, r);
	if (!d->pieces.format || !bytes || d->session->itrace.none) return d->out->error;
	if (!d->pieces.format->dump_piece) out_lit(d->out, ".\n");
	dump_pieces_text(&d->pieces, r, bytes, r->payload_size, d->out);
	perfdata_drop_payload(d->session->perfdata, r);
	return d->out->error;
}

/* Dumps one record, and for samples of known events what comes behind them. Returns what flushing returned. */
static int deliver(struct session_dump *d, const struct record *r)
{
	struct sample sample;
	dump_record(&d->dump, r, &sample);
	struct sample_task task;
	if (r->type == RECORD_AUXTRACE && add_trace(d, r) < 0) return d->out->error;
	if (r->type == RECORD_EXIT) note_exit(d, r);
	bool known = r->type == RECORD_SAMPLE && sample.event;
	if (known) {
		resolver_task(d->resolver, &sample, &task);
		if (sample.present & SAMPLE_READ && sample.event->attr.read_format & READ_ID)
			deliver_members(d, r, &sample, &task);
		else deliver_sample(d, r, &sample, &task);
		if (sample.aux_size && add_sampled_trace(d, sample.aux, sample.aux_size) < 0) return d->out->error;
	} else if (d->options->after) {
		d->options->after(d->options->ctx, r, NULL, NULL, d->resolver, d->out);
	}
	return out_flush_some(d->out);
}

/* Gives out what is due; nothing that is pending is late. */
static int flush_pending(struct session_dump *d)
{
	size_t count = reorder_buffer_sort(&d->pending, NULL, NULL);
	int r = 0;
	for (size_t i = 0; i < count && r == 0; i++) r = deliver(d, &reorder_buffer_at(&d->pending, i)->record);
	reorder_buffer_drop(&d->pending);
	return r;
}

/* Old recordings, in which only samples have times. */
static bool all_have_trailers(const struct session_dump *d)
{
	const struct perf_events *events = session_events(d->session);
	return !events->count || events->items[0]->attr.flags & ATTR_SAMPLE_ID_ALL;
}

static int dump_all(struct session_dump *d)
{
	struct perfdata *pd = session_perfdata(d->session);
	struct record r;
	int got, ret = 0;
	bool in_order = !session_totals(d->session)->in_file_order && all_have_trailers(d);
	while (ret == 0 && (got = perfdata_next(pd, &r)) > 0) {
		uint64_t time_ns = events_record_time(perfdata_events(pd), &r);
		if (!in_order || r.type >= RECORD_USER_TYPE_START || time_ns == 0 || time_ns == UINT64_MAX) {
			ret = deliver(d, &r);
		} else {
			uint64_t key = rounds_turn(&d->pending.rounds, time_ns);
			if (turn_is_late(key)) ret = deliver(d, &r);
			else reorder_buffer_add(&d->pending, &r, key, 0);
		}
		if (r.type == RECORD_FINISHED_ROUND) {
			rounds_mark(&d->pending.rounds);
			if (ret == 0) ret = flush_pending(d);
		}
	}
	reorder_buffer_end(&d->pending);
	if (ret == 0) ret = got < 0 ? got : flush_pending(d);
	perfdata_check_cut(pd); /* what was pending was read after the end */
	return ret;
}

static void dump_raw(void *ctx, const struct sample *sample, struct outbuf *out)
{
	const struct perf_header *header = ctx;
	const struct counter_machine machine = { .arch = header->arch, .cpuid = header->cpuid };
	if (sample->event->attr.type == ATTR_TYPE_TRACEPOINT || !(sample->present & SAMPLE_RAW)) return;
	counter_text(&machine, sample->event->attr.config, sample->raw, sample->raw_size, out);
}

int session_dump(struct session *session, const struct session_dump_options *options, struct outbuf *out,
		 struct err *err)
{
	struct session_dump d = { .session = session, .options = options, .out = out };
	dump_init(&d.dump, session_perfdata(session), options->tool, out);
	d.dump.raw = dump_raw;
	d.dump.raw_ctx = (void *)(uintptr_t)perfdata_header(session_perfdata(session));
	d.resolver = resolver_new(session_frames(session));
	int r = dump_pieces_read(session, &d.pieces);
	perfdata_rewind(session_perfdata(session));
	if (!all_have_trailers(&d))
		out_lit(out, "WARNING: No sample_id_all support, falling back to unordered processing\n");
	if (options->preamble) out_str(out, options->preamble);
	if (r == 0) r = dump_all(&d);
	if (r == 0) r = out_flush(out);
	resolver_free(d.resolver);
	reorder_buffer_done(&d.pending);
	u64map_done(&d.last_values);
	u64map_done(&d.exited);
	dump_done(&d.dump);
	dump_pieces_done(&d.pieces);
	return r < 0 && !out->error ? err_set_errno(err, r, "cannot dump the recording") : r;
}
