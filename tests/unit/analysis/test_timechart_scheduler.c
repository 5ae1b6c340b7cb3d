/* What tasks and CPUs of a timechart did when, out of switches, wakeups and power states. */
#include "analysis/timechart/timechart_scheduler.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

struct scene {
	struct model *model;
	struct timechart chart;
	struct timechart_rows rows;
	struct timechart_scheduler scheduler;
};

static void begin(struct scene *scene)
{
	struct built built;
	*scene = (struct scene){ .model = model_new(&(struct model_options){ 0 }) };
	struct record r = build_comm(&built, 0, 5, 5, "before");
	CHECK_INT(model_apply(scene->model, &r, 0), 0);
	r = build_comm(&built, 0, 5, 5, "after");
	CHECK_INT(model_apply(scene->model, &r, 150), 0);
	model_seal(scene->model);
	timechart_init(&scene->chart);
	scene->chart.first_ns = 50;
	scene->chart.last_ns = 1000;
	timechart_rows_init(&scene->rows, &scene->chart, scene->model, 4);
	timechart_scheduler_init(&scene->scheduler, &scene->rows);
}

static void end(struct scene *scene)
{
	timechart_scheduler_done(&scene->scheduler);
	timechart_rows_done(&scene->rows);
	timechart_done(&scene->chart);
	model_free(scene->model);
}

static void switches(struct scene *scene, uint64_t time_ns, uint32_t prev, uint64_t state, uint32_t next)
{
	timechart_scheduler_event(
		&scene->scheduler,
		&(struct sched_event){
			.time_ns = time_ns, .kind = SCHED_SWITCH, .subject = prev, .next = next, .value = state });
}

static void wakes(struct scene *scene, uint64_t time_ns, uint32_t tid, uint32_t by, uint8_t flags)
{
	timechart_scheduler_event(
		&scene->scheduler,
		&(struct sched_event){
			.time_ns = time_ns, .kind = SCHED_WAKEUP, .subject = tid, .tid = by, .flags = flags });
}

static void state_of_cpu(struct scene *scene, uint64_t time_ns, uint8_t kind, uint64_t value)
{
	timechart_scheduler_event(&scene->scheduler,
				  &(struct sched_event){ .time_ns = time_ns, .kind = kind, .value = value });
}

/* "running 100-150, waiting 150-170": the states of a task under a name. */
static const char *states_of(const struct scene *scene, uint32_t tid, const char *comm)
{
	static const char *const words[] = { "running", "waiting", "blocked" };
	static char text[512];
	*text = '\0';
	for (size_t i = 0; i < scene->chart.tasks.count; i++) {
		const struct timechart_task *task = &scene->chart.tasks.items[i];
		if (task->tid != tid || strcmp(task->comm, comm) != 0) continue;
		for (size_t k = 0; k < task->states.all.count; k++) {
			const struct timechart_span *span = &task->states.all.items[k];
			size_t used = strlen(text);
			CHECK(span->kind < ARRAY_SIZE(words));
			snprintf(text + used, sizeof(text) - used, "%s%s %d-%d", used ? ", " : "",
				 words[span->kind % ARRAY_SIZE(words)], (int)span->start_ns, (int)span->end_ns);
		}
	}
	return text;
}

TEST(running_waiting_and_blocked)
{
	struct scene scene;
	begin(&scene);
	switches(&scene, 100, 0, 0, 7);
	switches(&scene, 150, 7, 0, 8); /* 7 could go on */
	switches(&scene, 180, 8, 2, 7); /* 8 waits for a disk */
	wakes(&scene, 200, 8, 7, 0);
	switches(&scene, 220, 7, 1, 8);     /* 7 sleeps */
	switches(&scene, 260, 8, 0x100, 0); /* only a flag: it could go on */
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_STR(states_of(&scene, 7, ":7"), "running 100-150, waiting 150-180, running 180-220");
	CHECK_STR(states_of(&scene, 8, ":8"),
		  "running 150-180, blocked 180-200, waiting 200-220, running 220-260, waiting 260-300");
	const struct timechart_task *task = &scene.chart.tasks.items[1];
	CHECK_INT(task->tid, 8);
	CHECK_INT(task->run_ns, 70);
	CHECK_INT(task->wait_ns, 60);
	CHECK_INT(task->block_ns, 20);
	CHECK_INT(scene.chart.cpus.items[0].run_ns, 160);
	CHECK_INT(scene.scheduler.nr_gaps, 0);
	end(&scene);
}

TEST(the_first_to_leave_ran_since_the_beginning)
{
	struct scene scene;
	begin(&scene);
	switches(&scene, 100, 7, 1, 0);
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_STR(states_of(&scene, 7, ":7"), "running 50-100");
	end(&scene);
}

