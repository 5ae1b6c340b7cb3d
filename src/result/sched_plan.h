/* What threads have to do so that a recorded load happens again: `perf sched replay`. The analysis makes the plan of
 * a recording; whoever runs it starts a thread for each task, and each thread takes its steps in order:
 *
 *     RUN 2 ms, WAKEUP signal 7, SLEEP until signal 8, RUN 1 ms ...
 *
 * Signals pair a wakeup with the sleep that it ends. */
#ifndef RESULT_SCHED_PLAN_H
#define RESULT_SCHED_PLAN_H

#include <stddef.h>
#include <stdint.h>

enum sched_plan_kind { SCHED_PLAN_RUN, SCHED_PLAN_SLEEP, SCHED_PLAN_WAKEUP };
#define SCHED_PLAN_NO_SIGNAL UINT32_MAX

/* A step of a task. */
struct sched_plan_step {
	uint64_t run_ns; /* RUN */
	/* WAKEUP: the signal given; SLEEP: the one waited for. SCHED_PLAN_NO_SIGNAL: none, the step does nothing. */
	uint32_t signal;
	uint8_t kind; /* enum sched_plan_kind */
};

/* A task and its steps, in order of time. */
struct sched_plan_task {
	const char *comm; /* as it was first seen */
	uint32_t tid;
	struct sched_plan_step *items;
	size_t count, capacity;
};

/* The plan: tasks in order of first sight. */
struct sched_plan {
	struct sched_plan_task *items;
	size_t count, capacity; /* in order of first sight */
	uint32_t nr_signals;    /* each is given once and waited for once */
	uint64_t nr_runs, nr_sleeps, nr_wakeups;
	/* Runs that are left out: nobody waits so long, and times so far apart are mostly damaged. */
	uint64_t nr_too_long;
	uint64_t nr_targetless,
		nr_again; /* wakeups that are left out: of who did not sleep, of who was being woken already */
};

/* One replay: how long it took, and how much CPU time its threads used. */
struct sched_plan_time {
	uint64_t wall_ns, cpu_ns;
};
/* What this machine takes for the parts of a replay: for a step of each kind beside its duration, and what a test of
 * such a step took in all. */
struct sched_plan_overhead {
	uint64_t run_ns, sleep_ns, run_test_ns, sleep_test_ns;
};

#endif
