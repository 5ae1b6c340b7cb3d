/* Begins that wait for their end. */
#include "analysis/latency/latency_waiting.h"
#include "tests/unit/test.h"

static void add(struct latency_waiting *waiting, uint64_t key, uint64_t time_ns, bool nested)
{
	latency_waiting_add(waiting, &(struct latency_begin){ .key = key, .time_ns = time_ns }, nested);
}

static uint64_t taken(struct latency_waiting *waiting, uint64_t key)
{
	struct latency_begin begin;
	return latency_waiting_take(waiting, key, &begin) ? begin.time_ns : 0;
}

TEST(by_key)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 1000);
	for (uint64_t key = 1; key <= 500; key++) add(&waiting, key, key + 1000, false);
	for (uint64_t key = 500; key; key--) CHECK_INT(taken(&waiting, key), key + 1000);
	CHECK_INT(taken(&waiting, 5), 0);
	CHECK_INT(waiting.slots.count, 500);
	for (uint64_t key = 1; key <= 500; key++) add(&waiting, key * 7, key, false);
	CHECK_INT(waiting.slots.count, 500); /* used again */
	CHECK_INT(latency_waiting_count(&waiting), 500);
	CHECK_INT(waiting.nr_begun_again + waiting.nr_given_up, 0);
	latency_waiting_done(&waiting);
}

TEST(begun_again)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 10);
	add(&waiting, 1, 10, false);
	add(&waiting, 1, 20, false);
	CHECK_INT(taken(&waiting, 1), 20);
	CHECK_INT(taken(&waiting, 1), 0);
	CHECK_INT(waiting.nr_begun_again, 1);
	latency_waiting_done(&waiting);
}

TEST(nested)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 10);
	for (uint64_t i = 1; i <= 3; i++) add(&waiting, 1, i * 10, true);
	CHECK_INT(taken(&waiting, 1), 30);
	add(&waiting, 1, 40, true);
	CHECK_INT(taken(&waiting, 1), 40);
	CHECK_INT(taken(&waiting, 1), 20);
	CHECK_INT(taken(&waiting, 1), 10);
	CHECK_INT(taken(&waiting, 1), 0);
	latency_waiting_done(&waiting);
}

TEST(oldest_is_given_up)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 3);
	for (uint64_t i = 1; i <= 4; i++) add(&waiting, i, i * 10, false);
	CHECK_INT(taken(&waiting, 1), 0);
	CHECK_INT(taken(&waiting, 2), 20);
	add(&waiting, 5, 50, false);
	add(&waiting, 6, 60, false);
	CHECK_INT(taken(&waiting, 3), 0);
	CHECK_INT(waiting.nr_given_up, 2);
	CHECK_INT(waiting.slots.count, 3);
	latency_waiting_done(&waiting);
}

TEST(oldest_of_nested_is_given_up)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 2);
	for (uint64_t i = 1; i <= 5; i++) add(&waiting, 9, i * 10, true);
	CHECK_INT(taken(&waiting, 9), 50);
	CHECK_INT(taken(&waiting, 9), 40);
	CHECK_INT(taken(&waiting, 9), 0);
	CHECK_INT(waiting.nr_given_up, 3);
	latency_waiting_done(&waiting);
}

TEST(hidden_are_not_counted)
{
	struct latency_waiting waiting;
	latency_waiting_init(&waiting, 1);
	for (int i = 0; i < 2; i++)
		latency_waiting_add(&waiting, &(struct latency_begin){ .key = 1, .hidden = true }, false);
	latency_waiting_add(&waiting, &(struct latency_begin){ .key = 2, .hidden = true }, false);
	CHECK_INT(waiting.nr_begun_again + waiting.nr_given_up + latency_waiting_count(&waiting), 0);
	latency_waiting_done(&waiting);
}

TEST_MAIN
