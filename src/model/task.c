/* Lives of thread ids. A tid is used again after an exit, so each has a list of lives, oldest first; a life has a
 * history of names and of namespaces, also oldest first. Lives and names are found by binary search.
 *
 *     tid 77   [start 10 ........ exit 50]   [start 80 ............
 *     names     "sh" 10, "make" 12 (exec)     "cc1" 80
 *
 * Threads share the address space of their process's leader (pid == tid), which is made up when a thread is seen first.
 * All memory is the model's arena, so that nothing is freed here but the two indexes. */
#include <stdio.h>
#include "model/task.h"
#include "model/model.h"

/* A pid or ppid that is not known. */
#define NO_ID ((uint32_t)-1)

void task_table_init(struct task_table *table, struct arena *arena, struct intern *names, struct space_pool *spaces)
{
	*table = (struct task_table){ .arena = arena, .names = names, .spaces = spaces };
}

void task_table_done(struct task_table *table)
{
	vec_done(&table->all);
	u64map_done(&table->by_tid);
}

/* An array in the arena that doubles: what is left behind is no more than what is used. */
static void *grown(struct arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t item_size)
{
	if (count < *capacity) return items;
	*capacity = *capacity ? *capacity * 2 : 1;
	void *more = arena_alloc(arena, *capacity * item_size);
	if (count) memcpy(more, items, count * item_size);
	return more;
}

static struct task_lives *lives_of(const struct task_table *table, uint32_t tid)
{
	const uint64_t *slot = u64map_find(&table->by_tid, tid);
	return slot ? (struct task_lives *)(uintptr_t)*slot : NULL;
}

struct task *task_running(const struct task_table *table, uint32_t tid)
{
	const struct task_lives *lives = lives_of(table, tid);
	struct task *last = lives && lives->count ? lives->items[lives->count - 1] : NULL;
	return last && last->exit_ns == UINT64_MAX ? last : NULL;
}

/* Begins a life of tid. The caller has seen to it that none is running. */
static struct task *begin(struct task_table *table, uint32_t pid, uint32_t tid, uint64_t time_ns, struct space *space)
{
	struct task_lives *lives = lives_of(table, tid);
	if (!lives) {
		lives = arena_zalloc(table->arena, sizeof(*lives));
		*u64map_put(&table->by_tid, tid, NULL) = (uintptr_t)lives;
	}
	char unnamed[16];
	snprintf(unnamed, sizeof(unnamed), ":%d", (int32_t)tid);
	struct task *task = arena_alloc(table->arena, sizeof(*task));
	*task = (struct task){ .pid = pid,
			       .tid = tid,
			       .ppid = NO_ID,
			       .start_ns = time_ns,
			       .exit_ns = UINT64_MAX,
			       .told_exit_ns = UINT64_MAX,
			       .space = space,
			       .unnamed = intern_string(table->names, unnamed) };
	lives->items = grown(table->arena, lives->items, lives->count, &lives->capacity, sizeof(*lives->items));
	lives->items[lives->count++] = task;
	vec_push(&table->all, task);
	return task;
}

/* The address space of a process, by its leader. */
static struct space *space_of_leader(struct task_table *table, uint32_t pid, uint64_t time_ns)
{
	struct task *leader = task_running(table, pid);
	if (!leader) leader = begin(table, pid, pid, time_ns, space_new(table->spaces));
	return leader->space;
}

struct task *task_get(struct task_table *table, uint32_t pid, uint32_t tid, uint64_t time_ns)
{
	struct task *task = task_running(table, tid);
	if (!task) {
		struct space *space = pid == tid || pid == NO_ID ? space_new(table->spaces)
								 : space_of_leader(table, pid, time_ns);
		return begin(table, pid, tid, time_ns, space);
	}
	/* seen before without its process: that is known now */
	if (task->pid == NO_ID && pid != NO_ID) {
		task->pid = pid;
		if (pid != tid) task->space = space_of_leader(table, pid, time_ns);
	}
	return task;
}

void task_set_name(struct task_table *table, struct task *task, uint64_t time_ns, const char *interned, bool exec)
{
	if (task->nr_names) {
		struct task_name *last = &task->names[task->nr_names - 1];
		if (last->name == interned && !exec) return;
		/* of several names at one time the last counts, and an exec among them stays one */
		if (last->time_ns >= time_ns) {
			last->name = interned;
			last->exec |= exec;
			if (exec) last->exec_ns = last->time_ns;
			return;
		}
	}
	uint64_t exec_ns = task->nr_names ? task->names[task->nr_names - 1].exec_ns : UINT64_MAX;
	if (exec) exec_ns = time_ns;
	task->names = grown(table->arena, task->names, task->nr_names, &task->names_capacity, sizeof(*task->names));
	task->names[task->nr_names++] = (struct task_name){ time_ns, interned, exec_ns, exec };
}

