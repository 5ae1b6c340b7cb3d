/* System calls of a timechart: beginnings and ends. */
#include "analysis/timechart/timechart_calls.h"
#include "tests/unit/test.h"

struct scene {
	struct model *model;
	struct timechart chart;
	struct timechart_rows rows;
	struct timechart_calls calls;
};

static void begin(struct scene *scene)
{
	*scene = (struct scene){ .model = model_new(&(struct model_options){ 0 }) };
	model_seal(scene->model);
	intern_init(&scene->chart.texts);
	scene->chart.first_ns = 1;
	scene->chart.last_ns = 1000;
	timechart_rows_init(&scene->rows, &scene->chart, scene->model, 4);
	scene->calls = (struct timechart_calls){ .rows = &scene->rows };
}

static void end(struct scene *scene)
{
	timechart_rows_done(&scene->rows);
	timechart_done(&scene->chart);
	model_free(scene->model);
}

static void give(struct scene *scene, uint64_t time_ns, uint8_t kind, uint8_t io, int64_t value)
{
	timechart_calls_event(
		&scene->calls,
		&(struct sched_event){
			.time_ns = time_ns, .tid = 7, .kind = kind, .detail = io, .value = (uint64_t)value });
}

TEST(a_call)
{
	struct scene scene;
	begin(&scene);
	give(&scene, 100, TIMECHART_IO_BEGIN, TIMECHART_READ, 3);
	give(&scene, 150, TIMECHART_IO_END, TIMECHART_READ, 512);
	give(&scene, 200, TIMECHART_IO_BEGIN, TIMECHART_SYNC, TIMECHART_HAS_NO_FD);
	give(&scene, 210, TIMECHART_IO_END, TIMECHART_SYNC, -5);
	const struct timechart_task *task = &scene.chart.tasks.items[0];
	CHECK_INT(task->nr_bytes, 512);
	CHECK_INT(task->io.all.count, 2);
	CHECK_INT(task->io.all.items[0].end_ns, 150);
	CHECK_INT(scene.chart.ios.items[0].fd, 3);
	CHECK(scene.chart.ios.items[1].fd == TIMECHART_NO_FD);
	CHECK_INT(scene.chart.ios.items[1].error, -5);
	end(&scene);
}

TEST(halves)
{
	struct scene scene;
	begin(&scene);
	give(&scene, 50, TIMECHART_IO_END, TIMECHART_READ, 1);    /* it began before the recording */
	give(&scene, 60, TIMECHART_IO_END, TIMECHART_READ, 1);    /* of this one the beginning is lost */
	give(&scene, 100, TIMECHART_IO_BEGIN, TIMECHART_READ, 3); /* never seen to end */
	give(&scene, 110, TIMECHART_IO_BEGIN, TIMECHART_WRITE, 3);
	give(&scene, 120, TIMECHART_IO_END, TIMECHART_POLL, 1); /* not what began */
	CHECK_INT(scene.calls.nr_unbegun, 1);
	CHECK_INT(scene.calls.nr_unended, 1);
	CHECK_INT(scene.calls.nr_others, 1);
	CHECK_INT(scene.chart.ios.count, 0);
	give(&scene, 200, TIMECHART_IO_BEGIN, TIMECHART_READ, 3);
	timechart_calls_end(&scene.calls, 1000); /* so does what has not ended */
	CHECK_INT(scene.chart.ios.count, 1);
	CHECK_INT(vec_last(&scene.chart.tasks.items[0].io.all)->end_ns, 1000);
	end(&scene);
}

TEST_MAIN
