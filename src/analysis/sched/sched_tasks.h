/* Lives of threads in an analysis that goes through time: one entry a life, found by thread id. */
#ifndef ANALYSIS_SCHED_SCHED_TASKS_H
#define ANALYSIS_SCHED_SCHED_TASKS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "model/model.h"

struct sched_task {
	const struct task *task; /* NULL: nothing is known of it but its number */
	const char *comm;        /* as of the last question; stable */
	uint32_t tid, pid;       /* pid: tid when unknown */
	uint32_t index;          /* counts from 0 in order of first sight */
	uint32_t nr_names; /* names it has taken so far that are known, be it the same again; not the one it began with
			    */
	/* private */
	uint64_t comm_until_ns;
	char *unnamed; /* what it was called as long as nothing was known of it */
};

struct sched_tasks {
	const struct model *model;
	VEC(struct sched_task *) items; /* in order of first sight */
	struct sched_tasks_answer {
		uint64_t from_ns, until_ns;
		struct sched_task *task;
	} * recent;            /* what was found for the last tids, each at its low bits */
	struct u64map by_life; /* address of the model's task, or tid << 1 | 1 */
};

void sched_tasks_init(struct sched_tasks *tasks, const struct model *model);
void sched_tasks_done(struct sched_tasks *tasks);
/* Who tid is at time_ns, with the name it has then. Never NULL. */
struct sched_task *sched_tasks_get(struct sched_tasks *tasks, uint32_t tid, uint64_t time_ns);
/* The name it had in the end, after all that is recorded; stable. */
const char *sched_task_last_comm(const struct sched_task *entry);

#endif
