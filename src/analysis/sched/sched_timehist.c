/* What a switch says of the task that leaves, out of three times that are kept for each task and CPU:
 *
 *     left_ns             ready_ns            switched_ns (of the CPU)          now
 *        |  off the CPU      |  woken             |  switched to                 |  switched from
 *        |<------------- wait ------------------->|<----------- run ------------>|
 *                            |<---- sch delay --->|
 *
 * A task that has to leave though it could go on is ready at once: its delay is its wait. Only the first wakeup of
 * a sleep counts. What was not seen (the first switch of a CPU, a wakeup before the recording) is 0. The idle task
 * has a life on each CPU, since all of them have tid 0.
 *
 * Much of the rest is what upstream does with time ranges, idle times and priorities; places that follow it say so. */
#include "analysis/sched/sched_timehist.h"

#include <string.h>
#include "analysis/sched/sched_tasks.h"
#include "analysis/stat/stat_mean.h"
#include "base/intern.h"
#include "base/u64map.h"

enum { MAX_CPUS = 1 << 16 };

/* A task, or the idle task of one CPU. */
struct life {
	uint64_t left_ns, ready_ns; /* when it last left a CPU; since when it has been ready, 0: it is not */
	uint64_t moved_ns;          /* when it last came to another CPU while it was ready; 0: it did not */
	uint64_t idle_ns;           /* of idle tasks: in all */
	uint64_t nr_migrations, min_ns, max_ns, sum_ns;
	struct sched_timehist_waits waits;
	struct stat_mean runs;
	int32_t prio; /* when it last left a CPU or, where priorities are asked for, came to one; -1: it never did */
	char state;
	bool told;     /* something of it was in the range that is shown */
	bool was_seen; /* of idle tasks: the end of an idle time was in that range, however long that was */
};

/* A CPU: when it was last switched, its idle task, and for idle times who ran before them. */
struct cpu {
	uint64_t switched_ns;   /* 0: never */
	bool is_known, is_idle; /* whether something told what runs at the end of the window; it is the idle task */
	uint64_t idle_since_ns; /* 0: since before the first event */
	struct life idle;
	struct sched_task *before_idle;
	const char *chain_before_idle; /* one of the interned; NULL: none */
	VEC(struct sched_timehist_idle_chain) chains;
	struct u64map chain_places; /* in chains, by address of the interned text */
};

/* first_ns and last_ns are the first and last switch in the range that is shown; 0: none yet. */
struct sched_timehist {
	const struct sched_timehist_options *options;
	struct sched_tasks tasks;
	VEC(struct life) lives; /* by task index */
	VEC(struct cpu) cpus;
	struct intern chains;
	uint64_t first_ns, last_ns;
	bool left_tasks_out;
	uint64_t nr_idle; /* idle times that ended */
	struct sched_timehist_summary summary;
};

static struct life *life_of(struct sched_timehist *timehist, const struct sched_task *task)
{
	while (timehist->lives.count <= task->index) vec_push(&timehist->lives, ((struct life){ .prio = -1 }));
	return &timehist->lives.items[task->index];
}

static struct cpu *cpu_of(struct sched_timehist *timehist, uint32_t cpu)
{
	while (timehist->cpus.count <= cpu) vec_push(&timehist->cpus, ((struct cpu){ .idle = { .prio = -1 } }));
	return &timehist->cpus.items[cpu];
}

/* Whether a time is in one of the ranges of --time; both ends count. */
static bool in_ranges(const struct sched_timehist *timehist, uint64_t time_ns)
{
	const struct sample_filter *filter = timehist->options->filter;
	if (!filter->by_time) return true;
	for (size_t i = 0; i < filter->times.count; i++)
		if (time_ns >= filter->times.items[i].from_ns && time_ns <= filter->times.items[i].to_ns) return true;
	return false;
}

/* Of one range, as upstream has it: a run that goes on beyond its end is shown up to there, and if there is an end
 * nothing is shown of runs whose beginning was not seen. *time_ns: of the end of a run that began at began_ns, 0: not
 * seen. */
