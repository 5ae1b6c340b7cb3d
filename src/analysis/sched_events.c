#include "analysis/sched_events.h"

#include <errno.h>
#include <string.h>
#include "base/outbuf.h"
#include "base/pool.h"
#include "base/vec.h"
#include "event/tracepoint.h"

/* Which fields of a tracepoint's payload become what; NULL: it has no such thing. */
struct field_names { const char *name, *subject, *next, *value, *prio, *next_prio, *from_cpu, *to_cpu; uint8_t kind; };
static const struct field_names field_names[] = {
	{ "sched_switch", "prev_pid", "next_pid", "prev_state", "prev_prio", "next_prio", NULL, NULL, SCHED_SWITCH },
	{ "sched_wakeup", "pid", NULL, NULL, "prio", NULL, NULL, NULL, SCHED_WAKEUP },
	{ "sched_waking", "pid", NULL, NULL, "prio", NULL, NULL, NULL, SCHED_WAKEUP },
	{ "sched_wakeup_new", "pid", NULL, NULL, "prio", NULL, NULL, NULL, SCHED_WAKEUP_NEW },
	{ "sched_stat_runtime", "pid", NULL, "runtime", NULL, NULL, NULL, NULL, SCHED_RUNTIME },
	{ "sched_migrate_task", "pid", NULL, NULL, "prio", NULL, "orig_cpu", "dest_cpu", SCHED_MIGRATE },
	{ "sched_process_fork", "child_pid", NULL, NULL, NULL, NULL, NULL, NULL, SCHED_FORK },
};
enum { WAKEUP_ROW = 1, WAKING_ROW = 2 };

struct reader {
	const struct tracepoint *tp;  /* NULL: not of the scheduler */
	const struct tracepoint_field *subject, *next, *value, *prio, *next_prio, *from_cpu, *to_cpu, *next_comm;
	uint8_t kind;
};

/* What a worker made of one batch. */
struct batch {
	VEC(struct sched_event) events;
	VEC(uint32_t) chain_off;  /* by event: where its chain's text begins; UINT32_MAX: it has none */
	struct outbuf chains;     /* texts with a NUL behind each */
};
struct worker { struct batch *batch; struct chain chain; };

struct visit {
	const struct sched_visitor *visitor;
	struct reader *readers; /* by event index */
	size_t nr_readers;
	struct tracepoints *tracepoints;
	struct pool batches;
	struct worker *workers; /* by worker index */
};

char sched_state_letter(uint64_t state)
{
	static const char letters[] = "SDTtXZPI";
	state &= 0xff; /* above are flags: TASK_REPORT_MAX and what wakes a task */
	if (!state) return 'R';
	unsigned bit = (unsigned)__builtin_ctzll(state);
	return bit < sizeof(letters) - 1 ? letters[bit] : '?';
}

static size_t row_of(const char *event_name)
{
	if (strncmp(event_name, "sched:", 6) == 0)
		for (size_t i = 0; i < ARRAY_SIZE(field_names); i++)
			if (strcmp(event_name + 6, field_names[i].name) == 0) return i;
	return SIZE_MAX;
}

struct sched_presence sched_events_presence(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	struct sched_presence presence = { 0 };
	for (size_t i = 0; i < events->count; i++) {
		size_t row = row_of(events->items[i]->name);
		if (row == SIZE_MAX) continue;
		if (field_names[row].kind == SCHED_SWITCH) {
			presence.has_switch = true;
			if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER)) presence.switch_has_chains = true;
		}
		presence.has_runtime |= field_names[row].kind == SCHED_RUNTIME;
		presence.has_wakeup |= field_names[row].kind == SCHED_WAKEUP;
	}
	return presence;
}

static const struct tracepoint_field *field_of(const struct tracepoint *tp, const char *name) { return name ? tracepoint_field(tp, name) : NULL; }

static size_t make_readers(struct visit *visit, const struct perf_events *events)
{
	size_t nr_found = 0;
	bool has_waking = false;
	for (size_t i = 0; i < events->count; i++) has_waking |= row_of(events->items[i]->name) == WAKING_ROW;
	visit->nr_readers = events->count;
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		size_t row = event->attr.type == ATTR_TYPE_TRACEPOINT ? row_of(event->name) : SIZE_MAX;
		if (row == SIZE_MAX || (row == WAKEUP_ROW && has_waking)) continue;
		const struct field_names *names = &field_names[row];
		const struct tracepoint *tp = tracepoints_find(visit->tracepoints, event->attr.config);
		if (!tp || !tracepoint_field(tp, names->subject)) continue;
		visit->readers[i] = (struct reader){
			.tp = tp, .kind = names->kind, .subject = field_of(tp, names->subject), .next = field_of(tp, names->next),
			.value = field_of(tp, names->value), .prio = field_of(tp, names->prio), .next_prio = field_of(tp, names->next_prio),
			.from_cpu = field_of(tp, names->from_cpu), .to_cpu = field_of(tp, names->to_cpu),
			.next_comm = names->next ? field_of(tp, "next_comm") : NULL,
		};
		nr_found++;
	}
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

