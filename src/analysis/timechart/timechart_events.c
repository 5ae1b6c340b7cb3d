#include "analysis/timechart/timechart_events.h"

#include <errno.h>
#include <string.h>
#include "analysis/pass/sample_payload.h"
#include "base/intern.h"
#include "base/outbuf.h"
#include "result/timechart.h"

enum { MAX_STACK = 64 };

/* Which fields of a tracepoint's payload become what; NULL: it has no such thing. */
struct payload_row {
	const char *event, *subject, *next, *value, *comm;
	uint8_t kind;
};
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

static const struct call_row {
	const char *call;
	uint8_t io;
} call_rows[] = {
	{ "read", TIMECHART_READ },
	{ "pread64", TIMECHART_READ },
	{ "readv", TIMECHART_READ },
	{ "preadv", TIMECHART_READ },
	{ "preadv2", TIMECHART_READ },
	{ "write", TIMECHART_WRITE },
	{ "pwrite64", TIMECHART_WRITE },
	{ "writev", TIMECHART_WRITE },
	{ "pwritev", TIMECHART_WRITE },
	{ "pwritev2", TIMECHART_WRITE },
	{ "sync", TIMECHART_SYNC },
	{ "syncfs", TIMECHART_SYNC },
	{ "sync_file_range", TIMECHART_SYNC },
	{ "fsync", TIMECHART_SYNC },
	{ "fdatasync", TIMECHART_SYNC },
	{ "msync", TIMECHART_SYNC },
	{ "recvfrom", TIMECHART_RECEIVE },
	{ "recvmmsg", TIMECHART_RECEIVE },
	{ "recvmsg", TIMECHART_RECEIVE },
	{ "sendto", TIMECHART_SEND },
	{ "sendmsg", TIMECHART_SEND },
	{ "sendmmsg", TIMECHART_SEND },
	{ "epoll_pwait", TIMECHART_POLL },
	{ "epoll_pwait2", TIMECHART_POLL },
	{ "epoll_wait", TIMECHART_POLL },
	{ "poll", TIMECHART_POLL },
	{ "ppoll", TIMECHART_POLL },
	{ "pselect6", TIMECHART_POLL },
	{ "select", TIMECHART_POLL },
};

struct reader {
	const struct tracepoint *tp; /* NULL: not for us */
	const struct tracepoint_field *subject, *next, *value, *flags, *comm;
	uint8_t kind, io;
	bool is_end; /* of an idle time, without saying so in a field */
};

struct worker {
	struct chain chain;
	struct outbuf text;
	struct intern texts;
};

struct visit {
	const struct timechart_visitor *visitor;
	struct reader *readers; /* by event index */
	bool *wants_event;      /* likewise: what has a reader */
	struct tracepoints *tracepoints;
	struct worker *workers; /* by worker index; NULL: there are no chains */
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
		presence.has_power |= payload_rows[row].kind == TIMECHART_CSTATE ||
				      payload_rows[row].kind == TIMECHART_PSTATE;
		if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER))
			presence.has_chains = true;
	}
	return presence;
}

static bool make_call_reader(const struct tracepoint *tp, const char *event_name, struct reader *ret)
{
	bool is_begin = false;
	const struct call_row *row = call_row_of(event_name, &is_begin);
	if (!row) return false;
	*ret = (struct reader){ .tp = tp, .kind = is_begin ? TIMECHART_IO_BEGIN : TIMECHART_IO_END, .io = row->io };
	ret->value = sample_payload_field(tp, is_begin ? "fd" : "ret");
	if (is_begin && !ret->value) ret->value = sample_payload_field(tp, "epfd");
	return is_begin || ret->value;
}

static size_t make_readers(struct visit *visit, const struct perf_events *events)
{
	size_t nr_found = 0;
	bool has_wakeup = false;
	for (size_t i = 0; i < events->count; i++) has_wakeup |= payload_row_of(events->items[i]->name) == WAKEUP_ROW;
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	visit->wants_event = xcalloc(events->count + 1, sizeof(*visit->wants_event));
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		const struct tracepoint *tp = event->attr.type == ATTR_TYPE_TRACEPOINT
						      ? tracepoints_find(visit->tracepoints, event->attr.config)
						      : NULL;
		if (!tp) continue;
		size_t row = payload_row_of(event->name);
		if (row == SIZE_MAX) {
			nr_found += make_call_reader(tp, event->name, &visit->readers[i]);
			continue;
		}
		const struct payload_row *names = &payload_rows[row];
		if ((row == WAKING_ROW && has_wakeup) || !tracepoint_field(tp, names->subject)) continue;
		visit->readers[i] = (struct reader){
			.tp = tp,
			.kind = names->kind,
			.subject = sample_payload_field(tp, names->subject),
			.next = sample_payload_field(tp, names->next),
			.value = sample_payload_field(tp, names->value),
			.flags = sample_payload_field(tp, "common_flags"),
			.comm = sample_payload_field(tp, names->comm),
			.is_end = row == POWER_END_ROW,
		};
		nr_found++;
	}
	for (size_t i = 0; i < events->count; i++) visit->wants_event[i] = visit->readers[i].tp != NULL;
	return nr_found;
}