static bool cut_to_range(const struct sched_timehist *timehist, uint64_t began_ns, uint64_t *time_ns)
{
	const struct sample_filter *filter = timehist->options->filter;
	if (!filter->by_time || filter->times.count != 1) return in_ranges(timehist, *time_ns);
	uint64_t from_ns = filter->times.items[0].from_ns, to_ns = filter->times.items[0].to_ns;
	if (*time_ns < from_ns) return false;
	if (to_ns == UINT64_MAX) return true;
	if (!began_ns || began_ns > to_ns) return false;
	*time_ns = MIN(*time_ns, to_ns);
	return true;
}

/* Whether --tid, --pid and --prio ask for the task. An unknown priority fits any. */
static bool wants_task(const struct sched_timehist *timehist, const struct sched_task *task, int32_t prio)
{
	const struct sample_filter *filter = timehist->options->filter;
	if (filter->tids.count && !number_list_has(&filter->tids, task->tid)) return false;
	if (filter->pids.count && !number_list_has(&filter->pids, task->pid)) return false;
	return !timehist->options->prios.count || prio == -1 /* not known */ ||
	       number_list_has(&timehist->options->prios, prio);
}

static bool wants_cpu(const struct sched_timehist *timehist, uint32_t cpu)
{
	const struct sample_filter *filter = timehist->options->filter;
	return !filter->by_cpu || number_list_has(&filter->cpus, cpu);
}

static struct sched_timehist_task name_of(const struct sched_task *task)
{
	return (struct sched_timehist_task){ task->tid ? task->comm : "<idle>", task->tid, task->pid };
}

/* Adds a run to a task's sums. */
static void add_run(struct life *life, uint64_t run_ns)
{
	if (!life->runs.count || run_ns < life->min_ns) life->min_ns = run_ns;
	if (run_ns > life->max_ns) life->max_ns = run_ns;
	life->sum_ns += run_ns;
	stat_mean_add(&life->runs, (double)run_ns);
}

/* The idle time that ended now was the fault of who ran before it. */
static void blame_idle(struct sched_timehist *timehist, struct cpu *cpu, uint64_t run_ns)
{
	if (cpu->before_idle) add_run(life_of(timehist, cpu->before_idle), run_ns);
	if (!cpu->chain_before_idle) return;
	bool is_new;
	uint64_t *place = u64map_put(&cpu->chain_places, (uintptr_t)cpu->chain_before_idle, &is_new);
	if (is_new) {
		*place = cpu->chains.count;
		vec_push(&cpu->chains, ((struct sched_timehist_idle_chain){ .chain = cpu->chain_before_idle }));
	}
	cpu->chains.items[*place].nr++;
	cpu->chains.items[*place].idle_ns += run_ns;
}

/* Why it was away from CPUs before the run that ends now: as it was left then. */
static void add_wait(struct life *life, const struct sched_timehist_row *row)
{
	struct sched_timehist_waits *waits = &life->waits;
	switch (life->state) {
	case 'R': waits->preempted_ns += row->wait_ns; break;
	case 'D': waits->io_ns += row->wait_ns; break;
	default: waits->sleep_ns += row->wait_ns;
	}
	waits->delay_ns += row->delay_ns;
}

/* 0 when from_ns is not known. */
static uint64_t since(uint64_t from_ns, uint64_t to_ns) { return from_ns && to_ns > from_ns ? to_ns - from_ns : 0; }

/* What a switch tells of its CPU at the end of the window; one behind it tells by what ran before. */
static void note_use(const struct sched_timehist *timehist, struct cpu *cpu, const struct sched_event *event,
		     bool from_idle)
{
	const struct sample_filter *filter = timehist->options->filter;
	uint64_t end_ns = filter->by_time && filter->times.count ? filter->times.items[filter->times.count - 1].to_ns
								 : UINT64_MAX;
	bool within = event->time_ns <= end_ns;
	if (!within && cpu->is_known) return;
	cpu->is_known = true;
	cpu->is_idle = within ? !event->next : from_idle;
	cpu->idle_since_ns = within ? event->time_ns : 0;
}

/* The run of prev ends. Filters, makes the row, adds it to the sums, and keeps the times of the switch for later
 * ones. State is kept for every switch, also for those that are not shown: later rows need it. */
