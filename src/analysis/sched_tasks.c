#include "analysis/sched_tasks.h"

#include <stdio.h>

enum { NR_RECENT = 4096 };

void sched_tasks_init(struct sched_tasks *tasks, const struct model *model)
{
	*tasks = (struct sched_tasks){ .model = model, .recent = xcalloc(NR_RECENT, sizeof(*tasks->recent)) };
}

void sched_tasks_done(struct sched_tasks *tasks)
{
	for (size_t i = 0; i < tasks->items.count; i++) {
		if (!tasks->items.items[i]->task) free((char *)(uintptr_t)tasks->items.items[i]->comm);
		free(tasks->items.items[i]);
	}
	vec_done(&tasks->items);
	u64map_done(&tasks->by_life);
	free(tasks->recent);
}

static struct sched_task *life_of(struct sched_tasks *tasks, const struct task *task, uint32_t tid)
{
	bool is_new;
	/* addresses are even */
	uint64_t *slot = u64map_put(&tasks->by_life, task ? (uintptr_t)task : (uint64_t)tid << 1 | 1, &is_new);
	if (is_new) {
		struct sched_task *entry = xcalloc(1, sizeof(*entry));
		*entry = (struct sched_task){ .task = task, .tid = tid, .pid = task ? task_pid(task) : tid, .index = (uint32_t)tasks->items.count };
		if (!task) {
			entry->comm = xasprintf(":%d", (int)tid);
			entry->comm_until_ns = UINT64_MAX;
		}
		vec_push(&tasks->items, entry);
		*slot = (uintptr_t)entry;
	}
	return (struct sched_task *)(uintptr_t)*slot;
}

struct sched_task *sched_tasks_get(struct sched_tasks *tasks, uint32_t tid, uint64_t time_ns)
{
	struct sched_tasks_answer *recent = &tasks->recent[tid % NR_RECENT];
	struct sched_task *entry = recent->task;
	if (unlikely(!entry || entry->tid != tid || time_ns < recent->from_ns || time_ns >= recent->until_ns)) {
		uint64_t until_ns;
		entry = life_of(tasks, model_task(tasks->model, tid, time_ns, &until_ns), tid);
		*recent = (struct sched_tasks_answer){ .from_ns = time_ns, .until_ns = until_ns, .task = entry };
		if (entry->task) entry->comm_until_ns = 0;
	}
	if (unlikely(time_ns >= entry->comm_until_ns && entry->task)) entry->comm = task_comm(entry->task, time_ns, &entry->comm_until_ns);
	return entry;
}
