/* A row for each name of each thread, because that is what a chart shows. Rows of one life are a list through
 * `other`, the name it has now first: so that a name that comes again finds its row. */
#include "analysis/timechart/timechart_rows.h"

#include <string.h>

void timechart_rows_init(struct timechart_rows *rows, struct timechart *chart, const struct model *model,
			 uint32_t max_cpus)
{
	*rows = (struct timechart_rows){ .chart = chart, .max_cpus = max_cpus };
	sched_tasks_init(&rows->tasks, model);
}

/* The chart is the caller's and stays. */
void timechart_rows_done(struct timechart_rows *rows)
{
	sched_tasks_done(&rows->tasks);
	vec_done(&rows->lives);
	vec_done(&rows->rows);
	vec_done(&rows->cpu_places);
}

/* A row for the name that the life has now. The first row of a life begins with it, later ones when they were first
 * seen. */
static uint32_t add_row(struct timechart_rows *rows, const struct timechart_life *life, uint64_t time_ns)
{
	const struct sched_task *task = life->task;
	uint64_t start_ns = time_ns, end_ns = task->task ? task_exit_ns(task->task) : UINT64_MAX;
	if (life->row == TIMECHART_NO_ROW && task->task && task_start_ns(task->task) < start_ns)
		start_ns = task_start_ns(task->task);
	if (start_ns < rows->chart->first_ns) start_ns = rows->chart->first_ns;
	vec_push(&rows->rows, ((struct timechart_row){
				      .source = task->comm, .other = life->row, .is_unnamed = task->comm[0] == ':' }));
	vec_push(&rows->chart->tasks, ((struct timechart_task){
					      .comm = intern_string(&rows->chart->texts, task->comm),
					      .tid = task->tid,
					      .pid = task->pid,
					      .start_ns = start_ns,
					      .end_ns = end_ns,
				      }));
	/* the name before ends where this one begins, unless it comes again */
	if (life->row != TIMECHART_NO_ROW) rows->chart->tasks.items[life->row].end_ns = start_ns;
	return (uint32_t)rows->rows.count - 1;
}

/* The row of the name that the task has now: looked for among the other rows of its life, else made. The search is
 * bounded: a life of more than 64 names gets no more rows, its spans go to a row of another name. */
static uint32_t row_of_name(struct timechart_rows *rows, const struct timechart_life *life, uint64_t time_ns)
{
	for (uint32_t row = life->row, hops = 0; row != TIMECHART_NO_ROW; row = rows->rows.items[row].other, hops++)
		if (rows->rows.items[row].source == life->task->comm || hops > 64) {
			rows->chart->tasks.items[row].end_ns = life->task->task ? task_exit_ns(life->task->task)
										: UINT64_MAX;
			return row;
		}
	return add_row(rows, life, time_ns);
}

/* The common case is one comparison of addresses: the life has the name that it had before. */
struct timechart_life *timechart_rows_life(struct timechart_rows *rows, uint32_t tid, uint64_t time_ns)
{
	const struct sched_task *task = sched_tasks_get(&rows->tasks, tid, time_ns);
	while (rows->lives.count <= task->index)
		vec_push(&rows->lives, ((struct timechart_life){ .row = TIMECHART_NO_ROW }));
	struct timechart_life *life = &rows->lives.items[task->index];
	life->task = task;
	if (unlikely(life->row == TIMECHART_NO_ROW || rows->rows.items[life->row].source != task->comm)) {
		uint32_t row = row_of_name(rows, life, time_ns);
		/* what was left behind is found from the one that is used */
		if (life->row != TIMECHART_NO_ROW && row != life->row && rows->rows.items[row].other != life->row) {
			for (uint32_t at = life->row; at != TIMECHART_NO_ROW; at = rows->rows.items[at].other)
				if (rows->rows.items[at].other == row)
					rows->rows.items[at].other = rows->rows.items[row].other;
			rows->rows.items[row].other = life->row;
		}
		life->row = row;
	}
	return life;
}

/* Once: the first name that an event tells is kept. */
void timechart_rows_name(struct timechart_rows *rows, const struct timechart_life *life, const char *comm)
{
	struct timechart_row *row = &rows->rows.items[life->row];
	if (likely(!row->is_unnamed) || !*comm) return;
	rows->chart->tasks.items[life->row].comm = intern_string(&rows->chart->texts, comm);
	row->is_unnamed = false;
}

/* CPUs are in the chart in the order they were first asked for; order_cpus sorts them at the end. */
struct timechart_cpu *timechart_rows_cpu(struct timechart_rows *rows, uint32_t cpu)
{
	if (unlikely(cpu >= rows->max_cpus)) {
		rows->nr_bogus_cpus++;
		return NULL;
	}
	while (unlikely(rows->cpu_places.count <= cpu)) vec_push(&rows->cpu_places, TIMECHART_NO_ROW);
	uint32_t *place = &rows->cpu_places.items[cpu];
	if (unlikely(*place == TIMECHART_NO_ROW)) {
		*place = (uint32_t)rows->chart->cpus.count;
		vec_push(&rows->chart->cpus, ((struct timechart_cpu){ .cpu = cpu }));
	}
	return &rows->chart->cpus.items[*place];
}

/* Lists stay in order and without overlaps by that. */
void timechart_rows_add(struct timechart_rows *rows, struct timechart_spans *to, struct timechart_span span)
{
	if (to->all.count && span.start_ns < vec_last(&to->all)->end_ns) span.start_ns = vec_last(&to->all)->end_ns;
	if (span.start_ns < rows->chart->first_ns) span.start_ns = rows->chart->first_ns;
	if (span.end_ns <= span.start_ns) return;
	vec_push(&to->all, span);
	rows->chart->nr_spans++;
}

/* 0 is none, so that a zeroed span has none. */
uint32_t timechart_rows_chain(struct timechart_rows *rows, const char *call_names)
{
	uint32_t id = call_names ? intern_id(&rows->chart->chains, call_names) : TIMECHART_MAX_CHAINS;
	return id < TIMECHART_MAX_CHAINS ? id + 1 : 0;
}
