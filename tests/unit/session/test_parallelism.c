#include "tests/unit/test.h"
#include "session/parallelism.h"

/* How many ran at a time, from any place to begin looking. */
static uint32_t at(const struct parallelism *p, uint64_t time_ns)
{
	uint32_t near = 0, first = parallelism_find(p, time_ns, &near);
	for (uint32_t i = 0; i < p->steps.count + 2; i++) {
		near = i;
		CHECK_INT(parallelism_find(p, time_ns, &near), first);
	}
	return first;
}

TEST(threads_come_and_go)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_begins(p, 10, 1);
	parallelism_is_new(p, 2);
	parallelism_begins(p, 20, 2);
	parallelism_begins(p, 30, 3);
	parallelism_ends(p, 40, 2);
	parallelism_ends(p, 50, 1);
	parallelism_ends(p, 60, 3);
	parallelism_end(p);
	CHECK_INT(at(p, 0), 1); /* at least whoever asks */
	CHECK_INT(at(p, 10), 1);
	CHECK_INT(at(p, 19), 1);
	CHECK_INT(at(p, 20), 2);
	CHECK_INT(at(p, 39), 3);
	CHECK_INT(at(p, 40), 2);
	CHECK_INT(at(p, 59), 1);
	CHECK_INT(at(p, 60), 1);
	CHECK_INT(at(p, UINT64_MAX), 1);
	parallelism_free(p);
}

TEST(who_leaves_first_ran_from_the_beginning)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_begins(p, 10, 1);
	parallelism_ends(p, 20, 2);
	parallelism_ends(p, 30, 3);
	parallelism_is_new(p, 4); /* it does not run before it is put on a CPU, so this end is of nothing */
	parallelism_ends(p, 35, 4);
	parallelism_end(p);
	CHECK_INT(at(p, 0), 2);
	CHECK_INT(at(p, 10), 3);
	CHECK_INT(at(p, 20), 2);
	CHECK_INT(at(p, 30), 1);
	CHECK_INT(at(p, 35), 1);
	parallelism_free(p);
}

TEST(who_has_samples_alone_never_left)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_begins(p, 10, 1);
	parallelism_ends(p, 20, 1);
	parallelism_is_new(p, 2);
	for (uint32_t tid = 1; tid <= 4; tid++) parallelism_has_samples(p, tid);
	parallelism_end(p);
	CHECK_INT(at(p, 0), 2); /* 3 and 4 */
	CHECK_INT(at(p, 10), 3);
	CHECK_INT(at(p, 20), 2);
	parallelism_free(p);
}

TEST(lost_records_do_no_lasting_harm)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_begins(p, 10, 1);
	parallelism_begins(p, 20, 1);
	parallelism_begins(p, 30, 2);
	parallelism_ends(p, 40, 2);
	parallelism_ends(p, 50, 2);
	parallelism_begins(p, 45, 3); /* late: time does not go back */
	parallelism_end(p);
	CHECK_INT(at(p, 20), 1);
	CHECK_INT(at(p, 30), 2);
	CHECK_INT(at(p, 44), 1);
	CHECK_INT(at(p, 50), 2);
	parallelism_free(p);
}

TEST(one_after_the_other_on_a_cpu_is_no_step)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_begins(p, 10, 0);
	for (uint64_t time_ns = 20; time_ns < 1000; time_ns += 10) {
		parallelism_ends(p, time_ns, 0);
		parallelism_begins(p, time_ns, 0);
	}
	parallelism_end(p);
	CHECK(p->steps.count < 4);
	CHECK_INT(at(p, 500), 1);
	parallelism_free(p);
}

TEST(nothing_recorded)
{
	struct parallelism *p = xcalloc(1, sizeof(*p));
	parallelism_end(p);
	CHECK_INT(at(p, 5), 1);
	parallelism_free(p);
	parallelism_free(NULL);
}

TEST_MAIN
