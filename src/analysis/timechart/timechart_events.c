/* Rows that say what becomes of payloads. Events have the layout of the scheduler's, so that one pass reads all of
 * them. */
#include "analysis/timechart/timechart_events.h"

#include "result/timechart.h"

#define NUMBER(member, ...) FIELD(struct sched_event, member, __VA_ARGS__)

/* Fields of each sort of tracepoint. Power events name their CPU themselves: another CPU may report the change. */
static const struct tracepoint_field_row states[] = { NUMBER(cpu, "cpu_id", .is_key = true),
						      NUMBER(value, "state", .is_whole = true),
						      { NULL } };
static const struct tracepoint_field_row ends_of_idle[] = { NUMBER(cpu, "cpu_id", .is_key = true),
							    NUMBER(value, "", .otherwise = UINT32_MAX),
							    { NULL } };
static const struct tracepoint_field_row begins[] = {
	NUMBER(value, "fd|epfd", .is_whole = true, .otherwise = TIMECHART_HAS_NO_FD), { NULL }
};
static const struct tracepoint_field_row ends[] = { NUMBER(value, "ret", .is_key = true), { NULL } };

/* Two rows: begin and end of a call. A new call is a line CALL in call_rows, with the kind that it is drawn as. */
#define CALL(name, io)                                                  \
	{ "syscalls:sys_enter_" name, TIMECHART_IO_BEGIN, begins, io }, \
	{                                                               \
		"syscalls:sys_exit_" name, TIMECHART_IO_END, ends, io   \
	}

/* The state, or the frequency, is in value. Names of events that kernels gave up stay here: old recordings have them.
 */
static const struct tracepoint_row power_rows[] = {
	{ "power:cpu_idle", TIMECHART_CSTATE, states },
	{ "power:cpu_frequency", TIMECHART_PSTATE, states },
	/* kernels before 2.6.38 */
	{ "power:power_start", TIMECHART_CSTATE, states },
	{ "power:power_end", TIMECHART_CSTATE, ends_of_idle },
	{ "power:power_frequency", TIMECHART_PSTATE, states },
};
static const struct tracepoint_row call_rows[] = {
	CALL("read", TIMECHART_READ),
	CALL("pread64", TIMECHART_READ),
	CALL("readv", TIMECHART_READ),
	CALL("preadv", TIMECHART_READ),
	CALL("preadv2", TIMECHART_READ),
	CALL("write", TIMECHART_WRITE),
	CALL("pwrite64", TIMECHART_WRITE),
	CALL("writev", TIMECHART_WRITE),
	CALL("pwritev", TIMECHART_WRITE),
	CALL("pwritev2", TIMECHART_WRITE),
	CALL("sync", TIMECHART_SYNC),
	CALL("syncfs", TIMECHART_SYNC),
	CALL("sync_file_range", TIMECHART_SYNC),
	CALL("fsync", TIMECHART_SYNC),
	CALL("fdatasync", TIMECHART_SYNC),
	CALL("msync", TIMECHART_SYNC),
	CALL("recvfrom", TIMECHART_RECEIVE),
	CALL("recvmmsg", TIMECHART_RECEIVE),
	CALL("recvmsg", TIMECHART_RECEIVE),
	CALL("sendto", TIMECHART_SEND),
	CALL("sendmsg", TIMECHART_SEND),
	CALL("sendmmsg", TIMECHART_SEND),
	CALL("epoll_pwait", TIMECHART_POLL),
	CALL("epoll_pwait2", TIMECHART_POLL),
	CALL("epoll_wait", TIMECHART_POLL),
	CALL("poll", TIMECHART_POLL),
	CALL("ppoll", TIMECHART_POLL),
	CALL("pselect6", TIMECHART_POLL),
	CALL("select", TIMECHART_POLL),
};
/* Searched after the scheduler's table. */
static const struct tracepoint_table power_table = { power_rows, ARRAY_SIZE(power_rows) };
static const struct tracepoint_table call_table = { call_rows, ARRAY_SIZE(call_rows) };

/* Of the scheduler's events, those that a timechart shows. */
static uint32_t scheduler_kinds(const struct session *session)
{
	return SCHED_KIND(SCHED_SWITCH) | sched_wakeup_kinds(session, SCHED_WAKEUP);
}

/* A stack that was copied is unwound to a chain. */
static bool has_chains(const struct perf_event *event)
{
	return event->attr.sample_type & (SAMPLE_CALLCHAIN | SAMPLE_STACK_USER);
}

/* By names of events; nothing is decoded for it. Chains of events that are not shown do not count. */
struct timechart_presence timechart_events_presence(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	const uint32_t wakeups = SCHED_KIND(SCHED_WAKEUP) | SCHED_KIND(SCHED_WAKING) | SCHED_KIND(SCHED_WAKEUP_NEW);
	uint32_t kinds = tracepoint_table_kinds(&sched_table, events);
	struct timechart_presence presence = { .has_switch = kinds & SCHED_KIND(SCHED_SWITCH),
					       .has_wakeup = kinds & wakeups,
					       .has_power = tracepoint_table_kinds(&power_table, events),
					       .has_io = tracepoint_table_kinds(&call_table, events) };
	for (size_t i = 0; i < events->count; i++) {
		const char *name = events->items[i]->name;
		const struct tracepoint_row *row = tracepoint_table_find(&sched_table, name);
		bool is_shown = row ? (SCHED_KIND(SCHED_SWITCH) | wakeups) & SCHED_KIND(row->kind)
				    : tracepoint_table_find(&power_table, name) != NULL;
		presence.has_chains |= is_shown && has_chains(events->items[i]);
	}
	return presence;
}

/* Call chains of the scheduler's events; power states and calls have none. */
static bool timechart_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	static const struct chain_limits limits = { .max_stack = 64 };
	struct sched_event *event = item;
	if (event->kind >= NR_SCHED_KINDS || !sample_has_chain(sample)) return true;
	event->chain = chain_names_of(worker, sample, &limits);
	if (!*event->chain) event->chain = NULL;
	return true;
}

/* Without chains nothing is resolved. */
int timechart_events_visit(struct session *session, const struct timechart_visitor *visitor, struct err *err)
{
	bool with_chains = timechart_events_presence(session).has_chains;
	const uint32_t kinds = scheduler_kinds(session) | SCHED_KIND(TIMECHART_CSTATE) | SCHED_KIND(TIMECHART_PSTATE) |
			       SCHED_KIND(TIMECHART_IO_BEGIN) | SCHED_KIND(TIMECHART_IO_END);
	struct tracepoint_pass pass = {
		.ctx = visitor->ctx,
		.event_size_bytes = sched_event_size(SCHED_WITH_COMMS),
		.event = visitor->event,
		.tables = { &sched_table, &power_table, &call_table },
		.kinds = kinds,
		.needs_kinds = kinds,
		.no_events = "The recording has no event of the scheduler, of power states, or of input and output: "
			     "record with 'perf timechart record'",
		.more = with_chains ? timechart_events_more : NULL,
		.skip_resolver = !with_chains,
	};
	return tracepoint_pass_run(&pass, session, err);
}
