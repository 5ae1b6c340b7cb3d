/* Moments at which threads begin and cease to run, out of switch records or sched:sched_switch, in order of time.
 *
 * SWITCH records are of one thread each and only of those that were recorded; a process that perf record starts runs
 * from its exec on, of which only COMM tells. Where whole CPUs were recorded, each switch says what ran on the CPU
 * before and behind it: a CPU with any thread but the idle task (0) is one thread that runs. */
#include "analysis/pass/parallelism_pass.h"
#include <errno.h>
#include <stdatomic.h>
#include "analysis/pass/tracepoint_pass.h"
#include "session/parallelism.h"

enum parallelism_moment_kind { MOMENT_SWITCH, MOMENT_BEGINS, MOMENT_ENDS, MOMENT_NEW };

/* MOMENT_SWITCH: of a CPU, from thread prev to next. Others: of thread tid. */
struct parallelism_moment {
	TRACEPOINT_EVENT;
	uint32_t prev, next;
};

static const struct tracepoint_row switch_rows[] = {
	{ "sched:sched_switch", MOMENT_SWITCH,
	  FIELDS(FIELD(struct parallelism_moment, prev, "prev_pid", .is_key = true, .is_whole = true),
		 FIELD(struct parallelism_moment, next, "next_pid", .is_key = true, .is_whole = true)) },
};
static const struct tracepoint_table switch_table = { switch_rows, ARRAY_SIZE(switch_rows) };

static const char no_switches[] = "Use of latency profile or parallelism requires --latency flag during record.";

/* Above any thread's number (PID_MAX_LIMIT of Linux). */
enum { MAX_TIDS = 1 << 22 };

struct collection {
	enum parallelism_source source;
	struct parallelism *parallelism;
	/* What shows that CPUs were recorded, not threads: switches from or to the idle task; on a machine that is
	 * never idle, switches from the thread that the one before on their CPU went to. */
	uint64_t nr_switches, nr_idle, nr_following;
	VEC(uint32_t) running; /* by CPU: the thread + 1 that the last switch went to; 0: none yet */
	void (*visit)(void *ctx, const struct switch_moment *moment);
	void *visit_ctx;
	_Atomic uint64_t *sampled; /* a bit a thread that has samples, [MAX_TIDS / 64]; NULL: not wanted */
};

enum parallelism_source parallelism_source_of(const struct session *session)
{
	const struct perf_events *events = session_events(session);
	const uint64_t *nr_by_type = session_totals(session)->nr_by_type;
	if (nr_by_type[RECORD_SWITCH_CPU_WIDE]) return PARALLELISM_CPUS;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.flags & ATTR_CONTEXT_SWITCH) return PARALLELISM_THREADS;
	if (nr_by_type[RECORD_SWITCH]) return PARALLELISM_THREADS;
	return tracepoint_table_kinds(&switch_table, events) ? PARALLELISM_TRACEPOINT : PARALLELISM_UNKNOWN;
}

/* A switch of a CPU, which is recorded twice: by the thread that goes and by the one that comes. */
static bool read_cpu_switch(const struct record *r, const struct sample_id *id, struct parallelism_moment *moment)
{
	struct record_switch other;
	if (!(id->present & SAMPLE_CPU) || !(id->present & SAMPLE_TID) || record_decode_switch(r, &other) < 0)
		return false;
	bool out = r->misc & MISC_SWITCH_OUT;
	moment->kind = MOMENT_SWITCH;
	moment->cpu = id->cpu;
	moment->prev = out ? id->tid : other.other_tid;
	moment->next = out ? other.other_tid : id->tid;
	return true;
}

/* In the worker: a record of the kernel as a moment, of whole CPUs or of single threads. */
static bool parallelism_pass_other(void *ctx, struct tracepoint_worker *worker, const struct record *r,
				   const struct sample_id *id, void *event)
{
	const struct collection *c = ctx;
	struct parallelism_moment *moment = event;
	struct record_comm comm;
	struct record_task task;
	if (moment->time_ns == UINT64_MAX || !moment->time_ns) return false;
	if ((c->source == PARALLELISM_CPUS) != (r->type == RECORD_SWITCH_CPU_WIDE)) return false;
	moment->tid = id->present & SAMPLE_TID ? id->tid : 0;
	switch (r->type) {
	case RECORD_SWITCH_CPU_WIDE: return read_cpu_switch(r, id, moment);
	case RECORD_SWITCH:
		moment->kind = r->misc & MISC_SWITCH_OUT ? MOMENT_ENDS : MOMENT_BEGINS;
		return moment->tid != 0;
	case RECORD_COMM:
		moment->kind = MOMENT_BEGINS;
		moment->tid = 0;
		if (r->misc & MISC_COMM_EXEC && record_decode_comm(r, &comm) == 0) moment->tid = comm.tid;
		return moment->tid != 0;
	case RECORD_FORK:
	case RECORD_EXIT:
		moment->kind = r->type == RECORD_FORK ? MOMENT_NEW : MOMENT_ENDS;
		if (record_decode_task(r, &task) < 0) return false;
		moment->tid = task.tid;
		return true;
	default: return false;
	}
}

