#include "analysis/sched/sched_replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include "analysis/sched/sched_tracepoints.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "event/format/tracepoint.h"

enum { MAX_CPUS = 1 << 16 };

struct reader {
	const struct tracepoint *tp; /* NULL: not of interest */
	struct payload_number pid, next_pid;
	const struct tracepoint_field *comm, *next_comm;
	uint32_t least_size; /* of a payload */
	bool is_switch;
};

struct sched_replay {
	const struct sched_replay_options *options;
	struct sched_plan plan;
	struct u64map place_of_tid; /* in the plan */
	struct u64map comm_of_tid;  /* as of now: address of an interned text */
	struct intern comms;
	VEC(uint64_t) switched_ns; /* by cpu; 0: never */
	struct tracepoints *tracepoints;
	struct reader *readers; /* by event index */
};

static void note(const struct sched_replay *replay, struct sched_replay_note what)
{
	if (replay->options->note) replay->options->note(replay->options->ctx, &what);
}

static void add_step(struct sched_plan_task *task, struct sched_plan_step step) { vec_push(task, step); }

/* The place of a task in the plan; comm is what it is called if it is new. */
static size_t place_of(struct sched_replay *replay, uint32_t tid, const char *comm)
{
	bool is_new;
	uint64_t *place = u64map_put(&replay->place_of_tid, tid, &is_new);
	if (!is_new) return *place;
	struct sched_plan *plan = &replay->plan;
	*place = plan->count;
	vec_push(plan, ((struct sched_plan_task){ .comm = intern_string(&replay->comms, comm), .tid = tid }));
	/* it sleeps at first: who wakes it starts it */
	add_step(vec_last(plan), (struct sched_plan_step){ .kind = SCHED_PLAN_SLEEP, .signal = SCHED_PLAN_NO_SIGNAL });
	plan->nr_sleeps++;
	size_t found = plan->count - 1;
	note(replay,
	     (struct sched_replay_note){
		     .kind = SCHED_NOTE_TASK, .tid = tid, .comm = vec_last(plan)->comm, .nr_tasks = plan->count });
	return found;
}

/* NULL: nobody has said. */
static const char *known_comm(const struct sched_replay *replay, uint32_t tid)
{
	const uint64_t *known = u64map_find(&replay->comm_of_tid, tid);
	return known ? (const char *)(uintptr_t)*known : tid ? NULL : "swapper";
}

static const char *comm_of(struct sched_replay *replay, uint32_t tid)
{
	char unknown[16];
	const char *known = known_comm(replay, tid);
	snprintf(unknown, sizeof(unknown), ":%d", (int)tid);
	return known ? known : intern_string(&replay->comms, unknown);
}

static void set_comm(struct sched_replay *replay, uint32_t tid, const char *comm)
{
	*u64map_put(&replay->comm_of_tid, tid, NULL) = (uintptr_t)intern_string(&replay->comms, comm);
}

static void on_fork(struct sched_replay *replay, const struct record_task *fork)
{
	const char *inherited = known_comm(replay, fork->ptid);
	if (inherited) set_comm(replay, fork->tid, inherited);
	else u64map_remove(&replay->comm_of_tid, fork->tid);
	const char *parent = comm_of(replay, fork->ptid), *child = comm_of(replay, fork->tid);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_FORK,
						 .tid = fork->ptid,
						 .comm = parent,
						 .other_tid = fork->tid,
						 .other_comm = child });
	place_of(replay, fork->ptid, parent);
	place_of(replay, fork->tid, child);
}

static void on_other(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		     uint64_t time_ns)
{
	struct sched_replay *replay = ctx;
	struct record_task fork;
	struct record_comm comm;
	if (r->type == RECORD_FORK && record_decode_task(r, &fork) == 0) on_fork(replay, &fork);
	else if (r->type == RECORD_COMM && record_decode_comm(r, &comm) == 0) set_comm(replay, comm.tid, comm.comm);
}

static const char *text_of(struct sched_replay *replay, const struct reader *reader,
			   const struct tracepoint_field *field, const struct sample *sample)
{
	size_t size = 0;
	const uint8_t *bytes = field ? tracepoint_bytes(reader->tp, field, sample->raw, sample->raw_size, &size) : NULL;
	return bytes ? intern_text(&replay->comms,
				   intern_id_n(&replay->comms, (const char *)bytes, strnlen((const char *)bytes, size)))
		     : intern_string(&replay->comms, "");
}

#define LONGEST_RUN_NS (3600 * (uint64_t)1000000000)

/* How long the CPU was the task's that leaves it now. */
static uint64_t ran_ns(struct sched_replay *replay, uint32_t cpu, uint64_t time_ns)
{
	if (cpu >= MAX_CPUS) return 0;
	while (replay->switched_ns.count <= cpu) vec_push(&replay->switched_ns, 0);
	uint64_t since_ns = replay->switched_ns.items[cpu];
	replay->switched_ns.items[cpu] = time_ns;
	return since_ns && time_ns > since_ns ? time_ns - since_ns : 0;
}

