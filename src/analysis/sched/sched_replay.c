/* Makes the plan: each switch ends a run of the task that leaves, each wakeup is a signal from the task that wakes
 * to the one that is woken.
 *
 *     recorded                              plan of A                  plan of B
 *     A runs 3 ms, wakes B                  run 3 ms, wake #0          sleep until #0
 *     B runs 1 ms                                                      run 1 ms, sleep
 *
 * Signals are numbered; each is given once and waited for once. */
#include "analysis/sched/sched_replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include "analysis/sched/sched_events.h"
#include "base/intern.h"
#include "base/u64map.h"
#include "base/vec.h"

enum { MAX_CPUS = 1 << 16 };

struct sched_replay {
	const struct sched_replay_options *options;
	struct sched_plan plan;
	struct u64map place_of_tid; /* in the plan */
	struct u64map comm_of_tid;  /* as of now: address of an interned text */
	struct intern comms;
	VEC(uint64_t) switched_ns; /* by cpu; 0: never */
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
	if (known) return (const char *)(uintptr_t)*known;
	return tid ? NULL : "swapper";
}

/* As known_comm, or ":TID". */
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

/* A fork: the child has its parent's name until it gets its own. */
static void on_task(struct sched_replay *replay, const struct sched_event *event)
{
	uint32_t parent_tid = event->next, child_tid = event->subject;
	const char *inherited = known_comm(replay, parent_tid);
	if (inherited) set_comm(replay, child_tid, inherited);
	else u64map_remove(&replay->comm_of_tid, child_tid);
	const char *parent = comm_of(replay, parent_tid), *child = comm_of(replay, child_tid);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_FORK,
						 .tid = parent_tid,
						 .comm = parent,
						 .other_tid = child_tid,
						 .other_comm = child });
	place_of(replay, parent_tid, parent);
	place_of(replay, child_tid, child);
}

/* Longer runs are taken for gaps in the recording, and are counted but not replayed. */
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

/* Adds a run and a sleep to the task that leaves. Who will end the sleep, a later wakeup tells. */
static void on_switch(struct sched_replay *replay, const struct sched_event *event)
{
	const char *comm = intern_string(&replay->comms, event->comm),
		   *next_comm = intern_string(&replay->comms, event->next_comm);
	uint64_t run_ns = ran_ns(replay, event->cpu, event->time_ns);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_SWITCH,
						 .event = event->source,
						 .comm = comm,
						 .tid = event->subject,
						 .other_comm = next_comm,
						 .other_tid = event->next,
						 .run_ns = run_ns });
	size_t place = place_of(replay, event->subject, comm);
	place_of(replay, event->next, next_comm);
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

/* Adds a wakeup to the task that wakes, and gives its signal to the sleep that the other one is in. A wakeup of a
 * task that is awake, or that was woken already, has no signal: replaying it would leave the semaphore up. */
static void on_wakeup(struct sched_replay *replay, const struct sched_event *event)
{
	struct sched_plan *plan = &replay->plan;
	const char *comm = intern_string(&replay->comms, event->comm);
	note(replay, (struct sched_replay_note){ .kind = SCHED_NOTE_WAKEUP,
						 .event = event->source,
						 .tid = event->tid,
						 .other_comm = comm,
						 .other_tid = event->subject });
	size_t by = place_of(replay, event->tid, "<unknown>"), place = place_of(replay, event->subject, comm);
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

static int sched_replay_event(void *ctx, const void *item)
{
	struct sched_replay *replay = ctx;
	const struct sched_event *event = item;
	switch (event->kind) {
	case SCHED_SWITCH: on_switch(replay, event); break;
	case SCHED_TASK: on_task(replay, event); break;
	case SCHED_NAME: set_comm(replay, event->subject, event->name); break;
	default: on_wakeup(replay, event); break;
	}
	return 0;
}

int sched_replay_plan(struct session *session, const struct sched_replay_options *options, struct sched_replay **ret,
		      const struct sched_plan **ret_plan, struct err *err)
{
	struct sched_replay *replay = xcalloc(1, sizeof(*replay));
	const struct sched_visitor visitor = { .ctx = replay,
					       .event = sched_replay_event,
					       .extent = SCHED_WITH_SOURCE,
					       .kinds = SCHED_KIND(SCHED_SWITCH) | SCHED_KIND(SCHED_TASK) |
							SCHED_KIND(SCHED_NAME) |
							sched_wakeup_kinds(session, SCHED_WAKING) };
	replay->options = options;
	intern_init(&replay->comms);
	int r = sched_events_visit(session, &visitor, err);
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
	free(replay);
}
