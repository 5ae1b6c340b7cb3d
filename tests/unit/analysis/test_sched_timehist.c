/* What a switch says of the task that leaves: how long it was away, waited for a CPU, and ran. */
#include "analysis/sched/sched_timehist.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

static struct sched_timehist_row rows[64];
static unsigned nr_rows;
static struct model *model;
static struct sample_filter filter;
static struct sched_timehist_options options;

static int on_row(void *ctx, const struct sched_timehist_row *row)
{
	CHECK(nr_rows < ARRAY_SIZE(rows));
	rows[nr_rows++ % ARRAY_SIZE(rows)] = *row;
	return 0;
}

static struct sched_timehist *begin(void)
{
	struct built built;
	nr_rows = 0;
	model = model_new(&(struct model_options){ 0 });
	struct record r = build_comm(&built, 0, 70, 7, "alpha");
	CHECK_INT(model_apply(model, &r, 0), 0);
	model_seal(model);
	filter = (struct sample_filter){ .socket = -1 };
	options = (struct sched_timehist_options){ .filter = &filter, .row = on_row };
	return sched_timehist_new(&options, model);
}

static void end(struct sched_timehist *timehist)
{
	sched_timehist_free(timehist);
	model_free(model);
}

/* prev leaves in a state of TASK_* bits: 0 it could go on, 1 asleep, 2 uninterruptible. */
static void switches(struct sched_timehist *timehist, uint64_t time_ns, uint32_t prev, uint64_t state, uint32_t next)
{
	CHECK_INT(sched_timehist_event(timehist, &(struct sched_event){ .time_ns = time_ns,
									.kind = SCHED_SWITCH,
									.subject = prev,
									.next = next,
									.value = state,
									.prio = 120,
									.next_prio = 120 }),
		  0);
}

/* What happens to a task, told by who runs on CPU 0. */
static void happens(struct sched_timehist *timehist, uint64_t time_ns, enum sched_kind kind, uint32_t tid)
{
	CHECK_INT(sched_timehist_event(timehist, &(struct sched_event){ .time_ns = time_ns,
									.kind = (uint8_t)kind,
									.subject = tid,
									.tid = 9,
									.from_cpu = 0,
									.to_cpu = 1 }),
		  0);
}

static void check_row(unsigned i, uint32_t tid, uint64_t wait_ns, uint64_t delay_ns, uint64_t run_ns)
{
	CHECK_INT(rows[i].kind, TIMEHIST_SWITCH);
	CHECK_INT(rows[i].task.tid, tid);
	CHECK_INT(rows[i].wait_ns, wait_ns);
	CHECK_INT(rows[i].delay_ns, delay_ns);
	CHECK_INT(rows[i].run_ns, run_ns);
}

TEST(sleep_wakeup_and_run)
{
	struct sched_timehist *timehist = begin();
	switches(timehist, 100, 7, 1, 0); /* nothing is known of before */
	happens(timehist, 160, SCHED_WAKING, 7);
	switches(timehist, 180, 0, 0, 7);
	switches(timehist, 210, 7, 1, 0);
	CHECK_INT(nr_rows, 3);
	check_row(0, 7, 0, 0, 0);
	check_row(1, 0, 0, 0, 80);   /* the idle task ran since the first switch */
	check_row(2, 7, 80, 20, 30); /* away since 100, ready since 160, ran since 180 */
	CHECK_STR(rows[2].task.comm, "alpha");
	CHECK_STR(rows[1].task.comm, "<idle>");
	CHECK_INT(rows[2].task.pid, 70);
	CHECK_INT(rows[2].state, 'S');
	CHECK_INT(rows[1].state, 'I');
	end(timehist);
}

