/* A plan of what each thread of a recording did, and its execution by threads that burn time, sleep and wake each other
 * likewise.
 *
 * A thread runs for as long as it was on a CPU, sleeps until it is woken by the thread that woke it then, and wakes
 * others at its places. A sleep that nobody was seen to end is none. The plan follows the order of the recording, so
 * that every signal that is waited for comes from somebody who does not wait, in turn, for anything later: it always
 * ends. */
#ifndef ANALYSIS_SCHED_SCHED_REPLAY_H
#define ANALYSIS_SCHED_SCHED_REPLAY_H

#include "result/sched_plan.h"
#include "session/session.h"

enum sched_replay_note_kind { SCHED_NOTE_FORK, SCHED_NOTE_TASK, SCHED_NOTE_SWITCH, SCHED_NOTE_WAKEUP };
/* Something that was seen while the plan was made; valid during the call of note. */
struct sched_replay_note {
	enum sched_replay_note_kind kind;
	const char *comm, *other_comm; /* FORK: parent, child; TASK: a new one; SWITCH: prev, next; WAKEUP: other_comm:
					  who is woken */
	uint32_t tid, other_tid;       /* WAKEUP: tid: who wakes */
	uint64_t nr_tasks;             /* TASK: so many there are now */
	/* SWITCH: how long the task that leaves ran. */
	uint64_t run_ns;
	const void *event; /* SWITCH, WAKEUP */
};

struct sched_replay_options {
	void (*note)(void *ctx, const struct sched_replay_note *note); /* may be NULL */
	void *ctx;
};

struct sched_replay;
/* Makes a plan from a recording. *ret_plan is borrowed from *ret, which sched_replay_free frees. Returns 0, or
 * -errno with err set (-ENODATA: no events of the scheduler). */
int sched_replay_plan(struct session *session, const struct sched_replay_options *options, struct sched_replay **ret,
		      const struct sched_plan **ret_plan, struct err *err) _warn_unused_;
void sched_replay_free(struct sched_replay *replay); /* NULL is fine */

/* Measures on this machine how long an empty run and a short sleep take (ns), and how long runs and sleeps of 1 ms
 * then are. Takes some milliseconds. */
void sched_replay_calibrate(struct sched_plan_overhead *ret);

/* One thread for each task of a plan, which wait until sched_replay_once. */
struct sched_replay_threads;
/* Starts the threads. The plan is borrowed and must outlive them. Returns 0, or -errno with err set: mostly -EAGAIN,
 * when so many threads are not to be had; then none is left. */
int sched_replay_start(const struct sched_plan *plan, const struct sched_plan_overhead *overhead,
		       struct sched_replay_threads **ret, struct err *err) _warn_unused_;
/* Executes the plan once and waits for its end; may be repeated. wall_ns: from start to the last thread's end;
 * cpu_ns: of all threads together. */
struct sched_plan_time sched_replay_once(struct sched_replay_threads *threads);
/* Ends the threads and frees all. NULL is fine. */
void sched_replay_end(struct sched_replay_threads *threads);

#endif
