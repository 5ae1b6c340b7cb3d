#include "analysis/timechart_events.h"

#include <errno.h>
#include <string.h>
#include "base/outbuf.h"
#include "base/pool.h"
#include "base/vec.h"
#include "event/tracepoint.h"
#include "result/timechart.h"

enum { MAX_STACK = 64 };

/* Which fields of a tracepoint's payload become what; NULL: it has no such thing. */
struct payload_row { const char *event, *subject, *next, *value, *comm; uint8_t kind; };
static const struct payload_row payload_rows[] = {
	{ "sched:sched_switch", "prev_pid", "next_pid", "prev_state", "prev_comm", TIMECHART_SWITCH },
	{ "sched:sched_wakeup", "pid", NULL, NULL, "comm", TIMECHART_WAKEUP },
	{ "sched:sched_wakeup_new", "pid", NULL, NULL, "comm", TIMECHART_WAKEUP },
	{ "sched:sched_waking", "pid", NULL, NULL, "comm", TIMECHART_WAKEUP },
	{ "power:cpu_idle", "cpu_id", NULL, "state", NULL, TIMECHART_CSTATE },
	{ "power:cpu_frequency", "cpu_id", NULL, "state", NULL, TIMECHART_PSTATE },
	/* kernels before 2.6.38 */
	{ "power:power_start", "cpu_id", NULL, "state", NULL, TIMECHART_CSTATE },
	{ "power:power_end", "cpu_id", NULL, NULL, NULL, TIMECHART_CSTATE },
	{ "power:power_frequency", "cpu_id", NULL, "state", NULL, TIMECHART_PSTATE },
};
enum { WAKEUP_ROW = 1, WAKING_ROW = 3, POWER_END_ROW = 7 };

static const struct call_row { const char *call; uint8_t io; } call_rows[] = {
	{ "read", TIMECHART_READ }, { "pread64", TIMECHART_READ }, { "readv", TIMECHART_READ }, { "preadv", TIMECHART_READ }, { "preadv2", TIMECHART_READ },
	{ "write", TIMECHART_WRITE }, { "pwrite64", TIMECHART_WRITE }, { "writev", TIMECHART_WRITE }, { "pwritev", TIMECHART_WRITE }, { "pwritev2", TIMECHART_WRITE },
	{ "sync", TIMECHART_SYNC }, { "syncfs", TIMECHART_SYNC }, { "sync_file_range", TIMECHART_SYNC }, { "fsync", TIMECHART_SYNC },
	{ "fdatasync", TIMECHART_SYNC }, { "msync", TIMECHART_SYNC },
	{ "recvfrom", TIMECHART_RECEIVE }, { "recvmmsg", TIMECHART_RECEIVE }, { "recvmsg", TIMECHART_RECEIVE },
	{ "sendto", TIMECHART_SEND }, { "sendmsg", TIMECHART_SEND }, { "sendmmsg", TIMECHART_SEND },
	{ "epoll_pwait", TIMECHART_POLL }, { "epoll_pwait2", TIMECHART_POLL }, { "epoll_wait", TIMECHART_POLL }, { "poll", TIMECHART_POLL },
	{ "ppoll", TIMECHART_POLL }, { "pselect6", TIMECHART_POLL }, { "select", TIMECHART_POLL },
};

struct reader {
	const struct tracepoint *tp; /* NULL: not for us */
	const struct tracepoint_field *subject, *next, *value, *flags, *comm;
	uint8_t kind, io;
	bool is_end;                 /* of an idle time, without saying so in a field */
};

struct batch {
	VEC(struct timechart_event) events;
	struct outbuf chains;        /* texts with a NUL behind each; events have offsets + 1 */
};
struct worker { struct batch *batch; struct chain chain; };

struct visit {
	const struct timechart_visitor *visitor;
	struct reader *readers;      /* by event index */
	bool *skips;                 /* likewise: what has no reader */
	struct tracepoints *tracepoints;
	struct pool batches;
	struct worker *workers;      /* by worker index */
};

static size_t payload_row_of(const char *event_name)
{
	for (size_t i = 0; i < ARRAY_SIZE(payload_rows); i++)
		if (strcmp(event_name, payload_rows[i].event) == 0) return i;
	return SIZE_MAX;
}

