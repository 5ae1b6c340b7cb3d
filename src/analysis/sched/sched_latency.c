/* Where a task is, and when its delay begins and ends (enum place):
 *
 *                   woken                      switched to
 *       ASLEEP ----------------> READY -------------------------> RUNNING
 *          ^                       ^      the delay ends               |
 *          |                       | switched from, state R            |
 *          +-----------------------+-----------------------------------+
 *            switched from, any other state
 *
 * NEW is where a task is before its first event. A second wakeup before it runs changes nothing; a migration begins
 * the delay anew where that is asked for. Threads of one name are made one row at the end. */
#include "analysis/sched/sched_latency.h"

#include <string.h>

/* A task, or all tasks of one name, as it will be shown. */
struct row {
	const char *comm;         /* owned by the analysis */
	uint32_t tid, nr_threads; /* nr_threads > 1: threads of one name taken together */
	uint64_t runtime_ns;
	uint64_t nr_delays, delay_ns, max_delay_ns;
	uint64_t max_start_ns, max_end_ns; /* when the longest delay was */
};

/* See the picture above. */
enum place { PLACE_NEW, PLACE_ASLEEP, PLACE_READY, PLACE_RUNNING };

/* What is kept of a task: longest and total delay, and where it is now. */
struct delays {
	uint64_t runtime_ns, nr, sum_ns, max_ns, max_start_ns, max_end_ns;
	uint64_t since_ns; /* when it came to its place */
	uint8_t place;
};

struct sched_latency {
	struct sched_latency_options options;
	struct sched_tasks tasks;
	VEC(struct delays) delays; /* by task index */
	VEC(int64_t) current;      /* by cpu: tid that runs there, -1: not known */
	struct sched_latency_result result;
};

static const struct {
	const char *name;
	enum sched_latency_key key;
} key_names[] = {
	{ "avg", SCHED_BY_AVG },         { "max", SCHED_BY_MAX }, { "switch", SCHED_BY_SWITCH },
	{ "runtime", SCHED_BY_RUNTIME }, { "pid", SCHED_BY_TID },
};

bool sched_latency_key_parse(const char *name, enum sched_latency_key *ret)
{
	for (size_t i = 0; i < ARRAY_SIZE(key_names); i++) {
		if (strcmp(name, key_names[i].name) != 0) continue;
		*ret = key_names[i].key;
		return true;
	}
	return false;
}

static struct delays *delays_of(struct sched_latency *latency, uint32_t tid, uint64_t time_ns)
{
	const struct sched_task *task = sched_tasks_get(&latency->tasks, tid, time_ns);
	while (latency->delays.count <= task->index)
		vec_push(&latency->delays, ((struct delays){ .place = PLACE_NEW }));
	return &latency->delays.items[task->index];
}

static void move(struct delays *task, enum place to, uint64_t time_ns)
{
	task->place = (uint8_t)to;
	task->since_ns = time_ns;
}

static void on_switch(struct sched_latency *latency, const struct sched_event *event)
{
	if (event->cpu < 1 << 16) {
		while (latency->current.count <= event->cpu) vec_push(&latency->current, -1);
		int64_t *current = &latency->current.items[event->cpu];
		/* Who leaves must be who came last; else switches between them were lost. */
		if (*current >= 0 && *current != event->subject) latency->result.nr_switch_gaps++;
		*current = event->next;
	}
	struct delays *prev = delays_of(latency, event->subject, event->time_ns);
	move(prev, sched_state_letter(event->value) == 'R' ? PLACE_READY : PLACE_ASLEEP, event->time_ns);

	struct delays *next = delays_of(latency, event->next, event->time_ns);
	/* Its wakeup was not recorded: a delay of 0 is counted. */
	if (next->place == PLACE_NEW) move(next, PLACE_READY, event->time_ns);
	if (next->place != PLACE_READY) return;
	if (event->time_ns < next->since_ns) {
		latency->result.nr_out_of_order++;
		return;
	}
	uint64_t delay_ns = event->time_ns - next->since_ns;
	next->nr++;
	next->sum_ns += delay_ns;
	if (delay_ns > next->max_ns) {
		next->max_ns = delay_ns;
		next->max_start_ns = next->since_ns;
		next->max_end_ns = event->time_ns;
	}
	move(next, PLACE_RUNNING, event->time_ns);
}

/* The delay of a sleeping task begins. */
static void on_wakeup(struct sched_latency *latency, const struct sched_event *event)
{
	struct delays *task = delays_of(latency, event->subject, event->time_ns);
	if (task->place == PLACE_NEW) move(task, PLACE_ASLEEP, event->time_ns);
	/* who is ready, or runs, needs no waking; as upstream it begins to wait anew nevertheless where moves count */
	if (task->place != PLACE_ASLEEP && !latency->options.follow_migrations) return;
	latency->result.nr_timestamps++;
	if (task->since_ns > event->time_ns) latency->result.nr_out_of_order++;
	else move(task, PLACE_READY, event->time_ns);
}