static void on_switch(struct sched_replay *replay, const struct reader *reader, const struct sample *sample)
{
	uint32_t tid = (uint32_t)payload_number_get(&reader->pid, sample->raw, sample->raw_size);
	uint32_t next_tid = (uint32_t)payload_number_get(&reader->next_pid, sample->raw, sample->raw_size);
	const char *comm = text_of(replay, reader, reader->comm, sample),
		   *next_comm = text_of(replay, reader, reader->next_comm, sample);
	uint64_t run_ns = ran_ns(replay, sample->cpu, sample->time_ns);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_SWITCH,
						 .event = sample->event,
						 .comm = comm,
						 .tid = tid,
						 .other_comm = next_comm,
						 .other_tid = next_tid,
						 .run_ns = run_ns });
	size_t place = place_of(replay, tid, comm);
	place_of(replay, next_tid, next_comm);
	if (run_ns > LONGEST_RUN_NS) {
		replay->plan.nr_too_long++;
		run_ns = 0;
	}
	struct sched_plan_task *task = &replay->plan.items[place];
	add_step(task,
		 (struct sched_plan_step){ .kind = SCHED_PLAN_RUN, .run_ns = run_ns, .signal = SCHED_PLAN_NO_SIGNAL });
	add_step(task, (struct sched_plan_step){ .kind = SCHED_PLAN_SLEEP, .signal = SCHED_PLAN_NO_SIGNAL });
	replay->plan.nr_runs++;
	replay->plan.nr_sleeps++;
}

static void on_wakeup(struct sched_replay *replay, const struct reader *reader, const struct sample *sample)
{
	struct sched_plan *plan = &replay->plan;
	uint32_t tid = (uint32_t)payload_number_get(&reader->pid, sample->raw, sample->raw_size);
	const char *comm = text_of(replay, reader, reader->comm, sample);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_WAKEUP,
						 .event = sample->event,
						 .tid = sample->tid,
						 .other_comm = comm,
						 .other_tid = tid });
	size_t by = place_of(replay, sample->tid, "<unknown>"), place = place_of(replay, tid, comm);
	add_step(&plan->items[by],
		 (struct sched_plan_step){ .kind = SCHED_PLAN_WAKEUP, .signal = SCHED_PLAN_NO_SIGNAL });
	struct sched_plan_step *last = vec_last(&plan->items[place]);
	if (last->kind != SCHED_PLAN_SLEEP) { /* who wakes itself is awake, too */
		plan->nr_targetless++;
	} else if (last->signal != SCHED_PLAN_NO_SIGNAL) {
		plan->nr_again++;
	} else {
		last->signal = vec_last(&plan->items[by])->signal = plan->nr_signals++;
		plan->nr_wakeups++;
	}
}

static void on_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct sched_replay *replay = ctx;
	const struct reader *reader = &replay->readers[sample->event->idx];
	if (!reader->tp || sample->raw_size < reader->least_size) return;
	if (reader->is_switch) on_switch(replay, reader, sample);
	else on_wakeup(replay, reader, sample);
}

static size_t make_readers(struct sched_replay *replay, const struct perf_events *events)
{
	size_t nr_found = 0;
	bool has_waking = sched_tracepoints_have(events, "sched_waking");
	replay->readers = xcalloc(events->count + 1, sizeof(*replay->readers));
	for (size_t i = 0; i < events->count; i++) {
		const char *name = sched_tracepoints_name(events->items[i]);
		if (!name) continue;
		bool is_switch = strcmp(name, "sched_switch") == 0;
		bool is_wakeup = strcmp(name, "sched_waking") == 0 || strcmp(name, "sched_wakeup_new") == 0 ||
				 (!has_waking && strcmp(name, "sched_wakeup") == 0);
		const struct tracepoint *tp = is_switch || is_wakeup ? tracepoints_find(replay->tracepoints,
											events->items[i]->attr.config)
								     : NULL;
		struct reader reader = { .tp = tp, .is_switch = is_switch };
		if (!tp) continue;
		reader.pid = payload_number_of(tp, is_switch ? "prev_pid" : "pid");
		reader.comm = tracepoint_field(tp, is_switch ? "prev_comm" : "comm");
		if (!reader.pid.size) continue;
		if (is_switch) {
			reader.next_pid = payload_number_of(tp, "next_pid");
			reader.next_comm = tracepoint_field(tp, "next_comm");
		}
		reader.least_size = MAX(reader.pid.offset + reader.pid.size,
					reader.next_pid.offset + reader.next_pid.size);
		replay->readers[i] = reader;
		nr_found++;
	}
	return nr_found;
}

int sched_replay_plan(struct session *session, const struct sched_replay_options *options, struct sched_replay **ret,
		      const struct sched_plan **ret_plan, struct err *err)
{
	const struct perf_header *header = session_header(session);
	struct sched_replay *replay = xcalloc(1, sizeof(*replay));
	int r;
	replay->options = options;
	intern_init(&replay->comms);
	replay->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	if (!make_readers(replay, session_events(session))) {
		r = err_set(err, -ENODATA,
			    "The recording has no event of the scheduler: record with 'perf sched record'");
	} else {
		struct sample_visitor visitor = {
			.ctx = replay, .sample = on_sample, .other = on_other, .sequential = true, .skip_resolver = true
		};
		r = session_samples_ordered(session, &visitor, err);
	}
	if (r < 0) {
		sched_replay_free(replay);
		return r;
	}
	*ret = replay;
	*ret_plan = &replay->plan;
	return 0;
}

void sched_replay_free(struct sched_replay *replay)
{
	if (!replay) return;
	for (size_t i = 0; i < replay->plan.count; i++) vec_done(&replay->plan.items[i]);
	vec_done(&replay->plan);
	u64map_done(&replay->place_of_tid);
	u64map_done(&replay->comm_of_tid);
	intern_done(&replay->comms);
	vec_done(&replay->switched_ns);
	tracepoints_free(replay->tracepoints);
	free(replay->readers);
	free(replay);
}