static const char *chain_text(struct worker *worker, struct session_worker *session_worker, const struct sample *sample)
{
	struct callchain_options how = { .max_stack = MAX_STACK };
	struct sample_task task;
	struct outbuf *out = &worker->text;
	resolver_task(session_worker->resolver, sample, &task);
	if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0 ||
	    !worker->chain.count)
		return NULL;
	out->size = 0;
	for (size_t i = 0; i < worker->chain.count; i++) {
		const struct frame *frame = worker->chain.frames[i];
		if (i) out_lit(out, " <- ");
		if (frame->symbol) out_str(out, frame->symbol->name);
		else out_lit(out, "[unknown]");
	}
	out_char(out, '\0');
	return intern_string(&worker->texts, out->data);
}

static bool on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, void *item)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (!reader->tp || !sample_payload_holds(sample, reader->subject) ||
	    !sample_payload_holds(sample, reader->next) || !sample_payload_holds(sample, reader->value))
		return false;
	struct timechart_event *event = item;
	*event = (struct timechart_event){
		.time_ns = sample->time_ns,
		.cpu = sample->cpu,
		.tid = sample->tid,
		.kind = reader->kind,
		.io = reader->io,
		.value = reader->is_end ? UINT32_MAX : sample_payload_number(sample, reader->tp, reader->value),
		.subject = (uint32_t)sample_payload_number(sample, reader->tp, reader->subject),
		.next = (uint32_t)sample_payload_number(sample, reader->tp, reader->next),
		.flags = (uint8_t)sample_payload_number(sample, reader->tp, reader->flags),
		.has_fd = reader->kind == TIMECHART_IO_BEGIN && reader->value,
	};
	if (reader->kind == TIMECHART_CSTATE || reader->kind == TIMECHART_PSTATE) event->cpu = event->subject;
	if (reader->comm) {
		size_t size;
		const uint8_t *comm = tracepoint_bytes(reader->tp, reader->comm, sample->raw, sample->raw_size, &size);
		if (comm) memcpy(event->comm, comm, size < sizeof(event->comm) ? size : sizeof(event->comm) - 1);
	}
	if (visit->workers && (reader->kind == TIMECHART_SWITCH || reader->kind == TIMECHART_WAKEUP) &&
	    sample_has_chain(sample))
		event->chain = chain_text(&visit->workers[session_worker->index], session_worker, sample);
	return true;
}

static int on_items(void *ctx, const void *const *items, size_t count)
{
	const struct timechart_visitor *visitor = ((struct visit *)ctx)->visitor;
	int r = 0;
	for (size_t i = 0; r == 0 && i < count; i++) r = visitor->event(visitor->ctx, items[i]);
	return r;
}

static struct worker *workers_new(unsigned count)
{
	struct worker *workers = xcalloc(count, sizeof(*workers));
	for (unsigned i = 0; i < count; i++) {
		out_init(&workers[i].text, -1);
		intern_init(&workers[i].texts);
	}
	return workers;
}

static void workers_free(struct worker *workers, unsigned count)
{
	for (unsigned i = 0; workers && i < count; i++) {
		chain_done(&workers[i].chain);
		out_done(&workers[i].text);
		intern_done(&workers[i].texts);
	}
	free(workers);
}

int timechart_events_visit(struct session *session, const struct timechart_visitor *visitor, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor,
			       .workers = timechart_events_presence(session).has_chains ? workers_new(nr_workers)
											: NULL };
	int r;

	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	if (!make_readers(&visit, session_events(session))) {
		r = err_set(err, -ENODATA,
			    "The recording has no event of the scheduler, of power states, or of input and output: "
			    "record with 'perf timechart record'");
	} else {
		const struct sample_gatherer gatherer = { .ctx = &visit,
							  .wants_event = visit.wants_event,
							  .item_size_bytes = sizeof(struct timechart_event),
							  .sample = on_sample,
							  .items = on_items,
							  .skip_resolver = !visit.workers };
		r = session_gather(session, &gatherer, err);
	}
	workers_free(visit.workers, nr_workers);
	free(visit.readers);
	free(visit.wants_event);
	tracepoints_free(visit.tracepoints);
	return r;
}