static int on_switch(struct sched_timehist *timehist, const struct sched_event *event)
{
	const struct sched_timehist_options *options = timehist->options;
	struct sched_task *prev = sched_tasks_get(&timehist->tasks, event->subject, event->time_ns);
	struct cpu *cpu = cpu_of(timehist, event->cpu);
	struct life *life = prev->tid ? life_of(timehist, prev) : &cpu->idle;
	uint64_t time_ns = event->time_ns;
	bool in_time = cut_to_range(timehist, cpu->switched_ns, &time_ns);
	bool wanted = wants_task(timehist, prev, event->prio),
	     shown = in_time && wanted && wants_cpu(timehist, event->cpu);
	int r = 0;

	note_use(timehist, cpu, event, !prev->tid);
	if (options->filter->by_time && options->filter->times.count == 1 && shown && cpu->switched_ns &&
	    cpu->switched_ns < options->filter->times.items[0].from_ns)
		cpu->switched_ns = options->filter->times.items[0].from_ns;
	uint64_t began_ns = cpu->switched_ns;
	struct sched_timehist_row row = {
		.time_ns = time_ns,
		.cpu = event->cpu,
		.kind = TIMEHIST_SWITCH,
		.task = name_of(prev),
		.state = sched_state_letter(event->value),
		.prio = event->prio,
		.next_comm = event->next_comm,
		.next_tid = event->next,
		.chain = prev->tid ? event->chain
				   : NULL, /* as upstream: that the idle task leaves its loop is no news */
		.run_ns = since(began_ns, time_ns),
		.wait_ns = since(life->left_ns, began_ns),
		.delay_ns = since(life->ready_ns, began_ns),
		.before_move_ns = since(life->ready_ns, life->moved_ns),
	};
	if (!prev->tid) row.state = 'I';
	if (shown && !prev->tid) {
		cpu->idle.was_seen = true;
		timehist->nr_idle++;
	}
	/* as upstream has it: of idle times those whose beginning was seen */
	if (options->idle_only && !prev->tid && !began_ns) shown = false;
	if (!wanted) timehist->left_tasks_out = true;
	if (in_time) {
		if (!timehist->first_ns) timehist->first_ns = time_ns;
		timehist->last_ns = time_ns;
	}
	if (shown) {
		life->told = true;
		if (!prev->tid) life->idle_ns += row.run_ns;
		if (options->idle_only && !prev->tid) blame_idle(timehist, cpu, row.run_ns);
		else if (!options->idle_only && prev->tid) {
			add_run(life, row.run_ns);
			add_wait(life, &row);
		}
		if (options->row && (!options->idle_only || !prev->tid)) r = options->row(options->ctx, &row);
	}
	if (options->idle_only) {
		bool to_idle = prev->tid && !event->next;
		cpu->before_idle = to_idle ? prev : NULL;
		cpu->chain_before_idle = to_idle && event->chain ? intern_string(&timehist->chains, event->chain)
								 : NULL;
	}
	/* Of the switch itself, not of the range's end that the row may have. */
	life->left_ns = event->time_ns;
	life->ready_ns = sched_state_letter(event->value) == 'R' ? event->time_ns : 0;
	life->moved_ns = 0;
	life->state = row.state;
	life->prio = event->prio;
	cpu->switched_ns = event->time_ns;
	/* With --prio a task's priority must be known before it leaves for the first time. */
	if (options->prios.count && event->next)
		life_of(timehist, sched_tasks_get(&timehist->tasks, event->next, event->time_ns))->prio =
			event->next_prio;
	return r;
}

/* A wakeup or a migration: keeps when the task became ready, and makes a row where these are asked for. */
static int on_other(struct sched_timehist *timehist, const struct sched_event *event)
{
	const struct sched_timehist_options *options = timehist->options;
	struct sched_task *subject = sched_tasks_get(&timehist->tasks, event->subject, event->time_ns);
	struct life *life = life_of(timehist, subject);
	if (event->tid && in_ranges(timehist, event->time_ns))
		cpu_of(timehist, event->cpu)->is_known = true; /* a task runs there */
	bool is_migration = event->kind == SCHED_MIGRATE;
	if (is_migration) life->nr_migrations++;
	if (is_migration && life->ready_ns) life->moved_ns = event->time_ns;
	else if (!is_migration && !life->ready_ns) life->ready_ns = event->time_ns;
	if (!options->row || options->idle_only || !(is_migration ? options->migrations : options->wakeups)) return 0;
	struct sched_task *running = sched_tasks_get(&timehist->tasks, event->tid, event->time_ns);
	/* as upstream has it: of all CPUs, and moves at any time */
	if (!is_migration && !in_ranges(timehist, event->time_ns)) return 0;
	int32_t running_prio = life_of(timehist, running)->prio, subject_prio = life_of(timehist, subject)->prio;
	if (!wants_task(timehist, running, running_prio) && !wants_task(timehist, subject, subject_prio)) return 0;
	struct sched_timehist_task by = name_of(running);
	by.comm = running->comm; /* as upstream: not "<idle>" */
	struct sched_timehist_row row = {
		.time_ns = event->time_ns,
		.cpu = event->cpu,
		.kind = is_migration ? TIMEHIST_MIGRATION : TIMEHIST_WAKEUP,
		.task = by,
		.subject = name_of(subject),
		.from_cpu = event->from_cpu,
		.to_cpu = event->to_cpu,
	};
	return options->row(options->ctx, &row);
}