static const struct call_row *call_row_of(const char *event_name, bool *ret_begin)
{
	static const char begin[] = "syscalls:sys_enter_", end[] = "syscalls:sys_exit_";
	bool is_begin = strncmp(event_name, begin, sizeof(begin) - 1) == 0;
	if (!is_begin && strncmp(event_name, end, sizeof(end) - 1) != 0) return NULL;
	*ret_begin = is_begin;
	const char *call = event_name + (is_begin ? sizeof(begin) : sizeof(end)) - 1;
	for (size_t i = 0; i < ARRAY_SIZE(call_rows); i++)
		if (strcmp(call, call_rows[i].call) == 0) return &call_rows[i];
	return NULL;
}

struct timechart_presence timechart_events_presence(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	struct timechart_presence presence = { 0 };
	for (size_t i = 0; i < events->count; i++) {
		bool is_begin;
		size_t row = payload_row_of(events->items[i]->name);
		if (row == SIZE_MAX) {
			presence.has_io |= call_row_of(events->items[i]->name, &is_begin) != NULL;
			continue;
		}
		presence.has_switch |= payload_rows[row].kind == TIMECHART_SWITCH;
		presence.has_wakeup |= payload_rows[row].kind == TIMECHART_WAKEUP;
		presence.has_power |= payload_rows[row].kind == TIMECHART_CSTATE || payload_rows[row].kind == TIMECHART_PSTATE;
		if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)) presence.has_chains = true;
	}
	return presence;
}

static const struct tracepoint_field *field_of(const struct tracepoint *tp, const char *name) { return name ? tracepoint_field(tp, name) : NULL; }

static bool make_call_reader(const struct tracepoint *tp, const char *event_name, struct reader *ret)
{
	bool is_begin = false;
	const struct call_row *row = call_row_of(event_name, &is_begin);
	if (!row) return false;
	*ret = (struct reader){ .tp = tp, .kind = is_begin ? TIMECHART_IO_BEGIN : TIMECHART_IO_END, .io = row->io };
	ret->value = field_of(tp, is_begin ? "fd" : "ret");
	if (is_begin && !ret->value) ret->value = field_of(tp, "epfd");
	return is_begin || ret->value;
}

static size_t make_readers(struct visit *visit, const struct perf_events *events)
{
	size_t nr_found = 0;
	bool has_wakeup = false;
	for (size_t i = 0; i < events->count; i++) has_wakeup |= payload_row_of(events->items[i]->name) == WAKEUP_ROW;
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	visit->skips = xcalloc(events->count + 1, sizeof(*visit->skips));
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		const struct tracepoint *tp = event->attr.type == ATTR_TYPE_TRACEPOINT ? tracepoints_find(visit->tracepoints, event->attr.config) : NULL;
		if (!tp) continue;
		size_t row = payload_row_of(event->name);
		if (row == SIZE_MAX) {
			nr_found += make_call_reader(tp, event->name, &visit->readers[i]);
			continue;
		}
		const struct payload_row *names = &payload_rows[row];
		if ((row == WAKING_ROW && has_wakeup) || !tracepoint_field(tp, names->subject)) continue;
		visit->readers[i] = (struct reader){
			.tp = tp, .kind = names->kind, .subject = field_of(tp, names->subject), .next = field_of(tp, names->next), .value = field_of(tp, names->value),
			.flags = field_of(tp, "common_flags"), .comm = field_of(tp, names->comm), .is_end = row == POWER_END_ROW,
		};
		nr_found++;
	}
	for (size_t i = 0; i < events->count; i++) visit->skips[i] = !visit->readers[i].tp;
	return nr_found;
}

static uint64_t number_of(const struct reader *reader, const struct tracepoint_field *field, const struct sample *sample)
{
	return field ? tracepoint_number(reader->tp, field, sample->raw, sample->raw_size) : 0;
}

static bool is_inside(const struct tracepoint_field *field, const struct sample *sample)
{
	return !field || (uint64_t)field->offset + field->size <= sample->raw_size;
}