static bool is_skipped(const struct sched_visitor *visitor, const char *symbol)
{
	for (size_t i = 0; i < visitor->nr_skip_symbols; i++)
		if (strcmp(symbol, visitor->skip_symbols[i]) == 0) return true;
	return false;
}

static void add_chain(const struct sched_visitor *visitor, const struct chain *chain, struct outbuf *out)
{
	const char *separator = "";
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		if (frame->symbol && is_skipped(visitor, frame->symbol->name)) continue;
		out_str(out, separator);
		if (frame->symbol) out_str(out, frame->symbol->name);
		else out_lit(out, "[unknown]");
		separator = " <- ";
	}
	out_char(out, '\0');
}

static void on_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample, const struct record *r, uint64_t ordinal)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (!reader->tp || !is_inside(reader->subject, sample) || !is_inside(reader->next, sample)) return;
	struct worker *worker = &visit->workers[session_worker->index];
	struct batch *batch = worker->batch;
	struct sched_event *event = vec_add(&batch->events);
	*event = (struct sched_event){
		.time_ns = sample->time_ns, .cpu = sample->cpu, .pid = sample->pid, .tid = sample->tid, .kind = reader->kind,
		.subject = (uint32_t)number_of(reader, reader->subject, sample), .next = (uint32_t)number_of(reader, reader->next, sample),
		.value = number_of(reader, reader->value, sample), .prio = (int32_t)number_of(reader, reader->prio, sample),
		.next_prio = (int32_t)number_of(reader, reader->next_prio, sample), .from_cpu = (int32_t)number_of(reader, reader->from_cpu, sample),
		.to_cpu = (int32_t)number_of(reader, reader->to_cpu, sample), .has_chain = sample_has_chain(sample),
	};
	if (reader->next_comm) {
		size_t size;
		const uint8_t *comm = tracepoint_bytes(reader->tp, reader->next_comm, sample->raw, sample->raw_size, &size);
		if (comm) memcpy(event->next_comm, comm, size < sizeof(event->next_comm) ? size : sizeof(event->next_comm) - 1);
	}
	if (!visit->visitor->max_stack) return;
	uint32_t off = UINT32_MAX;
	if (event->kind == SCHED_SWITCH && event->has_chain) {
		struct callchain_options how = { .max_stack = visit->visitor->max_stack };
		struct sample_task task;
		resolver_task(session_worker->resolver, sample, &task);
		if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0) worker->chain.count = 0;
		off = (uint32_t)batch->chains.size;
		add_chain(visit->visitor, &worker->chain, &batch->chains);
	}
	vec_push(&batch->chain_off, off);
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
	vec_clear(&batch->chain_off);
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
		struct sched_event *event = &batch->events.items[i];
		if (batch->chain_off.count && batch->chain_off.items[i] != UINT32_MAX) event->chain = batch->chains.data + batch->chain_off.items[i];
		r = visit->visitor->event(visit->visitor->ctx, event);
	}
	if (r == 0 && visit->visitor->batch) r = visit->visitor->batch(visit->visitor->ctx);
	batch_drop(ctx, batch_state);
	return r;
}

static void free_batch(void *batch_state)
{
	struct batch *batch = batch_state;
	vec_done(&batch->events);
	vec_done(&batch->chain_off);
	out_done(&batch->chains);
	free(batch);
}

static void free_visit(struct visit *visit, unsigned nr_workers)
{
	pool_done(&visit->batches, free_batch);
	for (unsigned i = 0; i < nr_workers; i++) chain_done(&visit->workers[i].chain);
	free(visit->workers);
	free(visit->readers);
	tracepoints_free(visit->tracepoints);
}

int sched_events_visit(struct session *session, const struct sched_visitor *visitor, struct err *err)
{
	const struct perf_header *header = session_header(session);
	unsigned nr_workers = session_threads(session);
	struct visit visit = { .visitor = visitor, .batches = POOL_INIT, .workers = xcalloc(nr_workers, sizeof(*visit.workers)) };
	int r;

	visit.tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	if (!make_readers(&visit, session_events(session))) {
		r = err_set(err, -ENODATA, "The recording has no event of the scheduler: record with 'perf sched record'");
	} else {
		struct sample_visitor samples = { .ctx = &visit, .sample = on_sample, .batch_begin = batch_begin, .batch_finish = batch_finish,
						  .batch_drop = batch_drop, .skip_resolver = !visitor->max_stack };
		r = session_samples_ordered(session, &samples, err);
	}
	free_visit(&visit, nr_workers);
	return r;
}
