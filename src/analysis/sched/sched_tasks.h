/* Threads of an analysis that goes through time. The kernel uses thread ids again, so that a tid is one thread now
 * and another one later: there is an entry for each life of a tid, found by tid and time. Entries have stable
 * addresses and count from 0: analyses keep their own data in an array by index.
 *
 * One thread; times may go back a little. */
#ifndef ANALYSIS_SCHED_SCHED_TASKS_H
#define ANALYSIS_SCHED_SCHED_TASKS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "model/model.h"

/* One life of a thread. Members above "private" may be read. */
struct sched_task {
	const struct task *task; /* NULL: nothing is known of it but its number */
	/* Its name at the time of the last sched_tasks_get; stays valid. */
	const char *comm;
	uint32_t tid, pid; /* pid: tid when unknown */
	uint32_t index;    /* counts from 0 in order of first sight */
	/* How many names it has taken so far, besides the one it began with; a name that equals the one before
	 * counts, too. */
	uint32_t nr_names;
	/* Private: until when comm holds. */
	uint64_t comm_until_ns;
	char *unnamed; /* what it was called as long as nothing was known of it */
};

/* All lives that were asked for. */
struct sched_tasks {
	const struct model *model;
	VEC(struct sched_task *) items; /* in order of first sight */
	struct sched_tasks_answer {
		uint64_t from_ns, until_ns;
		struct sched_task *task;
	} * recent;            /* what was found for the last tids, each at its low bits */
	struct u64map by_life; /* address of the model's task, or tid << 1 | 1 */
};

/* The model is borrowed and must outlive the tasks and the names they gave. */
void sched_tasks_init(struct sched_tasks *tasks, const struct model *model);
void sched_tasks_done(struct sched_tasks *tasks);
/* The thread that tid is at time_ns, with the name it has then. Never NULL: an unknown one is called ":TID". */
struct sched_task *sched_tasks_get(struct sched_tasks *tasks, uint32_t tid, uint64_t time_ns);
/* The last name that the recording knows of it. Stays valid. */
const char *sched_task_last_comm(const struct sched_task *entry);

#endif