static int on_lost(struct sched_timehist *timehist, const struct sched_event *event)
{
	const struct sched_timehist_options *options = timehist->options;
	struct sched_timehist_row row = {
		.time_ns = event->time_ns, .cpu = event->cpu, .kind = TIMEHIST_LOST, .nr_lost = event->value
	};
	return options->row ? options->row(options->ctx, &row) : 0;
}

int sched_timehist_event(void *ctx, const void *item)
{
	const struct sched_event *event = item;
	if (event->kind == SCHED_LOST) return on_lost(ctx, event);
	if (event->cpu >= MAX_CPUS) return 0;
	switch (event->kind) {
	case SCHED_SWITCH: return on_switch(ctx, event);
	case SCHED_WAKEUP:
	case SCHED_WAKING:
	case SCHED_WAKEUP_NEW:
	case SCHED_MIGRATE: return on_other(ctx, event);
	default: return 0;
	}
}

static int sched_timehist_batch(void *ctx)
{
	const struct sched_timehist_options *options = ((struct sched_timehist *)ctx)->options;
	return options->batch ? options->batch(options->ctx) : 0;
}

/* ---- summary */

static int compare_sums(const void *a, const void *b)
{
	const struct sched_timehist_sum *x = a, *y = b;
	if (x->run_ns != y->run_ns) return x->run_ns < y->run_ns ? 1 : -1;
	return x->task.tid < y->task.tid ? -1 : x->task.tid > y->task.tid;
}

static int compare_chains(const void *a, const void *b)
{
	const struct sched_timehist_idle_chain *x = a, *y = b;
	if (x->idle_ns != y->idle_ns) return x->idle_ns < y->idle_ns ? 1 : -1;
	return strcmp(x->chain, y->chain);
}

/* Idle times that ended count as upstream counts them; one that did not end counts where there is no other. */
static enum sched_cpu_use cpu_use(const struct sched_timehist *timehist, const struct cpu *cpu, uint64_t *ret_idle_ns)
{
	*ret_idle_ns = cpu->idle.idle_ns;
	if (cpu->idle.was_seen) return SCHED_CPU_IDLE;
	if (!cpu->is_known) return SCHED_CPU_UNKNOWN;
	if (!cpu->is_idle) return SCHED_CPU_NEVER_IDLE;
	*ret_idle_ns = since(MAX(cpu->idle_since_ns, timehist->first_ns), timehist->last_ns);
	return cpu->idle_since_ns <= timehist->first_ns ? SCHED_CPU_ONLY_IDLE : SCHED_CPU_IDLE;
}