TEST(who_runs_at_the_end_runs_to_the_end)
{
	struct scene scene;
	begin(&scene);
	switches(&scene, 100, 0, 0, 7);
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_STR(states_of(&scene, 7, ":7"), "running 100-300");
	end(&scene);
}

TEST(a_switch_that_is_missing)
{
	struct scene scene;
	begin(&scene);
	switches(&scene, 100, 0, 0, 7);
	switches(&scene, 200, 8, 1, 9); /* not 7, of which nobody knows how long it ran */
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_INT(scene.scheduler.nr_gaps, 1);
	CHECK_INT(scene.scheduler.nr_switches, 2);
	CHECK_STR(states_of(&scene, 7, ":7"), "");
	CHECK_STR(states_of(&scene, 8, ":8"), "");
	CHECK_STR(states_of(&scene, 9, ":9"), "running 200-300");
	end(&scene);
}

TEST(a_run_under_two_names)
{
	struct scene scene;
	begin(&scene);
	switches(&scene, 100, 0, 0, 5);
	switches(&scene, 200, 5, 1, 0); /* it was called otherwise from 150 on */
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_STR(states_of(&scene, 5, "before"), "running 100-150");
	CHECK_STR(states_of(&scene, 5, "after"), "running 150-200");
	CHECK_INT(scene.chart.cpus.items[0].run_ns, 100);
	end(&scene);
}

TEST(who_wakes_whom)
{
	struct scene scene;
	begin(&scene);
	wakes(&scene, 100, 7, 8, 0);
	wakes(&scene, 110, 7, 8, 0); /* again: no second wait */
	wakes(&scene, 120, 9, 8, SCHED_FLAG_HARDIRQ);
	wakes(&scene, 130, 9, 8, SCHED_FLAG_SOFTIRQ);
	wakes(&scene, 140, 0, 8, 0); /* the idle task is nobody */
	timechart_scheduler_end(&scene.scheduler, 300);
	CHECK_INT(scene.chart.wakeups.count, 4);
	const struct timechart_wakeup *wakeups = scene.chart.wakeups.items;
	CHECK_INT(scene.chart.tasks.items[wakeups[0].to].tid, 7);
	CHECK_INT(scene.chart.tasks.items[wakeups[0].from].tid, 8);
	CHECK(wakeups[2].from == TIMECHART_INTERRUPT);
	CHECK(wakeups[3].from == TIMECHART_INTERRUPT);
	CHECK_STR(states_of(&scene, 7, ":7"), "waiting 100-300");
	CHECK_STR(states_of(&scene, 9, ":9"), "waiting 120-300");
	end(&scene);
}

TEST(power_states)
{
	struct scene scene;
	begin(&scene);
	state_of_cpu(&scene, 100, TIMECHART_CSTATE, 2);
	state_of_cpu(&scene, 130, TIMECHART_CSTATE, 3); /* deeper: ends the one before */
	state_of_cpu(&scene, 140, TIMECHART_CSTATE, UINT32_MAX);
	state_of_cpu(&scene, 150, TIMECHART_CSTATE, UINT32_MAX); /* again: nothing to end */
	state_of_cpu(&scene, 160, TIMECHART_CSTATE, 1);
	state_of_cpu(&scene, 170, TIMECHART_PSTATE, 800000);
	state_of_cpu(&scene, 180, TIMECHART_PSTATE, 800000); /* no news */
	state_of_cpu(&scene, 190, TIMECHART_PSTATE, 900000);
	timechart_scheduler_end(&scene.scheduler, 300);
	const struct timechart_cpu *cpu = &scene.chart.cpus.items[0];
	CHECK_INT(cpu->idle.all.count, 3);
	CHECK_INT(cpu->idle.all.items[0].detail, 2);
	CHECK_INT(cpu->idle.all.items[0].end_ns, 130);
	CHECK_INT(cpu->idle.all.items[1].detail, 3);
	CHECK_INT(cpu->idle.all.items[1].end_ns, 140);
	CHECK_INT(cpu->idle.all.items[2].start_ns, 160);
	CHECK_INT(cpu->idle.all.items[2].end_ns, 300);
	CHECK_INT(cpu->frequencies.count, 2);
	CHECK_INT(cpu->frequencies.items[1].khz, 900000);
	end(&scene);
}

TEST(a_cpu_that_cannot_be)
{
	struct scene scene;
	begin(&scene);
	const struct sched_event event = { .time_ns = 100, .kind = SCHED_SWITCH, .cpu = 4, .subject = 7, .next = 8 };
	timechart_scheduler_event(&scene.scheduler, &event);
	CHECK_INT(scene.rows.nr_bogus_cpus, 1);
	CHECK_INT(scene.chart.tasks.count, 0);
	end(&scene);
}

TEST_MAIN
