/* A mark for each task, given when it is first shown, and a slot for each CPU, which keeps what runs there. A
 * switch changes one slot and makes a row of all of them. The name behind a mark is told with the first row that
 * shows it, and again when the task has got another name meanwhile: `nr_names` counts the names it had. */
#include "analysis/sched/sched_map.h"

#include <errno.h>
#include <string.h>
#include "analysis/sched/sched_tasks.h"
#include "perfdata/perfdata.h"

enum { MAX_CPUS = 1 << 16 };

struct mark {
	uint32_t nr_names;
	char name[2];
	bool named, told;
}; /* of a task; nr_names: it had had when it was told last */

/* Arrays by slot have the same length. A slot is a column of the rows. */
struct sched_map {
	const struct sched_map_options *options;
	struct sched_tasks tasks;
	VEC(struct mark) marks; /* by task index */
	VEC(struct sched_map_slot) slots;
	VEC(uint32_t) cpus;        /* by slot */
	VEC(bool) highlight_cpu;   /* by slot */
	VEC(uint32_t) slot_of_cpu; /* by cpu, UINT32_MAX: none yet */
	bool told_idle;
	char next_letter, next_digit;
};

/* A column for a CPU; its index. */
static size_t add_slot(struct sched_map *map, uint32_t cpu)
{
	while (map->slot_of_cpu.count <= cpu) vec_push(&map->slot_of_cpu, UINT32_MAX);
	map->slot_of_cpu.items[cpu] = (uint32_t)map->slots.count;
	vec_push(&map->slots, ((struct sched_map_slot){ .mark = SCHED_MAP_UNSEEN }));
	vec_push(&map->cpus, cpu);
	vec_push(&map->highlight_cpu, number_list_has(&map->options->colour_cpus, cpu));
	return map->slots.count - 1;
}

/* Whether --task-name asks for a task of this name. */
static bool is_wanted(const struct sched_map_options *options, const char *comm)
{
	if (!options->tasks.given) return true;
	for (size_t i = 0; i < options->tasks.count; i++)
		if (options->fuzzy ? strstr(comm, options->tasks.names[i]) != NULL
				   : strcmp(comm, options->tasks.names[i]) == 0)
			return true;
	return false;
}

/* A0 to Z0, A1 to Z9, and from the beginning again. */
static void name_mark(struct sched_map *map, struct mark *mark)
{
	mark->named = true;
	mark->name[0] = map->next_letter;
	mark->name[1] = map->next_digit;
	if (++map->next_letter <= 'Z') return;
	map->next_letter = 'A';
	map->next_digit = map->next_digit == '9' ? '0' : (char)(map->next_digit + 1);
}

static struct mark *mark_of(struct sched_map *map, const struct sched_task *task)
{
	while (map->marks.count <= task->index) vec_push(&map->marks, ((struct mark){ .named = false }));
	return &map->marks.items[task->index];
}

/* Shows who runs in a slot. */
static void fill_slot(struct sched_map *map, struct sched_map_slot *slot, const struct sched_task *task)
{
	slot->highlight_task = number_list_has(&map->options->colour_tids, task->tid);
	if (!task->tid) {
		slot->mark = SCHED_MAP_IDLE;
	} else if (!is_wanted(map->options, task->comm)) {
		slot->mark = SCHED_MAP_OTHER;
	} else {
		struct mark *mark = mark_of(map, task);
		if (!mark->named) name_mark(map, mark);
		slot->mark = SCHED_MAP_TASK;
		memcpy(slot->name, mark->name, sizeof(slot->name));
	}
}

/* Whether the name of who runs in a slot that is shown is to be told: where its letter is shown first, and when it
 * changes. */
static bool tells(struct sched_map *map, const struct sched_map_slot *slot, const struct sched_task *task)
{
	bool tell = false;
	if (slot->mark == SCHED_MAP_IDLE) {
		tell = !map->told_idle;
		map->told_idle = true;
	} else if (slot->mark == SCHED_MAP_TASK) {
		struct mark *mark = mark_of(map, task);
		tell = !mark->told || mark->nr_names != task->nr_names;
		mark->told = true;
		mark->nr_names = task->nr_names;
	}
	return tell;
}

