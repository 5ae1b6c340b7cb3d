/* The processes and threads of a recording as a tree by who started whom. */
#ifndef RESULT_TASK_TREE_H
#define RESULT_TASK_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/vec.h"

/* What a task had mapped, as /proc/PID/maps tells it. */
struct task_map {
	uint64_t start, end; /* addresses; end is the first that does not belong to it */
	uint64_t pgoff, ino;
	bool readable, writable, executable, shared;
	const char *name;
};

/* A task: a thread, or a process by its main thread. */
struct task_tree_row {
	int32_t pid, tid, ppid; /* ppid: -1 where it is not known */
	unsigned level;         /* 0 for those that nobody started */
	const char *comm;       /* at the end of the recording */
	const void *task;       /* for visit_maps; NULL: it has none */
};

/* Rows in the order they are shown: below each task those it started, by tid. Names are the recording's, which must
 * stay open. */
struct task_tree {
	VEC(struct task_tree_row) rows;
	/* Gives what the task of a row had mapped at the end, by address. A machine's maps are many more than its
	 * tasks: they are not kept beside them. */
	void (*visit_maps)(const void *task, void (*map)(void *ctx, const struct task_map *map), void *ctx);
};

static inline void task_tree_done(struct task_tree *tree) { vec_done(&tree->rows); }

#endif