/* Tasks with runs that were shown, longest first, and all CPUs. */
const struct sched_timehist_summary *sched_timehist_finish(struct sched_timehist *timehist)
{
	struct sched_timehist_summary *summary = &timehist->summary;
	const struct sched_timehist_options *options = timehist->options;
	*summary = (struct sched_timehist_summary){
		.of_idle = options->idle_only,
		.by_chain = options->max_stack > 0,
		.of_chosen_tasks = timehist->left_tasks_out,
	};
	summary->sums = xcalloc(timehist->lives.count + 1, sizeof(*summary->sums));
	if (options->nr_cpus) cpu_of(timehist, MIN(options->nr_cpus, (uint32_t)MAX_CPUS) - 1);
	summary->cpus = xcalloc(timehist->cpus.count + 1, sizeof(*summary->cpus));
	summary->span_ns = timehist->last_ns - timehist->first_ns;
	for (size_t i = 0; i < timehist->lives.count; i++) {
		const struct life *life = &timehist->lives.items[i];
		const struct sched_task *task = timehist->tasks.items.items[i];
		if (!life->runs.count || !task->tid) continue;
		uint32_t parent = task->task ? task_ppid(task->task) : (uint32_t)-1;
		double mean_ns = life->runs.mean;
		summary->sums[summary->nr_sums++] = (struct sched_timehist_sum){
			.task = { sched_task_last_comm(task), task->tid, task->pid },
			.parent = parent == (uint32_t)-1 ? -1 : (int64_t)parent,
			.nr_runs = (uint64_t)life->runs.count,
			.run_ns = life->sum_ns,
			.min_ns = life->min_ns,
			.max_ns = life->max_ns,
			.nr_migrations = life->nr_migrations,
			.mean_ns = mean_ns,
			.waits = life->waits,
			.deviation = stat_mean_error_percent(&life->runs),
		};
		summary->run_ns += life->sum_ns;
		summary->nr_runs += (uint64_t)life->runs.count;
	}
	summary->nr_runs += timehist->nr_idle;
	if (summary->nr_sums) qsort(summary->sums, summary->nr_sums, sizeof(*summary->sums), compare_sums);
	for (size_t i = 0; i < timehist->cpus.count; i++) {
		struct cpu *cpu = &timehist->cpus.items[i];
		if (cpu->chains.count)
			qsort(cpu->chains.items, cpu->chains.count, sizeof(*cpu->chains.items), compare_chains);
		summary->cpus[summary->nr_cpus++] = (struct sched_timehist_cpu){
			.cpu = (uint32_t)i,
			.chains = cpu->chains.items,
			.nr_chains = cpu->chains.count,
			.is_chosen = wants_cpu(timehist, (uint32_t)i),
		};
		struct sched_timehist_cpu *shown = &summary->cpus[summary->nr_cpus - 1];
		shown->use = cpu_use(timehist, cpu, &shown->idle_ns);
	}
	return summary;
}

struct sched_timehist *sched_timehist_new(const struct sched_timehist_options *options, const struct model *model)
{
	struct sched_timehist *timehist = xcalloc(1, sizeof(*timehist));
	timehist->options = options;
	intern_init(&timehist->chains);
	sched_tasks_init(&timehist->tasks, model);
	return timehist;
}

int sched_timehist_run(struct session *session, const struct sched_timehist_options *options,
		       struct sched_timehist **ret, const struct sched_timehist_summary **ret_summary, struct err *err)
{
	/* of no use to anybody: every switch has them */
	static const char *const dull[] = { "__schedule", "schedule", "preempt_schedule" };
	struct sched_timehist *timehist = sched_timehist_new(options, session_model(session));
	struct sched_visitor visitor = { .ctx = timehist,
					 .event = sched_timehist_event,
					 .batch = sched_timehist_batch,
					 .chains = { .skip_symbols = dull,
						     .nr_skip_symbols = ARRAY_SIZE(dull),
						     .max_stack = options->max_stack ? options->max_stack + 2 : 0,
						     .user_stack = options->user_stack },
					 .extent = SCHED_WITH_NEXT,
					 .kinds = SCHED_KIND(SCHED_SWITCH) | SCHED_KIND(SCHED_MIGRATE) |
						  SCHED_KIND(SCHED_LOST) | sched_wakeup_kinds(session, SCHED_WAKING) };
	int r = sched_events_visit(session, &visitor, err);
	if (r < 0) {
		sched_timehist_free(timehist);
		return r;
	}
	*ret = timehist;
	*ret_summary = sched_timehist_finish(timehist);
	return 0;
}

void sched_timehist_free(struct sched_timehist *timehist)
{
	if (!timehist) return;
	for (size_t i = 0; i < timehist->cpus.count; i++) {
		vec_done(&timehist->cpus.items[i].chains);
		u64map_done(&timehist->cpus.items[i].chain_places);
	}
	vec_done(&timehist->cpus);
	vec_done(&timehist->lives);
	sched_tasks_done(&timehist->tasks);
	intern_done(&timehist->chains);
	free(timehist->summary.sums);
	free(timehist->summary.cpus);
	free(timehist);
}