/* In the worker: notes whose sample it is. Makes no event. */
static unsigned parallelism_pass_sample(void *ctx, struct tracepoint_worker *worker, const struct sample *sample,
					void *events)
{
	const struct collection *c = ctx;
	(void)worker, (void)events;
	if (!(sample->present & SAMPLE_TID) || !sample->tid || sample->tid >= MAX_TIDS) return 0;
	_Atomic uint64_t *word = &c->sampled[sample->tid / 64];
	uint64_t bit = (uint64_t)1 << sample->tid % 64;
	if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
		atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
	return 0;
}

static void count_sampled(const struct collection *c)
{
	for (uint32_t i = 0; i < MAX_TIDS / 64; i++)
		for (uint64_t word = c->sampled[i]; word; word &= word - 1)
			parallelism_has_samples(c->parallelism, i * 64 + (uint32_t)__builtin_ctzll(word));
}

/* The CPUs that are looked at, at most: beyond it a number is damaged. */
enum { MAX_CPUS = 1 << 16 };

static void note_switch(struct collection *c, const struct parallelism_moment *moment)
{
	c->nr_switches++;
	c->nr_idle += !moment->prev || !moment->next;
	if (moment->cpu >= MAX_CPUS) return;
	while (c->running.count <= moment->cpu) vec_push(&c->running, 0);
	uint32_t *running_1 = &c->running.items[moment->cpu];
	c->nr_following += *running_1 && *running_1 - 1 == moment->prev;
	*running_1 = moment->next + 1;
}

/* The next moment in order of time. */
static int parallelism_pass_moment(void *ctx, const void *event)
{
	struct collection *c = ctx;
	const struct parallelism_moment *moment = event;
	switch (moment->kind) {
	case MOMENT_BEGINS: parallelism_begins(c->parallelism, moment->time_ns, moment->tid); break;
	case MOMENT_ENDS: parallelism_ends(c->parallelism, moment->time_ns, moment->tid); break;
	case MOMENT_NEW: parallelism_is_new(c->parallelism, moment->tid); break;
	default:
		note_switch(c, moment);
		if (moment->prev) parallelism_ends(c->parallelism, moment->time_ns, moment->cpu);
		if (moment->next) parallelism_begins(c->parallelism, moment->time_ns, moment->cpu);
	}
	return 0;
}

/* As parallelism_pass_moment, for switch_moments_visit. */
static int parallelism_pass_visit(void *ctx, const void *event)
{
	struct collection *c = ctx;
	const struct parallelism_moment *moment = event;
	struct switch_moment told = { .time_ns = moment->time_ns, .tid = moment->tid };
	if (moment->kind == MOMENT_NEW) return 0;
	if (moment->kind != MOMENT_SWITCH) {
		told.begins = moment->kind == MOMENT_BEGINS;
		c->visit(c->visit_ctx, &told);
		return 0;
	}
	note_switch(c, moment);
	told.tid = moment->prev;
	if (told.tid) c->visit(c->visit_ctx, &told);
	told.tid = moment->next;
	told.begins = true;
	if (told.tid) c->visit(c->visit_ctx, &told);
	return 0;
}

/* Gives all moments to a function. */
static int run_pass(struct collection *c, struct session *session, int (*event)(void *ctx, const void *event),
		    struct err *err)
{
	bool by_tracepoint = c->source == PARALLELISM_TRACEPOINT;
	if (c->source == PARALLELISM_UNKNOWN) {
		err_set(err, -ENODATA, "%s", no_switches);
		err_hint(err, "The recording has no context switches. Record with perf record --latency.");
		return -ENODATA;
	}
	struct tracepoint_pass pass = { .ctx = c,
					.worker_ctx = c,
					.event_size_bytes = sizeof(struct parallelism_moment),
					.event = event,
					.tables = { c->sampled ? NULL : &switch_table },
					.read = c->sampled ? parallelism_pass_sample : NULL,
					.kinds = by_tracepoint ? 1u << MOMENT_SWITCH : 0,
					.other = by_tracepoint ? NULL : parallelism_pass_other,
					.skip_resolver = true };
	int r = tracepoint_pass_run(&pass, session, err);
	vec_done(&c->running);
	if (r == 0 && by_tracepoint && !c->nr_idle && c->nr_following * 2 < c->nr_switches) {
		r = err_set(err, -ENODATA, "%s", no_switches);
		err_hint(err, "sched:sched_switch of single threads says when they ceased to run, not when they "
			      "began. Record with perf record --latency, or the whole machine with -a.");
	}
	return r;
}

int parallelism_collect(struct session *session, enum parallelism_source source, struct err *err)
{
	struct collection collection = { .source = source };
	collection.parallelism = xcalloc(1, sizeof(*collection.parallelism));
	if (source == PARALLELISM_THREADS) collection.sampled = xcalloc(MAX_TIDS / 64, sizeof(*collection.sampled));
	int r = run_pass(&collection, session, parallelism_pass_moment, err);
	if (collection.sampled) count_sampled(&collection);
	free((void *)collection.sampled);
	parallelism_end(collection.parallelism);
	if (r < 0) parallelism_free(collection.parallelism);
	else session_set_parallelism(session, collection.parallelism);
	return r;
}

int switch_moments_visit(struct session *session, enum parallelism_source source,
			 void (*visit)(void *ctx, const struct switch_moment *moment), void *ctx, struct err *err)
{
	struct collection collection = { .source = source, .visit = visit, .visit_ctx = ctx };
	return run_pass(&collection, session, parallelism_pass_visit, err);
}
