/* The state of a task, and the spans that its changes leave behind:
 *
 *                     switched to
 *        WAITS ------------------------> RUNS
 *          ^  ^                           |  switched from, and
 *          |  +---- it could go on -------+
 *          |                              +---- uninterruptible ----> BLOCKS ---- woken ----> WAITS
 *          +------- woken ------ AWAY <---+---- asleep
 *
 * A span is added when its state ends; what is under way at the end of the recording ends there. Of a CPU it is
 * known who runs since its first switch: who leaves it then is taken for having run since the beginning. When
 * somebody else leaves than who came, events are missing: the run of who came has no known end, and is no span.
 *
 * Power states of CPUs are spans of their own, below those of what ran. */
#include "analysis/timechart/timechart_scheduler.h"

enum { TASK_UNINTERRUPTIBLE = 2, TASK_STATES = 0xff /* above are flags, as "preempted" */ };

void timechart_scheduler_init(struct timechart_scheduler *scheduler, struct timechart_rows *rows)
{
	*scheduler = (struct timechart_scheduler){ .rows = rows };
}

void timechart_scheduler_done(struct timechart_scheduler *scheduler) { vec_done(&scheduler->lanes); }

/* Lanes by CPU. cpu was checked by timechart_rows_cpu, which bounds the array. */
static struct timechart_lane *lane_of(struct timechart_scheduler *scheduler, uint32_t cpu)
{
	while (scheduler->lanes.count <= cpu)
		vec_push(&scheduler->lanes, ((struct timechart_lane){ .is_known = false }));
	return &scheduler->lanes.items[cpu];
}

/* A run is two spans: in the row of the task, with the CPU, and in that of the CPU, with the task. */
static void add_run(struct timechart_scheduler *scheduler, uint32_t row, uint32_t cpu_number,
		    struct timechart_span span)
{
	struct timechart_rows *rows = scheduler->rows;
	struct timechart_cpu *cpu = timechart_rows_cpu(rows, cpu_number);
	if (!cpu || span.end_ns <= span.start_ns) return;
	struct timechart_task *task = &rows->chart->tasks.items[row];
	span.kind = TIMECHART_RUNNING;
	span.detail = cpu_number;
	timechart_rows_add(rows, &task->states, span);
	span.detail = row;
	timechart_rows_add(rows, &cpu->runs, span);
	task->run_ns += span.end_ns - span.start_ns;
	cpu->run_ns += span.end_ns - span.start_ns;
}

/* A task stops running, if it did; who has got another name on the way has run under both. */
static void end_run(struct timechart_scheduler *scheduler, uint32_t tid, uint64_t time_ns, uint32_t chain)
{
	struct timechart_rows *rows = scheduler->rows;
	const struct sched_task *task = sched_tasks_get(&rows->tasks, tid, time_ns);
	struct timechart_life *life = task->index < rows->lives.count ? &rows->lives.items[task->index] : NULL;
	if (!life || life->state != TASK_RUNS) return;
	uint64_t from_ns = life->since_ns, until_ns = life->run_until_ns;
	uint32_t row = life->run_row, cpu = life->cpu;
	life->state = TASK_AWAY;
	for (unsigned i = 0; until_ns < time_ns && until_ns > from_ns && i < 64; i++) {
		add_run(scheduler, row, cpu, (struct timechart_span){ .start_ns = from_ns, .end_ns = until_ns });
		from_ns = until_ns;
		life = timechart_rows_life(rows, tid, from_ns);
		row = life->row;
		until_ns = life->task->comm_until_ns;
	}
	add_run(scheduler, row, cpu, (struct timechart_span){ .start_ns = from_ns, .end_ns = time_ns, .chain = chain });
}

/* A task stops waiting or being blocked. */
static void end_wait(struct timechart_scheduler *scheduler, struct timechart_life *life, uint64_t time_ns)
{
	struct timechart_task *task = &scheduler->rows->chart->tasks.items[life->row];
	if (life->state != TASK_WAITS && life->state != TASK_BLOCKS) return;
	bool waits = life->state == TASK_WAITS;
	timechart_rows_add(scheduler->rows, &task->states,
			   (struct timechart_span){ .start_ns = life->since_ns,
						    .end_ns = time_ns,
						    .kind = waits ? TIMECHART_WAITING : TIMECHART_BLOCKED,
						    .chain = life->chain });
	if (time_ns > life->since_ns) *(waits ? &task->wait_ns : &task->block_ns) += time_ns - life->since_ns;
	life->state = TASK_AWAY;
}

