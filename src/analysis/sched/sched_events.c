#include "analysis/sched/sched_events.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "analysis/sched/sched_tracepoints.h"
#include "base/intern.h"
#include "base/outbuf.h"
#include "event/format/tracepoint.h"

/* Which fields of a tracepoint's payload become what; NULL: it has no such thing. */
struct field_names {
	const char *name, *subject, *next, *value, *prio, *from_cpu, *to_cpu;
	uint8_t kind;
};
static const struct field_names field_names[] = {
	{ "sched_switch", "prev_pid", "next_pid", "prev_state", "prev_prio", NULL, NULL, SCHED_SWITCH },
	{ "sched_wakeup", "pid", NULL, NULL, "prio", NULL, NULL, SCHED_WAKEUP },
	{ "sched_waking", "pid", NULL, NULL, "prio", NULL, NULL, SCHED_WAKEUP },
	{ "sched_wakeup_new", "pid", NULL, NULL, "prio", NULL, NULL, SCHED_WAKEUP_NEW },
	{ "sched_stat_runtime", "pid", NULL, "runtime", NULL, NULL, NULL, SCHED_RUNTIME },
	{ "sched_migrate_task", "pid", NULL, NULL, "prio", "orig_cpu", "dest_cpu", SCHED_MIGRATE },
	{ "sched_process_fork", "child_pid", NULL, NULL, NULL, NULL, NULL, SCHED_FORK },
};
enum { WAKEUP_ROW = 1 };

struct reader {
	const struct tracepoint *tp; /* NULL: not of the scheduler, or not wanted */
	struct payload_number subject, next, value, prio, next_prio, from_cpu, to_cpu;
	const struct tracepoint_field *next_comm;
	uint32_t least_size; /* of a payload: with subject and next in it */
	uint8_t kind;
};

/* Of a worker: chains, whose texts are kept once. */
struct worker {
	struct chain chain;
	struct outbuf text;
	struct intern texts;
};

struct visit {
	const struct sched_visitor *visitor;
	struct reader *readers; /* by event index */
	bool *wants_event;      /* likewise */
	struct tracepoints *tracepoints;
	struct worker *workers; /* by worker index; NULL: no chains */
};

char sched_state_letter(uint64_t state)
{
	static const char letters[] = "SDTtXZPI";
	state &= 0xff; /* above are flags: TASK_REPORT_MAX and what wakes a task */
	if (!state) return 'R';
	unsigned bit = (unsigned)__builtin_ctzll(state);
	return bit < sizeof(letters) - 1 ? letters[bit] : '?';
}

static size_t row_of(const struct perf_event *event)
{
	const char *name = sched_tracepoints_name(event);
	for (size_t i = 0; name && i < ARRAY_SIZE(field_names); i++)
		if (strcmp(name, field_names[i].name) == 0) return i;
	return SIZE_MAX;
}

struct sched_presence sched_events_presence(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	struct sched_presence presence = { 0 };
	for (size_t i = 0; i < events->count; i++) {
		size_t row = row_of(events->items[i]);
		if (row == SIZE_MAX) continue;
		if (field_names[row].kind == SCHED_SWITCH) {
			presence.has_switch = true;
			if (events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER))
				presence.switch_has_chains = true;
		}
		presence.has_runtime |= field_names[row].kind == SCHED_RUNTIME;
		presence.has_wakeup |= field_names[row].kind == SCHED_WAKEUP;
	}
	return presence;
}

static struct payload_number number_of(const struct tracepoint *tp, const char *name)
{
	return name ? payload_number_of(tp, name) : (struct payload_number){ 0 };
}

