/* Delays of tasks: from being ready to running. */
#include "analysis/sched/sched_latency.h"
#include "tests/unit/test.h"

static struct model *model;
static struct sched_latency *begin(bool follow_migrations)
{
	const struct sched_latency_options options = {
		.by_thread = true, .follow_migrations = follow_migrations, .keys = { SCHED_BY_TID }, .nr_keys = 1
	};
	model = model_new(&(struct model_options){ 0 });
	model_seal(model);
	return sched_latency_new(&options, model);
}

static void end(struct sched_latency *latency)
{
	sched_latency_free(latency);
	model_free(model);
}

static void give(struct sched_latency *latency, struct sched_event event)
{
	CHECK_INT(sched_latency_event(latency, &event), 0);
}

static void switches(struct sched_latency *latency, uint64_t time_ns, uint32_t prev, uint64_t state, uint32_t next)
{
	give(latency,
	     (struct sched_event){
		     .time_ns = time_ns, .kind = SCHED_SWITCH, .subject = prev, .next = next, .value = state });
}

static void wakes(struct sched_latency *latency, uint64_t time_ns, uint32_t tid, enum sched_kind kind)
{
	give(latency, (struct sched_event){ .time_ns = time_ns, .kind = (uint8_t)kind, .subject = tid });
}

static uint64_t number_of(const struct sched_latency_result *result, uint32_t tid, enum sched_latency_column column)
{
	for (size_t i = 0; i < result->tasks.rows.count; i++)
		if (result->tasks.rows.items[i].id == tid) return result->tasks.rows.items[i].cells[column].number;
	CHECK(!"no such row");
	return 0;
}

TEST(a_wakeup_before_a_switch)
{
	struct sched_latency *latency = begin(false);
	wakes(latency, 100, 7, SCHED_WAKING);
	switches(latency, 130, 0, 0, 7);
	switches(latency, 200, 7, 1, 0);
	wakes(latency, 300, 7, SCHED_WAKEUP); /* either of the two kinds */
	switches(latency, 305, 0, 0, 7);
	const struct sched_latency_result *result = sched_latency_finish(latency);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_DELAYS), 2);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_DELAY), 35);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_MAX_DELAY), 30);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_MAX_START), 100);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_MAX_END), 130);
	end(latency);
}

TEST(who_is_made_to_leave_waits_at_once)
{
	struct sched_latency *latency = begin(false);
	switches(latency, 100, 7, 0, 8); /* 7 could go on */
	switches(latency, 150, 8, 2, 7); /* 8 cannot */
	switches(latency, 170, 7, 1, 8); /* nobody was seen waking 8 */
	const struct sched_latency_result *result = sched_latency_finish(latency);
	CHECK_INT(number_of(result, 7, SCHED_LATENCY_DELAY), 50);
	CHECK_INT(number_of(result, 8, SCHED_LATENCY_DELAYS), 1); /* first seen: as if it had just become ready */
	CHECK_INT(number_of(result, 8, SCHED_LATENCY_DELAY), 0);
	end(latency);
}

TEST(a_lost_switch)
{
	struct sched_latency *latency = begin(false);
	switches(latency, 100, 0, 0, 7);
	switches(latency, 200, 9, 1, 8); /* not 7, which ran here */
	const struct sched_latency_result *result = sched_latency_finish(latency);
	CHECK_INT(result->nr_switch_gaps, 1);
	end(latency);
}

TEST(a_second_wakeup_changes_nothing)
{
	struct sched_latency *latency = begin(false);
	wakes(latency, 100, 7, SCHED_WAKEUP_NEW);
	wakes(latency, 140, 7, SCHED_WAKING);
	switches(latency, 150, 0, 0, 7);
	CHECK_INT(number_of(sched_latency_finish(latency), 7, SCHED_LATENCY_DELAY), 50);
	end(latency);
}

TEST(a_move_begins_the_wait_anew)
{
	struct sched_latency *latency = begin(true);
	wakes(latency, 100, 7, SCHED_WAKING);
	give(latency, (struct sched_event){ .time_ns = 140, .kind = SCHED_MIGRATE, .subject = 7, .to_cpu = 1 });
	switches(latency, 150, 0, 0, 7);
	CHECK_INT(number_of(sched_latency_finish(latency), 7, SCHED_LATENCY_DELAY), 10);
	end(latency);
}

TEST(run_time_and_order)
{
	struct sched_latency *latency = begin(false);
	wakes(latency, 100, 7, SCHED_WAKING);
	switches(latency, 90, 0, 0, 7); /* older than the wakeup */
	give(latency, (struct sched_event){ .time_ns = 110, .kind = SCHED_RUNTIME, .subject = 8, .value = 5 });
	switches(latency, 120, 7, 1, 8);
	const struct sched_latency_result *result = sched_latency_finish(latency);
	CHECK_INT(result->nr_out_of_order, 1);
	CHECK_INT(number_of(result, 8, SCHED_LATENCY_RUNTIME), 5);
	CHECK_INT(number_of(result, 8, SCHED_LATENCY_DELAY), 10);
	CHECK_INT(result->tasks.rows.count, 1); /* 7 never came to a CPU that we know of, 0 is no task */
	end(latency);
}

TEST_MAIN
