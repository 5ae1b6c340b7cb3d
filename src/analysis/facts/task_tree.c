/* Tasks as a forest: sorted by tid, linked to the task of their parent's id, then walked depth first. Rows of the
 * result are in the order that they are shown, with their level.
 *
 *   rows by tid:     1 init    20 bash    21 make    22 cc        tree:   init > bash > make > cc */
#include "analysis/facts/recording_facts.h"

#include <stdlib.h>
#include "base/vec.h"

enum { NONE = -1 };

/* A task. first_child and next are indices of rows, or NONE. */
struct row {
	const struct task *task;
	int32_t first_child, next;
	bool shown;
};
/* Where the walk is on one level: the next sibling to visit. */
struct step {
	int32_t row;
	unsigned level;
};

/* Rows never move after collect, so indexes and pointers to them hold. */
struct forest {
	struct row *rows;
	size_t count;           /* the last life of each tid, by tid */
	int32_t first_root;     /* those whose parent is not known, and the idle task */
	VEC(struct step) steps; /* siblings that are to come, one a level */
	struct task_tree *tree;
};

static int by_tid(const void *pa, const void *pb)
{
	int32_t a = (int32_t)task_tid(((const struct row *)pa)->task),
		b = (int32_t)task_tid(((const struct row *)pb)->task);
	return a < b ? -1 : a > b;
}

static int compare_tid(const void *key, const void *row)
{
	int32_t a = *(const int32_t *)key, b = (int32_t)task_tid(((const struct row *)row)->task);
	return a < b ? -1 : a > b;
}

/* The last life of each tid, sorted by tid. */
static void collect(struct forest *forest, const struct model *model)
{
	size_t count = model_nr_tasks(model), kept = 0;
	struct row *rows = forest->rows = xcalloc(count + 1, sizeof(*rows));
	for (size_t i = 0; i < count; i++)
		rows[i] = (struct row){ .task = model_task_at(model, i), .first_child = NONE, .next = NONE };
	if (count) qsort(rows, count, sizeof(*rows), by_tid);
	for (size_t i = 0; i < count; i++) {
		if (kept && task_tid(rows[kept - 1].task) == task_tid(rows[i].task)) kept--;
		rows[kept++] = rows[i];
	}
	forest->count = kept;
}

/* Links rows to their parents. Backwards, so that each list is by tid. A task that is its own parent has none. With
 * an idle task (tid 0), tasks without a known parent are its children. */
static void link_rows(struct forest *forest)
{
	struct row *rows = forest->rows;
	bool has_idle = forest->count && task_tid(rows[0].task) == 0;
	forest->first_root = NONE;
	for (size_t i = forest->count; i-- > 0;) {
		int32_t ppid = (int32_t)task_ppid(rows[i].task);
		struct row *parent = bsearch(&ppid, rows, forest->count, sizeof(*rows), compare_tid);
		int32_t *list = &forest->first_root;
		if (has_idle && i > 0) list = &rows[0].first_child;
		if (parent && parent != &rows[i] && task_tid(rows[i].task)) list = &parent->first_child;
		rows[i].next = *list;
		*list = (int32_t)i;
	}
}

/* Appends a task to the result, once, and puts its children on the walk. */
static void add_row(struct forest *forest, struct row *row, unsigned level)
{
	if (row->shown) return;
	row->shown = true;
	struct task_tree_row added = { .pid = (int32_t)task_pid(row->task),
				       .tid = (int32_t)task_tid(row->task),
				       .ppid = (int32_t)task_ppid(row->task),
				       .level = level,
				       .comm = task_comm(row->task, UINT64_MAX - 1, NULL),
				       .task = row->task };
	vec_push(&forest->tree->rows, added);
	if (row->first_child != NONE) vec_push(&forest->steps, ((struct step){ row->first_child, level + 1 }));
}

/* A task and all that come from it, which may be a chain of hundreds of thousands: no recursion. Each row is added once
 * (shown), so that circles end. */
static void add_tree(struct forest *forest, struct row *root, unsigned root_level)
{
	add_row(forest, root, root_level);
	while (forest->steps.count) {
		struct step *step = vec_last(&forest->steps);
		struct row *row = &forest->rows[step->row];
		unsigned level = step->level;
		if (row->next == NONE) forest->steps.count--;
		else step->row = row->next;
		add_row(forest, row, level);
	}
}

/* The maps of one task on their way to who shows them. */
struct map_visit {
	void (*map)(void *ctx, const struct task_map *map);
	void *ctx;
};

/* A mapping as it is shown: PROT_* bits of mmap(2) as flags. The vDSO is no file: no offset. */
static void task_tree_map(void *ctx, const struct map *map)
{
	const struct map_visit *visit = ctx;
	struct task_map shown = { .start = map->start,
				  .end = map->end,
				  .pgoff = map->dso->kind == DSO_VDSO ? 0 : map->pgoff,
				  .ino = map->dso->ino,
				  .readable = map->prot & 1,
				  .writable = map->prot & 2,
				  .executable = map->prot & 4,
				  .shared = map->flags,
				  .name = map->dso->long_name };
	visit->map(visit->ctx, &shown);
}

/* The maps at the end of the recording. */
static void task_tree_visit_maps(const void *task, void (*map)(void *ctx, const struct task_map *map), void *ctx)
{
	struct map_visit visit = { map, ctx };
	if (task) space_visit(task_space(task, UINT64_MAX - 1, NULL), task_tree_map, &visit);
}

void facts_task_tree(const struct session *session, struct task_tree *ret)
{
	*ret = (struct task_tree){ .visit_maps = task_tree_visit_maps };
	struct forest forest = { .tree = ret };
	collect(&forest, session_model(session));
	link_rows(&forest);
	bool has_idle = forest.count && task_tid(forest.rows[0].task) == 0;
	if (!has_idle) vec_push(&ret->rows, ((struct task_tree_row){ .ppid = -1, .comm = "swapper" }));
	for (int32_t i = forest.first_root; i != NONE; i = forest.rows[i].next)
		add_tree(&forest, &forest.rows[i], has_idle ? 0 : 1);
	/* damaged recordings have tasks that started each other */
	for (size_t i = 0; i < forest.count; i++) add_tree(&forest, &forest.rows[i], 1);
	vec_done(&forest.steps);
	free(forest.rows);
}
