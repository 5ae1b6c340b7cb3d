#include "commands/report/report_tasks.h"

#include <stdlib.h>
#include "base/printable.h"
#include "base/vec.h"

enum {
	DEEPEST = 100,   /* levels that are indented: those below stand where it does */
	MAP_INDENT = 30, /* of maps, to the right of their task */
	NONE = -1,
};

struct row {
	const struct task *task;
	int32_t first_child, next;
	bool shown;
};
struct step {
	int32_t row;
	unsigned level;
};

struct forest {
	struct row *rows;
	size_t count;           /* the last life of each tid, by tid */
	int32_t first_root;     /* those whose parent is not known, and the idle task */
	VEC(struct step) steps; /* siblings that are to come, one a level */
	struct outbuf *out;
	bool maps;
	unsigned indent; /* of the task whose maps are written */
	int error;
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

/* Backwards, so that each list is by tid. A task that is its own parent has none. */
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

static void put_map(void *ctx, const struct map *map)
{
	struct forest *forest = ctx;
	struct outbuf *out = forest->out;
	if (forest->error < 0) return;
	out_spaces(out, forest->indent + MAP_INDENT + 2);
	out_hex(out, map->start, 0);
	out_char(out, '-');
	out_hex(out, map->end, 0);
	out_char(out, ' ');
	out_char(out, map->prot & 1 ? 'r' : '-');
	out_char(out, map->prot & 2 ? 'w' : '-');
	out_char(out, map->prot & 4 ? 'x' : '-');
	out_char(out, map->flags ? 's' : 'p');
	out_char(out, ' ');
	out_hex0(out, map->dso->kind == DSO_VDSO ? 0 : map->pgoff, 8);
	out_char(out, ' ');
	out_dec(out, map->dso->ino, 0);
	out_char(out, ' ');
	out_name(out, map->dso->long_name);
	out_char(out, '\n');
	forest->error = out_flush_some(out);
}

static void put_task(struct forest *forest, const struct task *task, unsigned level)
{
	struct outbuf *out = forest->out;
	forest->indent = MIN(level, DEEPEST);
	out_lit(out, "  ");
	out_sdec(out, (int32_t)task_pid(task), 8);
	out_char(out, ' ');
	out_sdec(out, (int32_t)task_tid(task), 8);
	out_char(out, ' ');
	out_sdec(out, (int32_t)task_ppid(task), 8);
	out_lit(out, " |");
	out_spaces(out, forest->indent);
	out_name(out, task_comm(task, UINT64_MAX - 1, NULL));
	out_char(out, '\n');
	if (forest->maps) space_visit(task_space(task, UINT64_MAX - 1, NULL), put_map, forest);
	if (forest->error == 0) forest->error = out_flush_some(out);
}

static void show_row(struct forest *forest, struct row *row, unsigned level)
{
	if (row->shown || forest->error < 0) return;
	row->shown = true;
	put_task(forest, row->task, level);
	if (row->first_child != NONE) vec_push(&forest->steps, ((struct step){ row->first_child, level + 1 }));
}

/* A task and all that come from it, which may be a chain of hundreds of thousands. */
static void show_tree(struct forest *forest, struct row *root, unsigned root_level)
{
	show_row(forest, root, root_level);
	while (forest->steps.count && forest->error == 0) {
		struct step *step = vec_last(&forest->steps);
		struct row *row = &forest->rows[step->row];
		unsigned level = step->level;
		if (row->next == NONE) forest->steps.count--;
		else step->row = row->next;
		show_row(forest, row, level);
	}
}

int report_tasks(const struct session *session, bool maps, struct outbuf *out)
{
	struct forest forest = { .out = out, .maps = maps };
	collect(&forest, session_model(session));
	link_rows(&forest);
	out_printf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	bool has_idle = forest.count && task_tid(forest.rows[0].task) == 0;
	if (!has_idle) out_printf(out, "  %8d %8d %8d |%s\n", 0, 0, -1, "swapper");
	for (int32_t i = forest.first_root; i != NONE; i = forest.rows[i].next)
		show_tree(&forest, &forest.rows[i], has_idle ? 0 : 1);
	/* damaged recordings have tasks that started each other */
	for (size_t i = 0; i < forest.count; i++) show_tree(&forest, &forest.rows[i], 1);
	vec_done(&forest.steps);
	free(forest.rows);
	return forest.error;
}