static void add_chain(struct worker *worker, struct session_worker *session_worker, const struct sample *sample, struct timechart_event *event)
{
	struct callchain_options how = { .max_stack = MAX_STACK };
	struct sample_task task;
	resolver_task(session_worker->resolver, sample, &task);
	if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0 || !worker->chain.count) return;
	struct outbuf *out = &worker->batch->chains;
	if (out->size >= UINT32_MAX / 2) return;
	event->chain = (uint32_t)out->size + 1;
	for (size_t i = 0; i < worker->chain.count; i++) {
		const struct frame *frame = worker->chain.frames[i];
		if (i) out_lit(out, " <- ");
		if (frame->symbol) out_str(out, frame->symbol->name);
		else out_lit(out, "[unknown]");
	}
	out_char(out, '\0');
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, const struct record *r, uint64_t ordinal)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (!reader->tp || !is_inside(reader->subject, sample) || !is_inside(reader->next, sample) || !is_inside(reader->value, sample)) return;
	struct worker *worker = &visit->workers[session_worker->index];
	struct timechart_event *event = vec_add(&worker->batch->events);
	*event = (struct timechart_event){
		.time_ns = sample->time_ns, .cpu = sample->cpu, .tid = sample->tid, .kind = reader->kind, .io = reader->io,
		.value = reader->is_end ? UINT32_MAX : number_of(reader, reader->value, sample),
		.subject = (uint32_t)number_of(reader, reader->subject, sample), .next = (uint32_t)number_of(reader, reader->next, sample),
		.flags = (uint8_t)number_of(reader, reader->flags, sample), .has_fd = reader->kind == TIMECHART_IO_BEGIN && reader->value,
	};
	if (reader->kind == TIMECHART_CSTATE || reader->kind == TIMECHART_PSTATE) event->cpu = event->subject;
	if (reader->comm) {
		size_t size;
		const uint8_t *comm = tracepoint_bytes(reader->tp, reader->comm, sample->raw, sample->raw_size, &size);
		if (comm) memcpy(event->comm, comm, size < sizeof(event->comm) ? size : sizeof(event->comm) - 1);
	}
	if ((reader->kind == TIMECHART_SWITCH || reader->kind == TIMECHART_WAKEUP) && session_worker->resolver && sample_has_chain(sample))
		add_chain(worker, session_worker, sample, event);
}

static void *batch_begin(void *ctx, struct session_worker *session_worker, size_t nr)
{
	struct visit *visit = ctx;
	struct batch *batch = pool_take(&visit->batches);
	if (!batch) {
		batch = xcalloc(1, sizeof(*batch));
		out_init(&batch->chains, -1);
	}
	vec_clear(&batch->events);
	batch->chains.size = 0;
	visit->workers[session_worker->index].batch = batch;
	return batch;
}

static void batch_drop(void *ctx, void *batch_state) { pool_give(&((struct visit *)ctx)->batches, batch_state); }

static int batch_finish(void *ctx, void *batch_state)
{
	struct visit *visit = ctx;
	struct batch *batch = batch_state;
	int r = 0;
	for (size_t i = 0; r == 0 && i < batch->events.count; i++) {
		const struct timechart_event *event = &batch->events.items[i];
		r = visit->visitor->event(visit->visitor->ctx, event, event->chain ? batch->chains.data + event->chain - 1 : NULL);
	}
	batch_drop(ctx, batch_state);
	return r;
}

static void free_batch(void *batch_state)
{
	struct batch *batch = batch_state;
	vec_done(&batch->events);
	out_done(&batch->chains);
	free(batch);
}

int timechart_events_visit(struct session *session, const struct timechart_visitor *visitor, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor, .batches = POOL_INIT, .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	int r;

	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	if (!make_readers(&visit, session_events(session))) {
		r = err_set(err, -ENODATA, "The recording has no event of the scheduler, of power states, or of input and output: record with 'perf timechart record'");
	} else {
		struct sample_visitor samples = { .ctx = &visit, .sample = on_sample, .skip_events = visit.skips, .batch_begin = batch_begin, .batch_finish = batch_finish,
						  .batch_drop = batch_drop, .skip_resolver = !timechart_events_presence(session).has_chains };
		r = session_samples_ordered(session, &samples, err);
	}
	pool_done(&visit.batches, free_batch);
	for (unsigned i = 0; i < nr_workers; i++) chain_done(&visit.workers[i].chain);
	free(visit.workers);
	free(visit.readers);
	free(visit.skips);
	tracepoints_free(visit.tracepoints);
	return r;
}