/* With --migrations: the delay begins anew on the other CPU. */
static void on_migration(struct sched_latency *latency, const struct sched_event *event)
{
	struct delays *task = delays_of(latency, event->subject, event->time_ns);
	latency->result.nr_timestamps++;
	if (task->since_ns > event->time_ns) latency->result.nr_out_of_order++;
	else if (task->place == PLACE_NEW) move(task, PLACE_READY, event->time_ns);
	else task->since_ns = event->time_ns;
}

static void on_runtime(struct sched_latency *latency, const struct sched_event *event)
{
	struct delays *task = delays_of(latency, event->subject, event->time_ns);
	if (task->place == PLACE_NEW) move(task, PLACE_READY, event->time_ns);
	task->runtime_ns += event->value;
}

int sched_latency_event(void *ctx, const void *item)
{
	struct sched_latency *latency = ctx;
	const struct sched_event *event = item;
	switch (event->kind) {
	case SCHED_SWITCH: on_switch(latency, event); break;
	case SCHED_WAKEUP:
	case SCHED_WAKING:
	case SCHED_WAKEUP_NEW: on_wakeup(latency, event); break;
	case SCHED_RUNTIME: on_runtime(latency, event); break;
	case SCHED_MIGRATE: on_migration(latency, event); break;
	default: break;
	}
	return 0;
}

/* ---- rows */

/* Larger first. */
static int compare_u64(uint64_t a, uint64_t b) { return (a < b) - (a > b); }
static uint64_t average_ns(const struct row *row) { return row->nr_delays ? row->delay_ns / row->nr_delays : 0; }

static int compare_by(enum sched_latency_key key, const struct row *a, const struct row *b)
{
	switch (key) {
	case SCHED_BY_AVG: return compare_u64(average_ns(a), average_ns(b));
	case SCHED_BY_MAX: return compare_u64(a->max_delay_ns, b->max_delay_ns);
	case SCHED_BY_SWITCH: return compare_u64(a->nr_delays, b->nr_delays);
	case SCHED_BY_RUNTIME: return compare_u64(a->runtime_ns, b->runtime_ns);
	default: return compare_u64(b->tid, a->tid);
	}
}

/* Of equals the last by name, or by thread, comes first, as upstream has it. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct sched_latency_options *options = ctx;
	const struct row *x = a, *y = b;
	int r = 0;
	for (size_t i = 0; r == 0 && i < options->nr_keys; i++) r = compare_by(options->keys[i], x, y);
	if (r == 0 && !options->by_thread) r = strcmp(y->comm, x->comm);
	return r ? r : compare_u64(x->tid, y->tid);
}

/* Groups rows by name, the larger tid last. */
static int compare_names(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int r = strcmp(x->comm, y->comm);
	return r ? r : compare_u64(y->tid, x->tid);
}

/* Adds other to row. */
static void merge_row(struct row *row, const struct row *other)
{
	row->nr_threads += other->nr_threads;
	row->runtime_ns += other->runtime_ns;
	row->nr_delays += other->nr_delays;
	row->delay_ns += other->delay_ns;
	if (other->max_delay_ns <= row->max_delay_ns) return;
	row->max_delay_ns = other->max_delay_ns;
	row->max_start_ns = other->max_start_ns;
	row->max_end_ns = other->max_end_ns;
}

/* A row for each task but the idle ones, or for each name; how many. rows has room for one a task. */
static size_t collect_rows(const struct sched_latency *latency, struct row *rows)
{
	size_t count = 0, kept = 0;
	for (size_t i = 0; i < latency->delays.count; i++) {
		const struct delays *task = &latency->delays.items[i];
		const struct sched_task *who = latency->tasks.items.items[i];
		if (!who->tid) continue; /* idle CPUs wait for nothing */
		rows[count++] = (struct row){
			.comm = sched_task_last_comm(who),
			.tid = who->tid,
			.nr_threads = 1,
			.runtime_ns = task->runtime_ns,
			.nr_delays = task->nr,
			.delay_ns = task->sum_ns,
			.max_delay_ns = task->max_ns,
			.max_start_ns = task->max_start_ns,
			.max_end_ns = task->max_end_ns,
		};
	}
	if (latency->options.by_thread || !count) return count;
	qsort(rows, count, sizeof(*rows), compare_names);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(rows[kept].comm, rows[i].comm) == 0) merge_row(&rows[kept], &rows[i]);
		else rows[++kept] = rows[i];
	}
	return kept + 1;
}