TEST(who_is_made_to_leave_is_ready_at_once)
{
	struct sched_timehist *timehist = begin();
	switches(timehist, 100, 7, 0, 8);
	switches(timehist, 150, 8, 2, 7);
	switches(timehist, 170, 7, 1, 8); /* nobody was seen waking 8 */
	switches(timehist, 180, 8, 1, 7);
	check_row(2, 7, 50, 50, 20);
	check_row(3, 8, 20, 0, 10);
	const struct sched_timehist_summary *summary = sched_timehist_finish(timehist);
	CHECK_INT(summary->nr_sums, 2);
	for (size_t i = 0; i < summary->nr_sums; i++) { /* each is away for the reason it left with */
		const struct sched_timehist_sum *sum = &summary->sums[i];
		CHECK_INT(sum->waits.preempted_ns, sum->task.tid == 7 ? 50 : 0);
		CHECK_INT(sum->waits.io_ns, sum->task.tid == 8 ? 20 : 0);
		CHECK_INT(sum->waits.sleep_ns, 0);
		CHECK_INT(sum->waits.delay_ns, sum->task.tid == 7 ? 50 : 0);
	}
	end(timehist);
}

TEST(the_first_wakeup_counts)
{
	struct sched_timehist *timehist = begin();
	switches(timehist, 100, 7, 1, 0);
	happens(timehist, 120, SCHED_WAKING, 7);
	happens(timehist, 140, SCHED_WAKEUP, 7);
	switches(timehist, 150, 0, 0, 7);
	switches(timehist, 160, 7, 1, 0);
	check_row(2, 7, 50, 30, 10);
	end(timehist);
}

TEST(a_move_is_counted_and_changes_no_delay)
{
	struct sched_timehist *timehist = begin();
	options.migrations = true;
	switches(timehist, 100, 7, 1, 0);
	happens(timehist, 120, SCHED_WAKING, 7);
	happens(timehist, 130, SCHED_MIGRATE, 7);
	switches(timehist, 150, 0, 0, 7);
	switches(timehist, 160, 7, 1, 0);
	CHECK_INT(nr_rows, 4);
	CHECK_INT(rows[1].kind, TIMEHIST_MIGRATION);
	CHECK_INT(rows[1].subject.tid, 7);
	CHECK_INT(rows[1].task.tid, 9);
	CHECK_INT(rows[1].to_cpu, 1);
	check_row(3, 7, 50, 30, 10);
	CHECK_INT(sched_timehist_finish(timehist)->sums[0].nr_migrations, 1);
	end(timehist);
}

TEST(wakeups_have_rows_when_asked_for)
{
	struct sched_timehist *timehist = begin();
	happens(timehist, 100, SCHED_WAKING, 7);
	CHECK_INT(nr_rows, 0);
	options.wakeups = true;
	happens(timehist, 110, SCHED_WAKEUP_NEW, 7);
	CHECK_INT(nr_rows, 1);
	CHECK_INT(rows[0].kind, TIMEHIST_WAKEUP);
	end(timehist);
}

TEST(idle_cpus)
{
	struct sched_timehist *timehist = begin();
	switches(timehist, 100, 7, 1, 0);
	switches(timehist, 140, 0, 0, 7);
	switches(timehist, 150, 7, 1, 0);
	switches(timehist, 200, 0, 0, 8);
	const struct sched_timehist_summary *summary = sched_timehist_finish(timehist);
	CHECK_INT(summary->nr_cpus, 1);
	CHECK_INT(summary->cpus[0].use, SCHED_CPU_IDLE);
	CHECK_INT(summary->cpus[0].idle_ns, 90);
	CHECK_INT(summary->span_ns, 100);
	CHECK_INT(summary->nr_runs, 4); /* two of each */
	CHECK_INT(summary->run_ns, 10);
	end(timehist);
}