/* The state before has ended: end_run and end_wait make the spans. */
static void begin(struct timechart_life *life, enum timechart_task_state state, uint64_t time_ns, uint32_t chain)
{
	life->state = (uint8_t)state;
	life->since_ns = time_ns;
	life->chain = chain;
}

/* The row is kept as of now: by the end of the run the task may have another name. */
static void begin_run(struct timechart_life *life, uint64_t time_ns, uint32_t cpu)
{
	begin(life, TASK_RUNS, time_ns, 0);
	life->run_row = life->row;
	life->run_until_ns = life->task->comm_until_ns;
	life->cpu = cpu;
}

/* The first switch of a CPU: until then nobody else ran there than the one that leaves it. */
static void ran_since_the_beginning(struct timechart_scheduler *scheduler, const struct sched_event *event)
{
	struct timechart_rows *rows = scheduler->rows;
	uint64_t first_ns = rows->chart->first_ns;
	const struct sched_task *now = sched_tasks_get(&rows->tasks, event->subject, event->time_ns);
	if (sched_tasks_get(&rows->tasks, event->subject, first_ns) != now) return; /* there was no such task then */
	struct timechart_life *life = timechart_rows_life(rows, event->subject, first_ns);
	if (life->state == TASK_AWAY) begin_run(life, first_ns, event->cpu);
}

/* Who was taken for running on a CPU has left it, and nobody said when. */
static void forget_run(struct timechart_scheduler *scheduler, uint32_t tid, uint32_t cpu, uint64_t time_ns)
{
	if (!tid) return;
	struct timechart_life *life = timechart_rows_life(scheduler->rows, tid, time_ns);
	if (life->state == TASK_RUNS && life->cpu == cpu) life->state = TASK_AWAY;
}

/* prev stops running and waits, blocks or sleeps; next stops waiting and runs. */
static void on_switch(struct timechart_scheduler *scheduler, const struct sched_event *event, uint32_t chain)
{
	struct timechart_rows *rows = scheduler->rows;
	if (!timechart_rows_cpu(rows, event->cpu)) return;
	struct timechart_lane *lane = lane_of(scheduler, event->cpu);
	scheduler->nr_switches++;
	if (lane->is_known && lane->tid != event->subject) {
		scheduler->nr_gaps++;
		forget_run(scheduler, lane->tid, event->cpu, event->time_ns);
	}
	if (event->subject) {
		if (!lane->is_known) ran_since_the_beginning(scheduler, event);
		end_run(scheduler, event->subject, event->time_ns, chain);
		struct timechart_life *prev = timechart_rows_life(rows, event->subject, event->time_ns);
		timechart_rows_name(rows, prev, event->comm);
		end_wait(scheduler, prev, event->time_ns);
		if (!(event->value & TASK_STATES)) begin(prev, TASK_WAITS, event->time_ns, chain);
		else if (event->value & TASK_UNINTERRUPTIBLE) begin(prev, TASK_BLOCKS, event->time_ns, chain);
		else prev->state = TASK_AWAY;
	}
	lane->is_known = true;
	lane->tid = event->next;
	if (!event->next) return;
	struct timechart_life *next = timechart_rows_life(rows, event->next, event->time_ns);
	end_wait(scheduler, next, event->time_ns);
	begin_run(next, event->time_ns, event->cpu);
}

/* A sleeping or blocked task begins to wait for a CPU. The arrow of the chart is from who woke it, or from an
 * interrupt. */