/* How many events are of the scheduler, wanted or not. */
static size_t make_readers(struct visit *visit, const struct perf_events *events)
{
	size_t nr_found = 0;
	bool has_waking = sched_tracepoints_have(events, "sched_waking");
	visit->readers = xcalloc(events->count + 1, sizeof(*visit->readers));
	visit->wants_event = xcalloc(events->count + 1, sizeof(*visit->wants_event));
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		size_t row = row_of(event);
		if (row == SIZE_MAX || (row == WAKEUP_ROW && has_waking)) continue;
		const struct field_names *names = &field_names[row];
		const struct tracepoint *tp = tracepoints_find(visit->tracepoints, event->attr.config);
		if (!tp || !tracepoint_field(tp, names->subject)) continue;
		nr_found++;
		if (!(visit->visitor->kinds & 1u << names->kind)) continue;
		struct reader *reader = &visit->readers[i];
		*reader = (struct reader){
			.tp = tp,
			.kind = names->kind,
			.subject = number_of(tp, names->subject),
			.next = number_of(tp, names->next),
			.value = number_of(tp, names->value),
			.prio = number_of(tp, names->prio),
			.from_cpu = number_of(tp, names->from_cpu),
			.to_cpu = number_of(tp, names->to_cpu),
			.next_comm = names->next && visit->visitor->texts ? tracepoint_field(tp, "next_comm") : NULL,
			.next_prio = number_of(tp, names->next ? "next_prio" : NULL),
		};
		reader->least_size = MAX(reader->subject.offset + reader->subject.size,
					 reader->next.offset + reader->next.size);
		visit->wants_event[i] = true;
	}
	return nr_found;
}

static bool is_skipped(const struct sched_visitor *visitor, const char *symbol)
{
	for (size_t i = 0; i < visitor->nr_skip_symbols; i++)
		if (strcmp(symbol, visitor->skip_symbols[i]) == 0) return true;
	return false;
}

static bool is_user(const struct frame *frame)
{
	return frame->cpumode == CPUMODE_USER || frame->cpumode == CPUMODE_GUEST_USER;
}

/* is_cut: the kernel's part goes on behind max_stack. */
static void add_chain(const struct sched_visitor *visitor, const struct chain *chain, bool is_cut, struct outbuf *out)
{
	const char *separator = "";
	unsigned nr_user = 0;
	for (size_t i = 0; i < chain->count; i++) {
		const struct frame *frame = chain->frames[i];
		bool user = is_user(frame), beyond = i >= visitor->max_stack;
		if (beyond && nr_user >= visitor->user_stack) break;
		if (beyond && (!user || (is_cut && !nr_user)))
			separator = " <- ... <- "; /* what is between is the kernel's */
		nr_user += user;
		if ((beyond && !user) || (frame->symbol && is_skipped(visitor, frame->symbol->name))) continue;
		out_str(out, separator);
		if (frame->symbol) out_str(out, frame->symbol->name);
		else out_lit(out, "[unknown]");
		separator = " <- ";
	}
	out_char(out, '\0');
}

/* How many addresses to ask for: recorded chains begin with the kernel's part, copied stacks are unwound behind it,
 * with a limit of their own. */
static unsigned chain_limit(const struct sched_visitor *visitor, const struct sample *sample)
{
	enum { KERNEL_DEPTH = 24 };
	if (!visitor->user_stack) return visitor->max_stack;
	return sample->present & SAMPLE_STACK_USER ? MAX(visitor->max_stack, visitor->user_stack)
						   : visitor->max_stack + KERNEL_DEPTH;
}

static const char *chain_text(struct visit *visit, struct session_worker *session_worker, const struct sample *sample)
{
	struct worker *worker = &visit->workers[session_worker->index];
	struct callchain_options how = { .max_stack = chain_limit(visit->visitor, sample) };
	struct sample_task task;
	resolver_task(session_worker->resolver, sample, &task);
	if (callchain_resolve(session_worker->resolver, &task, sample, &how, &worker->chain) < 0)
		worker->chain.count = 0;
	worker->text.size = 0;
	bool is_cut = sample->present & SAMPLE_STACK_USER &&
		      sample->nr_callchain > how.max_stack + 1; /* it begins with a marker */
	add_chain(visit->visitor, &worker->chain, is_cut, &worker->text);
	return intern_string(&worker->texts, worker->text.data);
}

static void add_texts(struct visit *visit, struct session_worker *worker, const struct reader *reader,
		      const struct sample *sample, struct sched_event *event)
{
	event->chain = NULL;
	event->next_prio = (int32_t)payload_number_get(&reader->next_prio, sample->raw, sample->raw_size);
	memset(event->next_comm, 0, sizeof(event->next_comm));
	if (reader->next_comm) {
		size_t size;
		const uint8_t *comm = tracepoint_bytes(reader->tp, reader->next_comm, sample->raw, sample->raw_size,
						       &size);
		if (comm) memcpy(event->next_comm, comm, MIN(size, sizeof(event->next_comm) - 1));
	}
	if (visit->workers && reader->kind == SCHED_SWITCH && sample_has_chain(sample))
		event->chain = chain_text(visit, worker, sample);
}

