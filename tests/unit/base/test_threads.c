#include <stdatomic.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/threads.h"
#include "tests/unit/test.h"

enum { THREADS = 8 };

struct count_job {
	atomic_uint *seen;
	size_t per_worker[THREADS];
	atomic_bool bad_worker;
	unsigned threads;
};

static void count_item(void *ctx, unsigned worker, size_t item)
{
	struct count_job *job = ctx;
	atomic_fetch_add(&job->seen[item], 1);
	if (worker >= job->threads) job->bad_worker = true;
	else job->per_worker[worker]++; /* a worker is one thread: no lock needed */
}

static void check_each_once(void (*spread)(unsigned threads, size_t items,
					   void (*run)(void *ctx, unsigned worker, size_t item), void *ctx))
{
	static const size_t sizes[] = { 0, 1, 2, 7, 8, 9, 1000, 100003 };
	for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		for (unsigned threads = 1; threads <= THREADS; threads++) {
			struct count_job job = { .seen = calloc(sizes[s] + 1, sizeof(atomic_uint)),
						 .threads = threads };
			spread(threads, sizes[s], count_item, &job);
			size_t wrong = 0, total = 0;
			for (size_t i = 0; i < sizes[s]; i++) wrong += job.seen[i] != 1;
			for (unsigned w = 0; w < THREADS; w++) total += job.per_worker[w];
			CHECK_INT(wrong, 0);
			CHECK_INT(total, sizes[s]);
			CHECK(!job.bad_worker);
			free(job.seen);
		}
}

TEST(threads_for_runs_each_item_once) { check_each_once(threads_for); }
TEST(threads_for_near_runs_each_item_once) { check_each_once(threads_for_near); }

struct order_job {
	atomic_size_t started;
	size_t finished;
	size_t window, stop_at;
	atomic_bool too_far, in_finish, overlap, disorder;
	uint64_t *results;
};

static void order_run(void *ctx, unsigned worker, size_t item)
{
	struct order_job *job = ctx;
	(void)worker;
	atomic_fetch_add(&job->started, 1);
	if (item % 37 == 0) usleep(hash_u64(item) % 300); /* some items are late */
	job->results[item % job->window] = item + 1;
}

static int order_finish(void *ctx, size_t item)
{
	struct order_job *job = ctx;
	if (atomic_exchange(&job->in_finish, true)) job->overlap = true;
	if (item != job->finished || job->results[item % job->window] != item + 1) job->disorder = true;
	if (atomic_load(&job->started) > item + job->window) job->too_far = true;
	job->finished++;
	atomic_store(&job->in_finish, false);
	return item == job->stop_at ? 42 : 0;
}

static void check_ordered(unsigned threads, size_t items, size_t window, size_t stop_at)
{
	struct order_job job = { .window = window, .stop_at = stop_at, .results = calloc(window, sizeof(uint64_t)) };
	int result = threads_ordered(threads, items, window, order_run, order_finish, &job);
	bool stops = stop_at < items;
	CHECK_INT(result, stops ? 42 : 0);
	CHECK_INT(job.finished, stops ? stop_at + 1 : items);
	CHECK(!job.overlap);
	CHECK(!job.disorder);
	CHECK(!job.too_far);
	free(job.results);
}

TEST(threads_ordered_finishes_in_order)
{
	for (unsigned threads = 1; threads <= THREADS; threads++) {
		check_ordered(threads, 0, 4, SIZE_MAX);
		check_ordered(threads, 1, 4, SIZE_MAX);
		check_ordered(threads, 2000, 1, SIZE_MAX);
		check_ordered(threads, 2000, 3, SIZE_MAX);
		check_ordered(threads, 2000, 16, SIZE_MAX);
		check_ordered(threads, 50, 1000, SIZE_MAX);
	}
}

TEST(threads_ordered_stops_early)
{
	for (unsigned threads = 1; threads <= THREADS; threads++) {
		check_ordered(threads, 2000, 8, 0);
		check_ordered(threads, 2000, 8, 777);
		check_ordered(threads, 2000, 8, 1999);
	}
}

TEST(threads_default_obeys_environment)
{
	setenv("PERF_THREADS", "3", 1);
	CHECK_INT(threads_default(), 3);
	setenv("PERF_THREADS", "0", 1);
	CHECK(threads_default() >= 1);
	setenv("PERF_THREADS", "x", 1);
	CHECK(threads_default() >= 1);
	setenv("PERF_THREADS", "99999999999999", 1);
	CHECK(threads_default() >= 1 && threads_default() <= 1024);
	unsetenv("PERF_THREADS");
	CHECK(threads_default() >= 1);
}

TEST_MAIN