TEST(idle_times_are_of_who_ran_before)
{
	struct sched_timehist *timehist = begin();
	options.idle_only = true;
	switches(timehist, 90, 0, 0, 7); /* whose beginning was not seen: not shown */
	switches(timehist, 100, 7, 1, 0);
	switches(timehist, 140, 0, 0, 8);
	switches(timehist, 150, 8, 1, 0);
	switches(timehist, 155, 0, 0, 7);
	switches(timehist, 160, 7, 1, 0);
	switches(timehist, 190, 0, 0, 7);
	CHECK_INT(nr_rows, 3);
	const struct sched_timehist_summary *summary = sched_timehist_finish(timehist);
	CHECK(summary->of_idle);
	CHECK_INT(summary->nr_sums, 2);
	CHECK_INT(summary->sums[0].task.tid, 7); /* longest first */
	CHECK_INT(summary->sums[0].run_ns, 70);
	CHECK_INT(summary->sums[0].min_ns, 30);
	CHECK_INT(summary->sums[0].max_ns, 40);
	CHECK_INT(summary->sums[1].run_ns, 5);
	end(timehist);
}

TEST(a_cpu_of_one_task)
{
	struct sched_timehist *timehist = begin();
	options.nr_cpus = 2;
	switches(timehist, 100, 7, 0, 8);
	switches(timehist, 200, 8, 0, 7);
	const struct sched_timehist_summary *summary = sched_timehist_finish(timehist);
	CHECK_INT(summary->nr_cpus, 2);
	CHECK_INT(summary->cpus[0].use, SCHED_CPU_NEVER_IDLE);
	CHECK_INT(summary->cpus[1].use, SCHED_CPU_UNKNOWN);
	end(timehist);
}

TEST(lost_events)
{
	struct sched_timehist *timehist = begin();
	const struct sched_event lost = { .time_ns = 120, .kind = SCHED_LOST, .cpu = 3, .value = 17 };
	CHECK_INT(sched_timehist_event(timehist, &lost), 0);
	CHECK_INT(nr_rows, 1);
	CHECK_INT(rows[0].kind, TIMEHIST_LOST);
	CHECK_INT(rows[0].nr_lost, 17);
	/* the switch to 7 was lost: it ran since the last one that was seen, for all we know */
	switches(timehist, 200, 8, 1, 0);
	switches(timehist, 300, 7, 1, 0);
	check_row(2, 7, 0, 0, 100);
	end(timehist);
}

TEST(times_before_the_window)
{
	struct sched_timehist *timehist = begin();
	filter.by_time = true;
	filter.times.items = calloc(1, sizeof(*filter.times.items));
	filter.times.items[0].from_ns = 150;
	filter.times.items[0].to_ns = UINT64_MAX;
	filter.times.count = 1;
	switches(timehist, 100, 8, 1, 7);
	switches(timehist, 170, 7, 1, 0); /* ran since 100, shown since 150 */
	CHECK_INT(nr_rows, 1);
	check_row(0, 7, 0, 0, 20);
	end(timehist);
	free(filter.times.items);
}

TEST(priorities_and_threads_that_were_asked_for)
{
	int64_t tid = 7, prio = 120;
	struct sched_timehist *timehist = begin();
	filter.tids = (struct number_list){ &tid, 1 };
	switches(timehist, 100, 8, 1, 7);
	switches(timehist, 110, 7, 1, 8);
	CHECK_INT(nr_rows, 1);
	CHECK_INT(rows[0].task.tid, 7);
	CHECK(sched_timehist_finish(timehist)->of_chosen_tasks);
	end(timehist);
	timehist = begin();
	options.prios = (struct number_list){ &prio, 1 };
	switches(timehist, 100, 8, 1, 7);
	prio = 90;
	switches(timehist, 110, 7, 1, 8);
	CHECK_INT(nr_rows, 1);
	end(timehist);
}

TEST(a_cpu_that_cannot_be)
{
	struct sched_timehist *timehist = begin();
	const struct sched_event event = { .time_ns = 100, .kind = SCHED_SWITCH, .cpu = UINT32_MAX, .subject = 7 };
	CHECK_INT(sched_timehist_event(timehist, &event), 0);
	CHECK_INT(nr_rows, 0);
	CHECK_INT(sched_timehist_finish(timehist)->nr_cpus, 0);
	end(timehist);
}

TEST_MAIN