static bool on_sample(void *ctx, struct session_worker *worker, const struct sample *sample, void *item)
{
	struct visit *visit = ctx;
	const struct reader *reader = &visit->readers[sample->event->idx];
	if (unlikely(!reader->tp || sample->raw_size < reader->least_size)) return false;
	struct sched_event *event = item;
	const uint8_t *raw = sample->raw;
	size_t size = sample->raw_size;
	event->cpu = sample->cpu;
	event->tid = sample->tid;
	event->kind = reader->kind;
	event->subject = (uint32_t)payload_number_get(&reader->subject, raw, size);
	event->next = (uint32_t)payload_number_get(&reader->next, raw, size);
	event->prio = (int32_t)payload_number_get(&reader->prio, raw, size);
	if (reader->kind == SCHED_MIGRATE) {
		event->from_cpu = (int32_t)payload_number_get(&reader->from_cpu, raw, size);
		event->to_cpu = (int32_t)payload_number_get(&reader->to_cpu, raw, size);
	} else {
		event->value = payload_number_get(&reader->value, raw, size);
	}
	if (visit->visitor->texts) add_texts(visit, worker, reader, sample, event);
	return true;
}

static bool on_other(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		     void *item)
{
	struct sched_event *event = item;
	struct record_lost lost;
	(void)ctx;
	(void)worker;
	if (r->type != RECORD_LOST || record_decode_lost(r, &lost) < 0) return false;
	event->kind = SCHED_LOST;
	event->cpu = id->cpu;
	event->value = lost.lost;
	return true;
}

static int on_items(void *ctx, const void *const *items, size_t count)
{
	const struct sched_visitor *visitor = ((struct visit *)ctx)->visitor;
	int r = 0;
	for (size_t i = 0; r == 0 && i < count; i++) r = visitor->event(visitor->ctx, items[i]);
	return r == 0 && visitor->batch ? visitor->batch(visitor->ctx) : r;
}

static void visit_init(struct visit *visit, const struct sched_visitor *visitor, const struct perf_header *header,
		       unsigned nr_workers)
{
	*visit = (struct visit){ .visitor = visitor,
				 .tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size,
								NULL) };
	if (!visitor->max_stack || !visitor->texts) return;
	visit->workers = xcalloc(nr_workers, sizeof(*visit->workers));
	for (unsigned i = 0; i < nr_workers; i++) {
		out_init(&visit->workers[i].text, -1);
		intern_init(&visit->workers[i].texts);
	}
}

static void visit_done(struct visit *visit, unsigned nr_workers)
{
	for (unsigned i = 0; visit->workers && i < nr_workers; i++) {
		chain_done(&visit->workers[i].chain);
		out_done(&visit->workers[i].text);
		intern_done(&visit->workers[i].texts);
	}
	free(visit->workers);
	free(visit->readers);
	free(visit->wants_event);
	tracepoints_free(visit->tracepoints);
}

int sched_events_visit(struct session *session, const struct sched_visitor *visitor, struct err *err)
{
	struct visit visit;
	int r;

	visit_init(&visit, visitor, session_header(session), session_threads(session));
	if (!make_readers(&visit, session_events(session))) {
		r = err_set(err, -ENODATA,
			    "The recording has no event of the scheduler: record with 'perf sched record'");
	} else {
		struct sample_gatherer gatherer = { .ctx = &visit,
						    .sample = on_sample,
						    .items = on_items,
						    .item_size_bytes = visitor->texts ? sizeof(struct sched_event)
										      : offsetof(struct sched_event,
												 next_prio),
						    .wants_event = visit.wants_event,
						    .skip_resolver = !visit.workers };
		if (visitor->kinds & 1u << SCHED_LOST) gatherer.other = on_other;
		r = session_gather(session, &gatherer, err);
	}
	visit_done(&visit, session_threads(session));
	return r;
}