static void show_row(const struct row *row, struct table *table)
{
	struct table_row *shown = table_add_row(table);
	union table_cell *cells = shown->cells;
	shown->id = row->tid;
	cells[SCHED_LATENCY_COMM].text = row->comm;
	cells[SCHED_LATENCY_TID].number = row->nr_threads == 1 ? row->tid : TABLE_NO_NUMBER;
	cells[SCHED_LATENCY_THREADS].number = row->nr_threads;
	cells[SCHED_LATENCY_RUNTIME].number = row->runtime_ns;
	cells[SCHED_LATENCY_DELAYS].number = row->nr_delays;
	cells[SCHED_LATENCY_DELAY].number = row->delay_ns;
	cells[SCHED_LATENCY_MAX_DELAY].number = row->max_delay_ns;
	cells[SCHED_LATENCY_MAX_START].number = row->max_start_ns;
	cells[SCHED_LATENCY_MAX_END].number = row->max_end_ns;
}

const struct sched_latency_result *sched_latency_finish(struct sched_latency *latency)
{
	static const struct table_column columns[NR_SCHED_LATENCY_COLUMNS] = {
		[SCHED_LATENCY_COMM] = { .name = "comm", .kind = COLUMN_TEXT },
		[SCHED_LATENCY_TID] = { .name = "tid", .kind = COLUMN_NUMBER, .may_be_empty = true },
		[SCHED_LATENCY_THREADS] = { .name = "threads", .kind = COLUMN_COUNT },
		[SCHED_LATENCY_RUNTIME] = { .name = "runtime_ns", .kind = COLUMN_DURATION },
		[SCHED_LATENCY_DELAYS] = { .name = "delays", .kind = COLUMN_COUNT },
		[SCHED_LATENCY_DELAY] = { .name = "delay_ns", .kind = COLUMN_DURATION },
		[SCHED_LATENCY_MAX_DELAY] = { .name = "max_delay_ns", .kind = COLUMN_DURATION },
		[SCHED_LATENCY_MAX_START] = { .name = "max_delay_start_ns", .kind = COLUMN_TIME },
		[SCHED_LATENCY_MAX_END] = { .name = "max_delay_end_ns", .kind = COLUMN_TIME },
	};
	struct sched_latency_result *result = &latency->result;
	_free_ struct row *rows = xcalloc(latency->delays.count + 1, sizeof(*rows));
	size_t count = collect_rows(latency, rows), nr_shown = 0;
	for (size_t i = 0; i < count; i++) {
		if (!rows[i].nr_delays) continue; /* never seen coming to a CPU */
		result->runtime_ns += rows[i].runtime_ns;
		result->nr_delays += rows[i].nr_delays;
		rows[nr_shown++] = rows[i];
	}
	if (nr_shown) qsort_r(rows, nr_shown, sizeof(*rows), compare_rows, &latency->options);
	table_add_columns(&result->tasks, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < nr_shown; i++) show_row(&rows[i], &result->tasks);
	return result;
}

struct sched_latency *sched_latency_new(const struct sched_latency_options *options, const struct model *model)
{
	struct sched_latency *latency = xcalloc(1, sizeof(*latency));
	latency->options = *options;
	table_init(&latency->result.tasks);
	sched_tasks_init(&latency->tasks, model);
	return latency;
}

int sched_latency_run(struct session *session, const struct sched_latency_options *options, struct sched_latency **ret,
		      const struct sched_latency_result **ret_result, struct err *err)
{
	struct sched_latency *latency = sched_latency_new(options, session_model(session));
	const struct session_totals *totals = session_totals(session);
	struct sched_visitor visitor = { .ctx = latency,
					 .event = sched_latency_event,
					 .kinds = SCHED_KIND(SCHED_SWITCH) | SCHED_KIND(SCHED_RUNTIME) |
						  sched_wakeup_kinds(session, SCHED_WAKING) };
	if (options->follow_migrations) visitor.kinds |= SCHED_KIND(SCHED_MIGRATE);

	int r = sched_events_visit(session, &visitor, err);
	if (r < 0) {
		sched_latency_free(latency);
		return r;
	}
	sched_latency_finish(latency);
	latency->result.nr_events = totals->nr_records;
	latency->result.nr_lost_events = totals->lost_events;
	latency->result.nr_lost_chunks = totals->lost_chunks;
	*ret = latency;
	*ret_result = &latency->result;
	return 0;
}

void sched_latency_free(struct sched_latency *latency)
{
	if (!latency) return;
	sched_tasks_done(&latency->tasks);
	vec_done(&latency->delays);
	vec_done(&latency->current);
	table_done(&latency->result.tasks);
	free(latency);
}
