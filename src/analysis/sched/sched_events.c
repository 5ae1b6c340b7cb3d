/* Rows that say what becomes of payloads (analysis/pass/tracepoint_rows.h), and what rows cannot say: call chains,
 * and events that are made of side-band records. */
#include "analysis/sched/sched_events.h"

#include <string.h>

#define NUMBER(member, ...) FIELD(struct sched_event, member, __VA_ARGS__)
#define COMM(member, name) CHARS(struct sched_event, member, name)
#define WOKEN                                                                                               \
	FIELDS(NUMBER(subject, "pid", .is_key = true), NUMBER(prio, "prio"), NUMBER(flags, "common_flags"), \
	       COMM(comm, "comm"))

/* Which field of which tracepoint becomes which member. A new tracepoint is a kind in enum sched_kind and a row
 * here. Fields that a kernel does not have are left out; key fields (is_key) are needed. */
static const struct tracepoint_row rows[] = {
	{ "sched:sched_switch", SCHED_SWITCH,
	  FIELDS(NUMBER(subject, "prev_pid", .is_key = true), NUMBER(next, "next_pid", .is_whole = true),
		 NUMBER(value, "prev_state"), NUMBER(prio, "prev_prio"), NUMBER(next_prio, "next_prio"),
		 COMM(comm, "prev_comm"), COMM(next_comm, "next_comm")) },
	{ "sched:sched_wakeup", SCHED_WAKEUP, WOKEN },
	{ "sched:sched_waking", SCHED_WAKING, WOKEN },
	{ "sched:sched_wakeup_new", SCHED_WAKEUP_NEW, WOKEN },
	{ "sched:sched_stat_runtime", SCHED_RUNTIME,
	  FIELDS(NUMBER(subject, "pid", .is_key = true), NUMBER(value, "runtime")) },
	{ "sched:sched_migrate_task", SCHED_MIGRATE,
	  FIELDS(NUMBER(subject, "pid", .is_key = true), NUMBER(prio, "prio"), NUMBER(from_cpu, "orig_cpu"),
		 NUMBER(to_cpu, "dest_cpu")) },
	{ "sched:sched_process_fork", SCHED_FORK, FIELDS(NUMBER(subject, "child_pid", .is_key = true)) },
};
const struct tracepoint_table sched_table = { rows, ARRAY_SIZE(rows) };

size_t sched_event_size(enum sched_extent extent)
{
	static const size_t sizes[] = { [SCHED_NUMBERS] = offsetof(struct sched_event, chain),
					[SCHED_WITH_NEXT] = offsetof(struct sched_event, comm),
					[SCHED_WITH_COMMS] = offsetof(struct sched_event, source),
					[SCHED_WITH_SOURCE] = sizeof(struct sched_event) };
	return sizes[extent];
}

char sched_state_letter(uint64_t state)
{
	static const char letters[] = "SDTtXZPI";
	state &= 0xff; /* above are flags: TASK_REPORT_MAX and what wakes a task */
	if (!state) return 'R';
	unsigned bit = (unsigned)__builtin_ctzll(state);
	return bit < sizeof(letters) - 1 ? letters[bit] : '?';
}

struct sched_presence sched_events_presence(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	uint32_t kinds = tracepoint_table_kinds(&sched_table, events);
	struct sched_presence presence = { .has_switch = kinds & SCHED_KIND(SCHED_SWITCH),
					   .has_runtime = kinds & SCHED_KIND(SCHED_RUNTIME),
					   .has_wakeup = kinds &
							 (SCHED_KIND(SCHED_WAKEUP) | SCHED_KIND(SCHED_WAKING)) };
	for (size_t i = 0; i < events->count; i++)
		if (strcmp(events->items[i]->name, "sched:sched_switch") == 0 &&
		    events->items[i]->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER))
			presence.switch_has_chains = true;
	return presence;
}

uint32_t sched_wakeup_kinds(const struct session *session, enum sched_kind preferred)
{
	uint32_t recorded = tracepoint_table_kinds(&sched_table, session_events(session));
	enum sched_kind other = preferred == SCHED_WAKEUP ? SCHED_WAKING : SCHED_WAKEUP;
	return SCHED_KIND(SCHED_WAKEUP_NEW) | SCHED_KIND(recorded & SCHED_KIND(preferred) ? preferred : other);
}

/* What rows cannot say: call chains, and which event it was. */
static bool sched_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	const struct sched_visitor *visitor = ctx;
	struct sched_event *event = item;
	if (visitor->chains.max_stack && event->kind == SCHED_SWITCH && sample_has_chain(sample))
		event->chain = chain_names_of(worker, sample, &visitor->chains);
	if (visitor->extent == SCHED_WITH_SOURCE) event->source = sample->event;
	return true;
}

/* Without a time of its own a LOST record cannot be put in order. */
static bool on_lost(const struct record *r, const struct sample_id *id, struct sched_event *event)
{
	struct record_lost lost;
	if (!(id->present & SAMPLE_TIME) || record_decode_lost(r, &lost) < 0) return false;
	event->kind = SCHED_LOST;
	event->cpu = id->cpu;
	event->value = lost.lost;
	return true;
}

static bool on_task(const struct record *r, struct sched_event *event)
{
	struct record_task fork;
	if (record_decode_task(r, &fork) < 0) return false;
	event->kind = SCHED_TASK;
	event->subject = fork.tid;
	event->next = fork.ptid;
	return true;
}

/* The record goes away with its block, so that its text is copied. */
static bool on_name(struct tracepoint_worker *worker, const struct record *r, struct sched_event *event)
{
	struct record_comm comm;
	if (record_decode_comm(r, &comm) < 0) return false;
	event->kind = SCHED_NAME;
	event->subject = comm.tid;
	event->name = arena_strdup(worker->memory, comm.comm);
	return true;
}

/* Side-band records as events, for those kinds that the visitor wants. */
static bool sched_events_other(void *ctx, struct tracepoint_worker *worker, const struct record *r,
			       const struct sample_id *id, void *event)
{
	const struct sched_visitor *visitor = ctx;
	switch (r->type) {
	case RECORD_LOST: return visitor->kinds & SCHED_KIND(SCHED_LOST) && on_lost(r, id, event);
	case RECORD_FORK: return visitor->kinds & SCHED_KIND(SCHED_TASK) && on_task(r, event);
	case RECORD_COMM: return visitor->kinds & SCHED_KIND(SCHED_NAME) && on_name(worker, r, event);
	default: return false;
	}
}

int sched_events_visit(struct session *session, const struct sched_visitor *visitor, struct err *err)
{
	const uint32_t others = SCHED_KIND(SCHED_LOST) | SCHED_KIND(SCHED_TASK) | SCHED_KIND(SCHED_NAME);
	struct tracepoint_pass pass = {
		.ctx = visitor->ctx,
		.worker_ctx = (void *)visitor,
		.event_size_bytes = sched_event_size(visitor->extent),
		.event = visitor->event,
		.batch = visitor->batch,
		.tables = { &sched_table },
		.kinds = visitor->kinds,
		.needs_kinds = SCHED_KIND(NR_SCHED_KINDS) - 1,
		.no_events = "The recording has no event of the scheduler: record with 'perf sched record'",
		.more = visitor->extent > SCHED_NUMBERS ? sched_events_more : NULL,
		.other = visitor->kinds & others ? sched_events_other : NULL,
		.skip_resolver = !visitor->chains.max_stack,
	};
	return tracepoint_pass_run(&pass, session, err);
}
