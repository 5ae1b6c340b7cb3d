/* Work on all cores: each item is done once by either shape, and results are consumed in order. Each item is computed
 * twice, by threads_for and threads_ordered, and counted.
 *
 * Needs nothing of the machine but its number of CPUs. A failure means items that are lost or done twice: profiles
 * would be wrong by chance. */
#include <stdatomic.h>
#include "base/threads.h"
#include "selftest/selftest.h"

#define ITEMS 5000

/* done: how often each item was computed; order: the item that consume must get next. */
struct work {
	atomic_uint done[ITEMS];
	uint64_t results[ITEMS], order;
	bool disorder;
};

/* Runs in any thread; each item writes to places of its own. */
static void compute(void *ctx, unsigned worker, size_t item)
{
	struct work *work = ctx;

	atomic_fetch_add(&work->done[item], 1);
	work->results[item] = item * item;
}

/* Runs for one item after the other, in order. */
static int consume(void *ctx, size_t item)
{
	struct work *work = ctx;

	if (work->order++ != item || work->results[item] != item * item) work->disorder = true;
	return 0;
}

/* Both shapes of work, on the same items. */
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
