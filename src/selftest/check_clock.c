/* cpu-clock and task-clock fire as often as asked and their periods add up to the time spent: 0.1 s of CPU time is used
 * with an event each millisecond.
 *
 * A failure means that times in profiles are wrong, or that the machine loses more than half of its timer ticks, as an
 * overloaded virtual machine does. */
#include <time.h>
#include "selftest/self_sampling.h"

#define PERIOD_NS 1000000
#define SPIN_NS 100000000

/* Uses CPU time, 0.1 s of it; returns how much it was, in ns. */
static uint64_t spin(void)
{
	struct timespec start, now;
	uint64_t spent_ns;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
	do {
		for (volatile int i = 0; i < 100000; i++)
			continue; /* mostly in user space: that side may be all we are allowed to see */
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		spent_ns = (uint64_t)(now.tv_sec - start.tv_sec) * 1000000000u + (uint64_t)now.tv_nsec -
			   (uint64_t)start.tv_nsec;
	} while (spent_ns < SPIN_NS);
	return spent_ns;
}

/* A visitor: periods of both clocks are nanoseconds. */
static void add_period(void *ctx, const struct sample *sample) { *(uint64_t *)ctx += sample->period; }

/* config: PERF_COUNT_SW_CPU_CLOCK or PERF_COUNT_SW_TASK_CLOCK (UAPI linux/perf_event.h). */
static void check(struct selftest_run *run, uint64_t config)
{
	struct event_attr attr = self_sampling_attr(ATTR_TYPE_SOFTWARE, config, PERIOD_NS);
	uint64_t total_ns = 0;
	struct self_sampling live;

	attr.sample_type |= SAMPLE_PERIOD;
	if (!self_sampling_open(&live, &attr, 0, 16, run)) return;
	event_enable(live.fd);
	uint64_t spent_ns = spin();
	event_disable(live.fd);
	int samples = self_sampling_visit(&live, add_period, &total_ns);
	/* a busy or virtual machine loses ticks: half of them must be there, and never more than there was time for */
	SELFTEST_CHECK(run, samples > (int)(SPIN_NS / PERIOD_NS / 2));
	SELFTEST_CHECK(run, total_ns > spent_ns / 2);
	SELFTEST_CHECK(run, total_ns < spent_ns * 3 / 2);
	self_sampling_close(&live);
}

static void cpu_clock(struct selftest_run *run) { check(run, 0); }
static void task_clock(struct selftest_run *run) { check(run, 1); }

static const struct selftest_case cases[] = { { "cpu-clock", cpu_clock },
					      { "task-clock", task_clock },
					      { NULL, NULL } };
const struct selftest selftest_check_clock = { .name = "Software clock events period values", .cases = cases };
