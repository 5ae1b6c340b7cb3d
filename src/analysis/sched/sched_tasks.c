/* The same tid is another task after an exit and a fork, and its name changes; so each answer holds for a while,
 * which the model tells. The last answers are kept in a table by the low bits of tids, because switches ask for the
 * same few tasks again and again. */
#include "analysis/sched/sched_tasks.h"

#include <stdio.h>
#include <string.h>

enum { NR_RECENT = 4096 };

void sched_tasks_init(struct sched_tasks *tasks, const struct model *model)
{
	*tasks = (struct sched_tasks){ .model = model, .recent = xcalloc(NR_RECENT, sizeof(*tasks->recent)) };
}

void sched_tasks_done(struct sched_tasks *tasks)
{
	for (size_t i = 0; i < tasks->items.count; i++) {
		free(tasks->items.items[i]->unnamed);
		free(tasks->items.items[i]);
	}
	vec_done(&tasks->items);
	u64map_done(&tasks->by_life);
	free(tasks->recent);
}

/* Addresses of the model's tasks are even, so that odd keys are free for threads that it does not know. */
static uint64_t unknown_key(uint32_t tid) { return (uint64_t)tid << 1 | 1; }

static struct sched_task *add(struct sched_tasks *tasks, const struct task *task, uint32_t tid)
{
	struct sched_task *entry = xcalloc(1, sizeof(*entry));
	*entry = (struct sched_task){
		.task = task, .tid = tid, .pid = task ? task_pid(task) : tid, .index = (uint32_t)tasks->items.count
	};
	if (!task) {
		entry->comm = entry->unnamed = xasprintf(":%d", (int)tid);
		entry->comm_until_ns = UINT64_MAX;
	}
	vec_push(&tasks->items, entry);
	return entry;
}

/* The entry of a life, made when it is new. */
static struct sched_task *life_of(struct sched_tasks *tasks, const struct task *task, uint32_t tid)
{
	bool is_new;
	uint64_t *slot = u64map_put(&tasks->by_life, task ? (uintptr_t)task : unknown_key(tid), &is_new);
	if (!is_new) return (struct sched_task *)(uintptr_t)*slot;
	/* whose beginning was not recorded may have been met before anything was known of it */
	const uint64_t *unknown = task && task_ppid(task) == (uint32_t)-1
					  ? u64map_find(&tasks->by_life, unknown_key(tid))
					  : NULL;
	struct sched_task *entry = unknown ? (struct sched_task *)(uintptr_t)*unknown : NULL;
	if (entry && !entry->task) {
		entry->task = task;
		entry->pid = task_pid(task);
	} else {
		entry = add(tasks, task, tid);
	}
	*u64map_find(&tasks->by_life, task ? (uintptr_t)task : unknown_key(tid)) = (uintptr_t)entry;
	return entry;
}

/* Takes the name at time_ns from the model, and counts it when it is another one. */
static void look_up_name(struct sched_task *entry, uint64_t time_ns)
{
	uint64_t until_ns;
	const char *comm = task_comm(entry->task, time_ns, &until_ns);
	if (!entry->comm) {
		uint64_t first_until_ns;
		(void)task_comm(entry->task, task_start_ns(entry->task), &first_until_ns);
		entry->nr_names = time_ns >= first_until_ns;
	} else if ((entry->comm_until_ns && time_ns >= entry->comm_until_ns) || strcmp(entry->comm, comm) != 0) {
		entry->nr_names++;
	}
	entry->comm = comm;
	entry->comm_until_ns = until_ns;
}

struct sched_task *sched_tasks_get(struct sched_tasks *tasks, uint32_t tid, uint64_t time_ns)
{
	/* An answer of the model holds from its time until until_ns: the next exit, fork or the like of this tid. */
	struct sched_tasks_answer *recent = &tasks->recent[tid % NR_RECENT];
	struct sched_task *entry = recent->task;
	if (unlikely(!entry || entry->tid != tid || time_ns < recent->from_ns || time_ns >= recent->until_ns)) {
		uint64_t until_ns;
		entry = life_of(tasks, model_task(tasks->model, tid, time_ns, &until_ns), tid);
		*recent = (struct sched_tasks_answer){ .from_ns = time_ns, .until_ns = until_ns, .task = entry };
		if (entry->task) look_up_name(entry, time_ns);
	}
	if (unlikely(time_ns >= entry->comm_until_ns && entry->task)) look_up_name(entry, time_ns);
	return entry;
}

const char *sched_task_last_comm(const struct sched_task *entry)
{
	uint64_t until_ns;
	return entry->task ? task_comm(entry->task, UINT64_MAX, &until_ns) : entry->comm;
}
