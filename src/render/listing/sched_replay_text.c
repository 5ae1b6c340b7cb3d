/* What `perf sched replay` says before and after each replay: the cost of measuring, the tasks and how many events
 * each has, then a line a run with the mean so far. Layout as upstream's. */
#include "render/listing/sched_text.h"

/* Milliseconds, for printf. */
static double ms(uint64_t ns) { return (double)ns / 1e6; }

void sched_text_replay_overhead(const struct sched_plan_overhead *overhead, struct outbuf *out)
{
	out_printf(out, "run measurement overhead: %llu nsecs\n", (unsigned long long)overhead->run_ns);
	out_printf(out, "sleep measurement overhead: %llu nsecs\n", (unsigned long long)overhead->sleep_ns);
	out_printf(out, "the run test took %llu nsecs\n", (unsigned long long)overhead->run_test_ns);
	out_printf(out, "the sleep test took %llu nsecs\n", (unsigned long long)overhead->sleep_test_ns);
}

void sched_text_replay_plan(const struct sched_plan *plan, struct outbuf *out)
{
	out_printf(out, "nr_run_events:        %llu\n", (unsigned long long)plan->nr_runs);
	out_printf(out, "nr_sleep_events:      %llu\n", (unsigned long long)plan->nr_sleeps);
	out_printf(out, "nr_wakeup_events:     %llu\n", (unsigned long long)plan->nr_wakeups);
	if (plan->nr_too_long)
		out_printf(out, "runs over an hour, left out: %llu\n", (unsigned long long)plan->nr_too_long);
	if (plan->nr_targetless)
		out_printf(out, "target-less wakeups:  %llu\n", (unsigned long long)plan->nr_targetless);
	if (plan->nr_again) out_printf(out, "multi-target wakeups: %llu\n", (unsigned long long)plan->nr_again);
	for (size_t i = 0; i < plan->count; i++) {
		const struct sched_plan_task *task = &plan->items[i];
		out_printf(out, "task %6zu (%20s:%10d), nr_events: %zu\n", i, task->comm, (int)task->tid, task->count);
	}
	out_lit(out, "------------------------------------------------------------\n");
}

void sched_text_replay_time(unsigned nr, const struct sched_plan_time *time, const struct sched_plan_time *mean,
			    struct outbuf *out)
{
	out_printf(out, "#%-3u: %.3f, ravg: %.2f, cpu: %.2f / %.2f\n", nr, ms(time->wall_ns), ms(mean->wall_ns),
		   ms(time->cpu_ns), ms(mean->cpu_ns));
}
