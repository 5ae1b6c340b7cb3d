/* Work on all cores: each item is done once by either shape, and results are consumed in order. Each item is computed
 * twice, by threads_for and threads_ordered, and counted. */
#include <stdatomic.h>
#include "base/threads.h"
#include "selftest/selftest.h"

#define ITEMS 5000

struct work {
	atomic_uint done[ITEMS];
	uint64_t results[ITEMS], order;
	bool disorder;
};

static void compute(void *ctx, unsigned worker, size_t item)
{
	struct work *work = ctx;

	atomic_fetch_add(&work->done[item], 1);
	work->results[item] = item * item;
}

static int consume(void *ctx, size_t item)
{
	struct work *work = ctx;

	if (work->order++ != item || work->results[item] != item * item) work->disorder = true;
	return 0;
}

static void check(struct selftest_run *run)
{
	struct work *work = xcalloc(1, sizeof(*work));
	unsigned once = 0;

	threads_for(threads_default(), ITEMS, compute, work);
	SELFTEST_EQUAL(run, threads_ordered(threads_default(), ITEMS, 16, compute, consume, work), 0);
	for (size_t i = 0; i < ITEMS; i++) once += atomic_load(&work->done[i]) == 2;
	SELFTEST_EQUAL(run, once, ITEMS);
	SELFTEST_EQUAL(run, work->order, ITEMS);
	SELFTEST_CHECK(run, !work->disorder);
	free(work);
}

const struct selftest selftest_check_threads = { .name = "Work on all cores, in order", .run = check };
