/* Sequences of lock events, in and out of their order. */
#include "analysis/lock/lock_stats.h"
#include "tests/unit/test.h"

enum { LOCK = 0x1000 };

static struct lock_stats *begin(enum lock_by by)
{
	return lock_stats_new(&(struct lock_stats_options){ .by = by, .key = NR_LOCK_FIELDS, .view = LOCK_VIEW_INFO },
			      NULL);
}

static void give(struct lock_stats *stats, uint64_t time_ns, enum lock_event_kind kind, uint32_t tid, uint32_t flags)
{
	const struct lock_event event = {
		.time_ns = time_ns, .kind = (uint8_t)kind, .tid = tid, .flags = flags, .lock_vaddr = LOCK, .name = "l"
	};
	CHECK_INT(lock_stats_event(stats, &event), 0);
}

static uint64_t number_of(const struct lock_result *result, enum lock_column column)
{
	CHECK_INT(result->rows.rows.count, 1);
	return result->rows.rows.count ? result->rows.rows.items[0].cells[column].number : 0;
}

TEST(taken_at_once_and_waited_for)
{
	struct lock_stats *stats = begin(LOCK_BY_ADDRESS);
	give(stats, 100, LOCK_ACQUIRE, 7, 0);
	give(stats, 101, LOCK_ACQUIRED, 7, 0);
	give(stats, 110, LOCK_ACQUIRE, 8, 0);
	give(stats, 111, LOCK_CONTENDED, 8, 0);
	give(stats, 120, LOCK_RELEASE, 7, 0);
	give(stats, 131, LOCK_ACQUIRED, 8, 0);
	give(stats, 140, LOCK_RELEASE, 8, 0);
	const struct lock_result *result = lock_stats_finish(stats);
	CHECK_INT(number_of(result, LOCK_COLUMN_ACQUIRED), 2);
	CHECK_INT(number_of(result, LOCK_COLUMN_CONTENDED), 1);
	CHECK_INT(number_of(result, LOCK_COLUMN_WAIT_TOTAL), 20);
	CHECK_INT(result->nr_broken, 0);
	lock_stats_free(stats);
}

TEST(released_but_never_acquired)
{
	struct lock_stats *stats = begin(LOCK_BY_ADDRESS);
	give(stats, 100, LOCK_RELEASE, 7, 0);  /* it was taken before the recording */
	give(stats, 110, LOCK_ACQUIRED, 7, 0); /* so was it asked for */
	CHECK_INT(lock_stats_finish(stats)->bad[LOCK_STEP_RELEASE], 0);
	lock_stats_free(stats);

	stats = begin(LOCK_BY_ADDRESS);
	give(stats, 100, LOCK_ACQUIRE, 7, 0);
	give(stats, 110, LOCK_RELEASE, 7, 0); /* the event that it was taken is lost */
	give(stats, 120, LOCK_ACQUIRE, 7, 0);
	give(stats, 130, LOCK_RELEASE, 7, 0);
	const struct lock_result *result = lock_stats_finish(stats);
	CHECK_INT(result->nr_broken, 1);
	CHECK_INT(result->bad[LOCK_STEP_RELEASE], 1); /* a row counts once */
	CHECK_INT(number_of(result, LOCK_COLUMN_ACQUIRED), 0);
	lock_stats_free(stats);
}

TEST(asked_for_twice)
{
	struct lock_stats *stats = begin(LOCK_BY_ADDRESS);
	give(stats, 100, LOCK_ACQUIRE, 7, 0);
	give(stats, 101, LOCK_ACQUIRED, 7, 0);
	give(stats, 110, LOCK_ACQUIRE, 7, 0);  /* its release is lost */
	give(stats, 120, LOCK_ACQUIRED, 7, 0); /* forgotten with the sequence */
	const struct lock_result *result = lock_stats_finish(stats);
	CHECK_INT(result->bad[LOCK_STEP_ACQUIRE], 1);
	CHECK_INT(result->bad[LOCK_STEP_ACQUIRED], 0);
	CHECK_INT(number_of(result, LOCK_COLUMN_ACQUIRED), 1);
	lock_stats_free(stats);
}

TEST(readers_nest)
{
	struct lock_stats *stats = begin(LOCK_BY_ADDRESS);
	give(stats, 100, LOCK_ACQUIRE, 7, 2);
	give(stats, 110, LOCK_ACQUIRE, 7, 2);
	give(stats, 120, LOCK_RELEASE, 7, 0);
	give(stats, 130, LOCK_RELEASE, 7, 0);
	give(stats, 140, LOCK_ACQUIRE, 7, 0); /* out of the first two for certain: a writer's is no error */
	const struct lock_result *result = lock_stats_finish(stats);
	CHECK_INT(number_of(result, LOCK_COLUMN_ACQUIRED), 2);
	CHECK_INT(result->nr_broken, 0);
	lock_stats_free(stats);
}

TEST(contention)
{
	struct lock_stats *stats = begin(LOCK_BY_ADDRESS);
	give(stats, 90, LOCK_CONTENTION_END, 7, 0); /* began before the recording: no row */
	give(stats, 100, LOCK_CONTENTION_BEGIN, 7, 0);
	give(stats, 110, LOCK_CONTENTION_BEGIN, 7, 0); /* a mutex is spun for, then slept for: one wait */
	give(stats, 150, LOCK_CONTENTION_END, 7, 0);
	give(stats, 160, LOCK_CONTENTION_END, 7, 0);   /* the beginning is lost */
	give(stats, 170, LOCK_CONTENTION_BEGIN, 8, 0); /* does not end */
	const struct lock_result *result = lock_stats_finish(stats);
	CHECK_INT(number_of(result, LOCK_COLUMN_CONTENDED), 2);
	CHECK_INT(number_of(result, LOCK_COLUMN_WAIT_TOTAL), 50);
	CHECK_INT(result->bad[LOCK_STEP_ACQUIRED], 1);
	lock_stats_free(stats);
}

TEST_MAIN
