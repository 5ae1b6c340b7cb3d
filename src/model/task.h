/* Tasks: the lives of thread ids, with the names, address spaces and namespaces they had.
 *
 * One table for each machine. It is filled by one thread in order of time (model.c), and only read afterwards. Times
 * are ns of the recording. All pointers live as long as the model's arena. */
#ifndef MODEL_TASK_H
#define MODEL_TASK_H

#include "base/intern.h"
#include "base/u64map.h"
#include "model/space.h"

/* A name from time_ns on, until the next. */
struct task_name {
	uint64_t time_ns;
	const char *name;
	uint64_t exec_ns; /* of the last exec until then; UINT64_MAX: none */
	/* this name came with an exec (PERF_RECORD_MISC_COMM_EXEC) */
	bool exec;
};
/* Namespaces from time_ns on, as PERF_RECORD_NAMESPACES tells them. */
struct task_links {
	uint64_t time_ns;
	const struct record_namespaces *namespaces;
};

/* One life of a tid. */
struct task {
	uint32_t pid, tid, ppid;
	uint64_t start_ns, exit_ns; /* exit_ns: when the life is taken to have ended */
	uint64_t told_exit_ns;      /* when it was said to have, also where that changes nothing */
	struct space *space;
	/* ":TID", shown while it has no name */
	const char *unnamed;
	struct task_name *names;
	uint32_t nr_names, names_capacity;
	struct task_links *links;
	uint32_t nr_links, links_capacity;
};

/* The lives of one tid, oldest first. */
struct task_lives {
	struct task **items;
	uint32_t count, capacity;
};

/* All tasks of one machine. */
struct task_table {
	struct arena *arena;
	struct intern *names;
	struct space_pool *spaces;
	VEC(struct task *) all; /* in order of first sight */
	struct u64map by_tid;   /* tid -> struct task_lives * */
};

void task_table_init(struct task_table *table, struct arena *arena, struct intern *names, struct space_pool *spaces);
void task_table_done(struct task_table *table);
/* The running life of tid, or NULL. */
struct task *task_running(const struct task_table *table, uint32_t tid);
/* The running life of tid, begun when there is none; shares the address space of the leader, which is begun likewise.
 */
struct task *task_get(struct task_table *table, uint32_t pid, uint32_t tid, uint64_t time_ns);
/* A name from time_ns on; the pointer must be interned by the model, as names are compared by pointer. exec: the name
 * came with an exec, after which the maps from before are gone (task_exec_space). */
void task_set_name(struct task_table *table, struct task *task, uint64_t time_ns, const char *interned, bool exec);
/* PERF_RECORD_FORK: ends a running life of the new tid, begins one with the parent's name. A new process shares the
 * parent's maps as they are now, if clone_maps. A parent of another pid than the record says is taken to have been
 * replaced unseen. */
void task_fork(struct task_table *table, const struct record_task *fork, bool clone_maps, uint64_t time_ns);
/* Ends the running life of tid, if there is one. */
void task_exit(struct task_table *table, uint32_t tid, uint64_t time_ns);
/* An exit that ends nothing: only the time of it is kept. */
void task_note_exit(struct task_table *table, uint32_t tid, uint64_t time_ns);
/* namespaces are kept by pointer. */
void task_set_namespaces(struct task_table *table, struct task *task, uint64_t time_ns,
			 const struct record_namespaces *namespaces);
/* The life that tid had at time_ns, or NULL; *ret_until (may be NULL): the answer holds before that time. */
const struct task *task_at(const struct task_table *table, uint32_t tid, uint64_t time_ns, uint64_t *ret_until);

#endif
