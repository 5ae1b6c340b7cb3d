/* What the scheduler did, event by event (rows), and summed up by task and CPU: what `perf sched timehist` shows.
 * Texts belong to the analysis; chains are packed as call_names.h says. Times are in ns. */
#ifndef RESULT_SCHED_HISTORY_H
#define RESULT_SCHED_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a row tells of; which members of the row are set depends on it. */
enum sched_timehist_kind { TIMEHIST_SWITCH, TIMEHIST_WAKEUP, TIMEHIST_MIGRATION, TIMEHIST_LOST };

/* A task by the name it had at that moment. */
struct sched_timehist_task {
	const char *comm;
	uint32_t tid, pid;
}; /* comm: "<idle>" of CPUs with nothing to do */

/* An event. Behind members: the kinds of rows that have them. */
struct sched_timehist_row {
	uint64_t time_ns;
	uint32_t cpu;
	uint8_t kind;                       /* enum sched_timehist_kind */
	struct sched_timehist_task task;    /* SWITCH: who leaves; else who ran when it happened */
	uint64_t wait_ns, delay_ns, run_ns; /* SWITCH: off the CPU before its last run; ready, of that; that run */
	uint64_t before_move_ns;            /* SWITCH: of that delay, until it was last moved to another CPU */
	char state;                         /* SWITCH: in which it is left */
	int32_t prio;                       /* SWITCH: -1 when not known */
	const char *next_comm;
	uint32_t next_tid;                  /* SWITCH */
	const char *chain;                  /* SWITCH: call_names.h, NULL: not asked for, or not recorded */
	struct sched_timehist_task subject; /* WAKEUP, MIGRATION: about whom it is */
	int32_t from_cpu, to_cpu;           /* MIGRATION */
	uint64_t nr_lost;                   /* LOST: events */
};

/* Away from CPUs: asleep, in an uninterruptible sleep, preempted; and of all that, ready. */
struct sched_timehist_waits {
	uint64_t sleep_ns, io_ns, preempted_ns, delay_ns;
};

/* What a task did within the time window, added up. Durations are of its runs. */
struct sched_timehist_sum {
	struct sched_timehist_task task;
	int64_t parent; /* pid, -1: not known */
	uint64_t nr_runs, run_ns, min_ns, max_ns, nr_migrations;
	double mean_ns, deviation;         /* deviation: of the mean, in percent of it */
	struct sched_timehist_waits waits; /* 0 where it is about idle times */
};

/* How often and how long a CPU was idle after a task had left it with this chain. */
struct sched_timehist_idle_chain {
	const char *chain; /* call_names.h */
	uint64_t nr, idle_ns;
};
/* What a recording tells of a CPU's use within the time window. */
enum sched_cpu_use {
	SCHED_CPU_UNKNOWN, /* nothing happened on it: it was idle, or one task ran all the time */
	SCHED_CPU_NEVER_IDLE,
	SCHED_CPU_IDLE,      /* for idle_ns; the beginning of an idle time may be missing */
	SCHED_CPU_ONLY_IDLE, /* from the beginning to the end */
};
/* A CPU's idle times. */
struct sched_timehist_cpu {
	uint32_t cpu;
	bool is_chosen; /* by -C, or nobody chose */
	enum sched_cpu_use use;
	uint64_t idle_ns;
	struct sched_timehist_idle_chain *chains;
	size_t nr_chains; /* why it came to be idle, longest first */
};

/* All sums. */
struct sched_timehist_summary {
	struct sched_timehist_sum *sums;
	size_t nr_sums;
	struct sched_timehist_cpu *cpus;
	size_t nr_cpus;
	uint64_t run_ns, nr_runs,
		span_ns;      /* nr_runs: also of idle tasks, as upstream; span: from the first to the last event */
	bool of_idle;         /* the sums are of the idle time after each task */
	bool of_chosen_tasks; /* idle times are not known then, nor what all tasks did */
	bool by_chain;
};

#endif
