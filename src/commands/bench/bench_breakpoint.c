/* Breakpoints of perf_event_open(2): threads that inherit some, and one that is changed while others have it. */
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_result.h"
#include "kernel/event_open.h"

enum { NR_LOOPS = 10, BREAKPOINTS_MAX = 64 };

struct values {
	unsigned nr_breakpoints, nr_parallel, nr_threads, nr_passive, nr_active;
};

/* Nothing reads or writes there: a breakpoint is set and never hit. */
static int open_breakpoint(const void *at)
{
	struct event_attr attr = { .type = PERF_TYPE_BREAKPOINT,
				   .bp_type = HW_BREAKPOINT_RW,
				   .config1 = (uint64_t)(uintptr_t)at,
				   .config2 = HW_BREAKPOINT_LEN_1,
				   .sample_period = 1,
				   .flags = ATTR_INHERIT | ATTR_EXCLUDE_KERNEL };
	const struct event_place self = { .pid = 0, .cpu = -1, .group_fd = -1 };
	return event_open_exact(&attr, &self, true);
}

static int fail_open(int error)
{
	return bench_fail(error, "Breakpoint",
			  "The CPU has a few (4 on x86), which debuggers use, too; a virtual machine may have none");
}

static const char *const thread_usage[] = { "perf bench breakpoint thread <options>", NULL };
static const struct option thread_options[] = {
	OPTION_UINT('b', "breakpoints", struct values, nr_breakpoints, "Specify amount of breakpoints"),
	OPTION_UINT('p', "parallelism", struct values, nr_parallel, "Specify amount of parallelism"),
	OPTION_UINT('t', "threads", struct values, nr_threads, "Specify amount of threads"),
	OPTION_END,
};
static const struct option_table thread_table = { .rows = thread_options, .usage = thread_usage };

static void *end_at_once(void *data) { return data; }

/* A worker makes threads, each of which inherits the breakpoints, and waits for their end. */
static void make_threads(struct bench_worker *worker, void *data)
{
	const struct values *values = data;
	pthread_t *threads = xcalloc(values->nr_threads, sizeof(*threads));
	(void)worker;
	for (int loop = 0; loop < NR_LOOPS; loop++) {
		unsigned n = 0;
		while (n < values->nr_threads && !pthread_create(&threads[n], NULL, end_at_once, NULL)) n++;
		while (n) pthread_join(threads[--n], NULL);
	}
	free(threads);
}

static int measure_threads(const struct bench_run *run, struct values *values)
{
	struct bench_crew crew;
	int error = bench_crew_start(&crew, &(struct bench_job){ make_threads, values, values->nr_parallel, false });
	if (error) return bench_fail(error, "Threads cannot be started", "Ask for fewer (-p), or raise ulimit -u");
	uint64_t began = bench_crew_open(&crew);
	bench_crew_join(&crew);
	uint64_t ns = clock_now_ns() - began;
	double us = (double)ns / 1e3 / NR_LOOPS / values->nr_threads;
	if (bench_is_default(run))
		out_printf(run->out, "# Created/joined %d threads with %u breakpoints and %u parallelism\n", NR_LOOPS,
			   values->nr_breakpoints, values->nr_parallel);
	bench_show_time(run, ns);
	if (!bench_is_default(run)) return 0;
	out_printf(run->out, "\n %14f usecs/op\n", us / values->nr_parallel);
	out_printf(run->out, " %14f usecs/op/cpu\n", us);
	return 0;
}

int bench_breakpoint_thread(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_breakpoints = 1, .nr_parallel = 1, .nr_threads = 1 };
	static char watched[BREAKPOINTS_MAX]; /* the kernel is given its addresses */
	int fds[BREAKPOINTS_MAX], status;
	unsigned n = 0;

	if (!option_table_parse(&thread_table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&thread_table, argv[0]);
	if (values.nr_breakpoints > BREAKPOINTS_MAX || !values.nr_parallel || !values.nr_threads ||
	    values.nr_parallel > BENCH_THREADS_MAX || values.nr_threads > BENCH_THREADS_MAX)
		return option_table_usage_error(&thread_table, "There are %d breakpoints at most, and 1 to %u threads",
						BREAKPOINTS_MAX, BENCH_THREADS_MAX);
	status = 0;
	for (; n < values.nr_breakpoints && !status; n++) {
		fds[n] = open_breakpoint(&watched[n]);
		if (fds[n] < 0) status = fail_open(fds[n]);
	}
	if (!status) status = measure_threads(run, &values);
	while (n)
		if (fds[--n] >= 0) close(fds[n]);
	return status;
}

static const char *const enable_usage[] = { "perf bench breakpoint enable <options>", NULL };
static const struct option enable_options[] = {
	OPTION_UINT('a', "active", struct values, nr_active, "Specify amount of active threads"),
	OPTION_UINT('p', "passive", struct values, nr_passive, "Specify amount of passive threads"),
	OPTION_END,
};
static const struct option_table enable_table = { .rows = enable_options, .usage = enable_usage };

/* Passive threads sleep, active ones use their CPU. */
static void be_there(struct bench_worker *worker, void *data)
{
	const struct values *values = data;
	while (bench_worker_goes_on(worker))
		if (worker->index < values->nr_passive) usleep(1000);
}

/* 0 or an errno. */
static int change_breakpoint(int fd)
{
	for (int i = 0; i < NR_LOOPS; i++) {
		int error = event_disable(fd);
		if (!error) error = event_enable(fd);
		if (error) return -error;
	}
	return 0;
}

int bench_breakpoint_enable(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_passive = 0 };
	static char watched;
	struct bench_crew crew;
	int status;

	if (!option_table_parse(&enable_table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&enable_table, argv[0]);
	if (values.nr_passive > BENCH_THREADS_MAX || values.nr_active > BENCH_THREADS_MAX)
		return option_table_usage_error(&enable_table, "There are %u threads at most", BENCH_THREADS_MAX);
	int fd = open_breakpoint(&watched);
	if (fd < 0) return fail_open(fd);
	int error = bench_crew_start(&crew, &(struct bench_job){ be_there, &values,
								 values.nr_passive + values.nr_active, false });
	if (!error) {
		uint64_t began = bench_crew_open(&crew);
		error = change_breakpoint(fd);
		uint64_t ns = clock_now_ns() - began;
		atomic_store(&crew.is_over, true);
		bench_crew_join(&crew);
		if (!error && bench_is_default(run))
			out_printf(run->out,
				   "# Enabled/disabled breakpoint %d time with %u passive and %u active threads\n",
				   NR_LOOPS, values.nr_passive, values.nr_active);
		if (!error) bench_show_time(run, ns);
		if (!error && bench_is_default(run))
			out_printf(run->out, "\n %14f usecs/op\n", (double)ns / 1e3 / NR_LOOPS);
	}
	close(fd);
	return error ? bench_fail(error, "Breakpoint, or its threads", "Ask for fewer threads") : 0;
}