static void on_wakeup(struct timechart_scheduler *scheduler, const struct sched_event *event, uint32_t chain)
{
	struct timechart_rows *rows = scheduler->rows;
	if (!event->subject) return;
	struct timechart_life *life = timechart_rows_life(rows, event->subject, event->time_ns);
	timechart_rows_name(rows, life, event->comm);
	if (life->state == TASK_BLOCKS) end_wait(scheduler, life, event->time_ns);
	if (life->state == TASK_AWAY) begin(life, TASK_WAITS, event->time_ns, chain);
	uint32_t to = life->row, from = TIMECHART_INTERRUPT;
	if (event->tid && !(event->flags & (SCHED_FLAG_HARDIRQ | SCHED_FLAG_SOFTIRQ)))
		from = timechart_rows_life(rows, event->tid, event->time_ns)->row;
	vec_push(&rows->chart->wakeups,
		 ((struct timechart_wakeup){ .time_ns = event->time_ns, .from = from, .to = to, .chain = chain }));
}

/* Where the CPU is in no idle state nothing is added. */
static void end_idle(struct timechart_scheduler *scheduler, uint32_t cpu_number, struct timechart_lane *lane,
		     uint64_t time_ns)
{
	struct timechart_cpu *cpu = timechart_rows_cpu(scheduler->rows, cpu_number);
	if (cpu && lane->is_idle)
		timechart_rows_add(scheduler->rows, &cpu->idle,
				   (struct timechart_span){ .start_ns = lane->idle_ns,
							    .end_ns = time_ns,
							    .kind = TIMECHART_IDLE,
							    .detail = lane->idle_state });
	lane->is_idle = false;
}

/* A CPU enters an idle state, or leaves it (UINT32_MAX); entering another one ends the first. */
static void on_cstate(struct timechart_scheduler *scheduler, const struct sched_event *event)
{
	if (!timechart_rows_cpu(scheduler->rows, event->cpu)) return;
	struct timechart_lane *lane = lane_of(scheduler, event->cpu);
	end_idle(scheduler, event->cpu, lane, event->time_ns);
	if ((uint32_t)event->value == UINT32_MAX) return;
	*lane = (struct timechart_lane){ .is_known = lane->is_known,
					 .tid = lane->tid,
					 .is_idle = true,
					 .idle_state = (uint32_t)event->value,
					 .idle_ns = event->time_ns };
}

/* A CPU changes its frequency; the same again is no news. */
static void on_pstate(struct timechart_scheduler *scheduler, const struct sched_event *event)
{
	struct timechart_cpu *cpu = timechart_rows_cpu(scheduler->rows, event->cpu);
	if (!cpu || (cpu->frequencies.count && vec_last(&cpu->frequencies)->khz == event->value)) return;
	vec_push(&cpu->frequencies, ((struct timechart_frequency){ .time_ns = event->time_ns, .khz = event->value }));
}

/* The chain gets its id here, also where no span comes of the event. */
void timechart_scheduler_event(struct timechart_scheduler *scheduler, const struct sched_event *event)
{
	switch (event->kind) {
	case SCHED_SWITCH: on_switch(scheduler, event, timechart_rows_chain(scheduler->rows, event->chain)); break;
	case SCHED_WAKEUP:
	case SCHED_WAKING:
	case SCHED_WAKEUP_NEW: on_wakeup(scheduler, event, timechart_rows_chain(scheduler->rows, event->chain)); break;
	case TIMECHART_CSTATE: on_cstate(scheduler, event); break;
	case TIMECHART_PSTATE: on_pstate(scheduler, event); break;
	default: break;
	}
}

/* CPUs first: who runs on one has no other state that could end. */
void timechart_scheduler_end(struct timechart_scheduler *scheduler, uint64_t time_ns)
{
	struct timechart_rows *rows = scheduler->rows;
	for (uint32_t cpu = 0; cpu < scheduler->lanes.count; cpu++) {
		struct timechart_lane *lane = &scheduler->lanes.items[cpu];
		if (lane->is_known && lane->tid) {
			struct timechart_life *life = timechart_rows_life(rows, lane->tid, time_ns);
			if (life->state == TASK_RUNS && life->cpu == cpu) end_run(scheduler, lane->tid, time_ns, 0);
		}
		end_idle(scheduler, cpu, lane, time_ns);
	}
	for (size_t i = 0; i < rows->lives.count; i++) {
		struct timechart_life *life = &rows->lives.items[i];
		if (life->row != TIMECHART_NO_ROW) end_wait(scheduler, life, time_ns);
	}
}