int sched_map_event(void *ctx, const void *item)
{
	struct sched_map *map = ctx;
	const struct sched_event *event = item;
	const struct sched_map_options *options = map->options;
	if (event->kind != SCHED_SWITCH || event->cpu >= MAX_CPUS) return 0;
	bool is_new = event->cpu >= map->slot_of_cpu.count || map->slot_of_cpu.items[event->cpu] == UINT32_MAX;
	if (is_new && !options->compact)
		while (map->slots.count <= event->cpu) add_slot(map, (uint32_t)map->slots.count);
	size_t active = is_new && options->compact ? add_slot(map, event->cpu) : map->slot_of_cpu.items[event->cpu];
	struct sched_map_slot *slot = &map->slots.items[active];

	const struct sched_task *prev = sched_tasks_get(&map->tasks, event->subject, event->time_ns);
	/* whom nobody saw coming is not seen leaving either */
	bool leaves = options->tasks.given && prev->tid && is_wanted(options, prev->comm) && mark_of(map, prev)->named;
	const struct sched_task *next = sched_tasks_get(&map->tasks, event->next, event->time_ns);
	fill_slot(map, slot, next);
	bool comes = !options->tasks.given || slot->mark == SCHED_MAP_TASK;
	if ((!comes && !leaves) || (options->cpus.count && !number_list_has(&options->cpus, event->cpu))) return 0;

	bool tell = tells(map, slot, next);
	struct sched_map_row row = {
		.time_ns = event->time_ns,
		.slots = map->slots.items,
		.cpus = map->cpus.items,
		.highlight_cpu = map->highlight_cpu.items,
		.nr_slots = map->slots.count,
		.active = active,
		.comm = tell ? next->comm : NULL,
		.tid = next->tid,
		.new_cpu = is_new && options->compact,
	};
	int r = comes ? options->row(options->ctx, &row) : 0;
	if (r || !leaves) return r;
	/* who was asked for leaves: a row of its own, in which whoever comes is just another one */
	struct sched_map_slot now = *slot;
	slot->mark = SCHED_MAP_OTHER;
	row.comm = NULL;
	r = options->row(options->ctx, &row);
	*slot = now;
	return r;
}

static int sched_map_batch(void *ctx)
{
	const struct sched_map_options *options = ((struct sched_map *)ctx)->options;
	return options->batch ? options->batch(options->ctx) : 0;
}

struct sched_map *sched_map_new(const struct sched_map_options *options, const struct model *model, uint32_t nr_cpus)
{
	struct sched_map *map = xcalloc(1, sizeof(*map));
	*map = (struct sched_map){ .options = options, .next_letter = 'A', .next_digit = '0' };
	if (!options->compact)
		for (uint32_t cpu = 0; cpu < nr_cpus && cpu < MAX_CPUS; cpu++) add_slot(map, cpu);
	sched_tasks_init(&map->tasks, model);
	return map;
}

void sched_map_free(struct sched_map *map)
{
	sched_tasks_done(&map->tasks);
	vec_done(&map->marks);
	vec_done(&map->slots);
	vec_done(&map->cpus);
	vec_done(&map->highlight_cpu);
	vec_done(&map->slot_of_cpu);
	free(map);
}

int sched_map_run(struct session *session, const struct sched_map_options *options, struct err *err)
{
	struct sched_map *map = sched_map_new(options, session_model(session), session_header(session)->nrcpus_online);
	struct sched_visitor visitor = {
		.ctx = map, .event = sched_map_event, .batch = sched_map_batch, .kinds = SCHED_KIND(SCHED_SWITCH)
	};
	int r = sched_events_visit(session, &visitor, err);
	sched_map_free(map);
	return r;
}