void task_exit(struct task_table *table, uint32_t tid, uint64_t time_ns)
{
	struct task *task = task_running(table, tid);
	/* the idle task never ends */
	if (task && tid != 0) task->exit_ns = task->told_exit_ns = MAX(time_ns, task->start_ns);
}

void task_note_exit(struct task_table *table, uint32_t tid, uint64_t time_ns)
{
	struct task *task = task_running(table, tid);
	if (task && tid != 0) task->told_exit_ns = MAX(time_ns, task->start_ns);
}

void task_fork(struct task_table *table, const struct record_task *fork, bool clone_maps, uint64_t time_ns)
{
	struct task *parent = task_get(table, fork->ppid, fork->ptid, time_ns);
	if (parent->pid != fork->ppid) {
		/* the parent we know is another: an exit and a fork were lost */
		task_exit(table, fork->ptid, time_ns);
		parent = task_get(table, fork->ppid, fork->ptid, time_ns);
	}
	task_exit(table, fork->tid, time_ns);
	struct task *child = task_get(table, fork->pid, fork->tid, time_ns);
	child->ppid = fork->ptid;
	if (parent == child) return;
	if (parent->nr_names) task_set_name(table, child, time_ns, parent->names[parent->nr_names - 1].name, false);
	if (parent->space != child->space && parent->pid != child->pid && clone_maps && !child->space->count)
		space_share(table->spaces, child->space, time_ns, parent->space);
}

void task_set_namespaces(struct task_table *table, struct task *task, uint64_t time_ns,
			 const struct record_namespaces *namespaces)
{
	task->links = grown(table->arena, task->links, task->nr_links, &task->links_capacity, sizeof(*task->links));
	task->links[task->nr_links++] = (struct task_links){ time_ns, namespaces };
}

/* ---- queries */

const struct task *task_at(const struct task_table *table, uint32_t tid, uint64_t time_ns, uint64_t *ret_until)
{
	const struct task_lives *lives = lives_of(table, tid);
	uint64_t until = UINT64_MAX;
	const struct task *task = NULL;
	if (lives) {
		uint32_t low = 0, high = lives->count; /* lives below low began by then */
		while (low < high) {
			uint32_t middle = low + (high - low) / 2;
			if (lives->items[middle]->start_ns <= time_ns) low = middle + 1;
			else high = middle;
		}
		if (low < lives->count) until = lives->items[low]->start_ns;
		task = low ? lives->items[low - 1] : NULL;
		/* Sums are of whoever had the number last. The end is inclusive: a thread's exit record and its last
		 * sample may have one time. */
		bool is_sum = time_ns >= TIME_OF_SUMS && time_ns != UINT64_MAX;
		bool has_ended = task && task->exit_ns < time_ns && !is_sum;
		if (has_ended && time_ns < TIME_OF_SUMS) until = MIN(until, TIME_OF_SUMS);
		else if (task && task->exit_ns < until && !is_sum) until = task->exit_ns + 1;
		if (has_ended) task = NULL;
	}
	if (ret_until) *ret_until = until;
	return task;
}

uint32_t task_pid(const struct task *task) { return task->pid; }
uint32_t task_tid(const struct task *task) { return task->tid; }
uint32_t task_ppid(const struct task *task) { return task->ppid; }
uint64_t task_start_ns(const struct task *task) { return task->start_ns; }
uint64_t task_exit_ns(const struct task *task) { return task->told_exit_ns; }

static const struct task_name *name_at(const struct task *task, uint64_t time_ns, uint64_t *ret_until)
{
	uint32_t low = 0, high = task->nr_names;
	/* mostly it is the last name that is asked for */
	if (high && task->names[high - 1].time_ns <= time_ns) low = high;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (task->names[middle].time_ns <= time_ns) low = middle + 1;
		else high = middle;
	}
	if (ret_until) *ret_until = low < task->nr_names ? task->names[low].time_ns : UINT64_MAX;
	return low ? &task->names[low - 1] : NULL;
}

const char *task_comm(const struct task *task, uint64_t time_ns, uint64_t *ret_until)
{
	const struct task_name *name = name_at(task, time_ns, ret_until);
	return name ? name->name : task->unnamed;
}

bool task_comm_exec(const struct task *task, uint64_t time_ns)
{
	const struct task_name *name = name_at(task, time_ns, NULL);
	return name && name->exec;
}

const struct space_version *task_exec_space(const struct task *task, uint64_t time_ns)
{
	const struct task_name *name = name_at(task, time_ns, NULL);
	return name && name->exec_ns != UINT64_MAX ? space_at(task->space, name->exec_ns, NULL) : NULL;
}

const struct record_namespaces *task_namespaces(const struct task *task, uint64_t time_ns)
{
	for (uint32_t i = task->nr_links; i-- > 0;)
		if (task->links[i].time_ns <= time_ns) return task->links[i].namespaces;
	return NULL;
}
