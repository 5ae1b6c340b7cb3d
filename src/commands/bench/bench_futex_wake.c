/* futex wake, wake-parallel and requeue: threads sleep at a word, and the time is measured that it takes to wake them,
 * or to have them sleep at another one. Runs are repeated. */
#include <errno.h>
#include <stdatomic.h>
#include "base/clock.h"
#include "cli/console.h"
#include "commands/bench/bench_futex.h"

/* Threads are given that long to fall asleep after they have said that they will. */
#define SLEEP_US 100000

/* One of the threads that wake others. */
struct waker {
	uint64_t ns;
	unsigned nr_woken;
};

struct wake {
	const struct bench_futex_values *values;
	uint32_t word, other; /* `other`: where waiters are requeued to */
	atomic_uint nr_waiting, nr_awake;
	struct waker *wakers;
	unsigned nr_wakers;
	atomic_int error;
};

/* A waiter: any return of a private word's wait is an awakening, but for a signal's. */
static void sleep_at_word(struct bench_worker *worker, void *data)
{
	struct wake *wake = data;
	const struct bench_futex_op op = { .op = wake->values->pi ? FUTEX_WAIT_REQUEUE_PI : FUTEX_WAIT };
	(void)worker;
	atomic_fetch_add(&wake->nr_waiting, 1);
	while (bench_futex(wake->values->is_shared, &wake->word, &wake->other, op) < 0) {
		if (errno == EINTR) continue;
		if (errno != EAGAIN) atomic_store(&wake->error, errno);
		break;
	}
	if (wake->values->pi && !atomic_load(&wake->error))
		(void)bench_futex(wake->values->is_shared, &wake->other, NULL,
				  (struct bench_futex_op){ .op = FUTEX_UNLOCK_PI });
	atomic_fetch_add(&wake->nr_awake, 1);
}

static unsigned wake_some(struct wake *wake, uint32_t *word, unsigned count)
{
	long n = bench_futex(wake->values->is_shared, word, NULL,
			     (struct bench_futex_op){ .op = FUTEX_WAKE, .value = count });
	return n > 0 ? (unsigned)n : 0;
}

/* A thread that is not asleep yet is missed by a call: it is tried again until there are as many. */
static unsigned wake_until(struct wake *wake, unsigned count, unsigned at_once)
{
	unsigned n = 0;
	while (n < count && !atomic_load(&wake->error)) n += wake_some(wake, &wake->word, MIN(at_once, count - n));
	return n;
}

static void wake_own_part(struct bench_worker *worker, void *data)
{
	struct wake *wake = data;
	struct waker *waker = &wake->wakers[worker->index];
	unsigned count = wake->values->nr_threads / wake->nr_wakers;
	uint64_t began = clock_now_ns();
	waker->nr_woken = wake_until(wake, count, count);
	waker->ns = clock_now_ns() - began;
}

/* Who sleeps at either word gets up, whatever went wrong. */
static void wake_all(struct wake *wake)
{
	while (atomic_load(&wake->nr_awake) < wake->values->nr_threads) {
		(void)wake_some(wake, &wake->word, INT32_MAX);
		if (!wake->values->pi) (void)wake_some(wake, &wake->other, INT32_MAX);
		usleep(100);
	}
}

/* A run's figures. */
struct figures {
	uint64_t ns;
	unsigned nr_woken, nr_requeued;
	struct bench_stats latency_ms, woken; /* of several wakers */
};

static int run_wake(struct wake *wake, struct figures *ret)
{
	uint64_t began = clock_now_ns();
	ret->nr_woken = wake_until(wake, wake->values->nr_threads, wake->values->nr_at_once);
	ret->ns = clock_now_ns() - began;
	return 0;
}

static int run_parallel(struct wake *wake, struct figures *ret)
{
	struct bench_crew crew;
	int error = bench_crew_start(&crew, &(struct bench_job){ wake_own_part, wake, wake->nr_wakers, true });
	if (error) return error;
	(void)bench_crew_open(&crew);
	bench_crew_join(&crew);
	for (unsigned i = 0; i < wake->nr_wakers; i++) {
		bench_stats_add(&ret->latency_ms, (double)wake->wakers[i].ns / 1e6);
		bench_stats_add(&ret->woken, wake->wakers[i].nr_woken);
	}
	return 0;
}

/* The call of one round. With priority inheritance one thread is woken, where the lock is free, and has it. */
static long requeue_some(struct wake *wake, unsigned count, bool *ret_is_free)
{
	struct bench_futex_op op = { .op = FUTEX_CMP_REQUEUE, .further = count };
	*ret_is_free = false;
	if (wake->values->pi) {
		op.op = FUTEX_CMP_REQUEUE_PI;
		op.value = 1;
		*ret_is_free = !__atomic_load_n(&wake->other, __ATOMIC_ACQUIRE);
	}
	return bench_futex(wake->values->is_shared, &wake->word, &wake->other, op);
}

static int run_requeue(struct wake *wake, struct figures *ret)
{
	unsigned total = wake->values->nr_threads;
	uint64_t began = clock_now_ns();
	while (ret->nr_woken + ret->nr_requeued < total && !atomic_load(&wake->error)) {
		bool was_free;
		long n = requeue_some(wake, wake->values->nr_at_once, &was_free);
		if (n < 0 && errno != EAGAIN && errno != EINTR) return errno;
		if (n > 0 && was_free) ret->nr_woken++;
		if (n > 0) ret->nr_requeued += (unsigned)n - was_free;
	}
	ret->ns = clock_now_ns() - began;
	return 0;
}

/* One of the three. */
struct kind {
	int (*run)(struct wake *wake, struct figures *ret);
	/* Prints the line of a run; NULL in run: that of all. */
	void (*show)(struct outbuf *out, const struct wake *wake, const struct figures *figures);
};

static int run_once(const struct kind *kind, struct wake *wake, struct figures *ret)
{
	struct bench_crew crew;
	unsigned nr_threads = wake->values->nr_threads;
	*ret = (struct figures){ 0 };
	wake->word = wake->other = 0;
	atomic_store(&wake->nr_waiting, 0);
	atomic_store(&wake->nr_awake, 0);
	int error = bench_crew_start(&crew, &(struct bench_job){ sleep_at_word, wake, nr_threads, true });
	if (error) return error;
	(void)bench_crew_open(&crew);
	while (atomic_load(&wake->nr_waiting) < nr_threads) usleep(10);
	usleep(SLEEP_US);
	error = kind->run(wake, ret);
	wake_all(wake);
	bench_crew_join(&crew);
	return error ? error : atomic_load(&wake->error);
}

/* Repeats it and shows the runs. 0, or the exit status. */
static int repeat(const struct bench_run *run, const struct kind *kind, struct wake *wake, struct bench_stats ret[2])
{
	sigset_t before = bench_hold_interrupt();
	int error = 0;
	for (unsigned i = 0; i < run->nr_repeats && !error && !bench_interrupted(); i++) {
		struct figures figures;
		(void)out_flush(run->out);
		error = run_once(kind, wake, &figures);
		if (error) break;
		bench_stats_add(&ret[0], wake->nr_wakers ? figures.latency_ms.mean : (double)figures.ns / 1e6);
		bench_stats_add(&ret[1],
				wake->nr_wakers ? figures.woken.mean : (double)figures.nr_woken + figures.nr_requeued);
		if (wake->values->is_silent) continue;
		out_printf(run->out, "[Run %u]: ", i + 1);
		kind->show(run->out, wake, &figures);
	}
	bench_release_interrupt(&before);
	if (!error) return 0;
	return bench_fail(error, "Threads cannot be started, or not be woken",
			  "Ask for fewer (-t), or raise ulimit -u");
}

static void show_wake(struct outbuf *out, const struct wake *wake, const struct figures *figures)
{
	out_printf(out, "Wokeup %u of %u threads in %.4f ms\n", figures->nr_woken, wake->values->nr_threads,
		   (double)figures->ns / 1e6);
}

static void show_parallel(struct outbuf *out, const struct wake *wake, const struct figures *figures)
{
	out_printf(out, "Avg per-thread latency (waking %.0f/%u threads) in %.4f ms (+-%.2f%%)\n", figures->woken.mean,
		   wake->values->nr_threads, figures->latency_ms.mean, bench_stats_percent(&figures->latency_ms));
}

static void show_requeue(struct outbuf *out, const struct wake *wake, const struct figures *figures)
{
	double ms = (double)figures->ns / 1e6;
	if (wake->values->pi)
		out_printf(out, "Awoke and Requeued (%u+%u) of %u threads in %.4f ms\n", figures->nr_woken,
			   figures->nr_requeued, wake->values->nr_threads, ms);
	else
		out_printf(out, "Requeued %u of %u threads in %.4f ms\n", figures->nr_requeued,
			   wake->values->nr_threads, ms);
}

static const char *const wake_usage[] = { "perf bench futex wake <options>", NULL };
static const struct option wake_options[] = {
	BENCH_FUTEX_ROW_BUCKETS,
	BENCH_FUTEX_ROW_MLOCKALL,
	BENCH_FUTEX_ROW_SHARED,
	BENCH_FUTEX_ROW_SILENT,
	BENCH_FUTEX_ROW_THREADS,
	OPTION_UINT('w', "nwakes", struct bench_futex_values, nr_at_once, "Specify amount of threads to wake at once"),
	OPTION_END,
};
static const struct option_table wake_table = { .rows = wake_options, .usage = wake_usage };

int bench_futex_wake(struct bench_run *run, int argc, const char **argv)
{
	struct bench_futex_values values = { .nr_at_once = 1 };
	struct wake wake = { .values = &values };
	struct bench_stats stats[2] = { { 0 } };
	int status;

	if (!bench_futex_parse(&wake_table, argc, argv, &values, &status)) return status;
	if (!values.nr_at_once) return option_table_usage_error(&wake_table, "At least one thread is woken (-w)");
	out_printf(run->out,
		   "Run summary [PID %d]: blocking on %u threads (at [%s] futex %p), waking up %u at a time.\n\n",
		   (int)getpid(), values.nr_threads, bench_futex_sharing(&values), (void *)&wake.word,
		   values.nr_at_once);
	status = repeat(run, &(struct kind){ run_wake, show_wake }, &wake, stats);
	if (!status)
		out_printf(run->out, "Wokeup %.0f of %u threads in %.4f ms (+-%.2f%%)\n", stats[1].mean,
			   values.nr_threads, stats[0].mean, bench_stats_percent(&stats[0]));
	return status;
}

static const char *const parallel_usage[] = { "perf bench futex wake-parallel <options>", NULL };
static const struct option parallel_options[] = {
	BENCH_FUTEX_ROW_BUCKETS,
	BENCH_FUTEX_ROW_MLOCKALL,
	BENCH_FUTEX_ROW_SHARED,
	BENCH_FUTEX_ROW_SILENT,
	BENCH_FUTEX_ROW_THREADS,
	OPTION_UINT('w', "nwakers", struct bench_futex_values, nr_at_once, "Specify amount of waking threads"),
	OPTION_END,
};
static const struct option_table parallel_table = { .rows = parallel_options, .usage = parallel_usage };

int bench_futex_wake_parallel(struct bench_run *run, int argc, const char **argv)
{
	struct bench_futex_values values = { .nr_at_once = 0 };
	struct wake wake = { .values = &values };
	struct bench_stats stats[2] = { { 0 } };
	int status;

	if (!bench_futex_parse(&parallel_table, argc, argv, &values, &status)) return status;
	wake.nr_wakers = values.nr_at_once ? MIN(values.nr_at_once, values.nr_threads) : values.nr_threads;
	if (values.nr_threads % wake.nr_wakers)
		return option_table_usage_error(
			&parallel_table, "%u threads cannot be shared out to %u wakers: must be perfectly divisible",
			values.nr_threads, wake.nr_wakers);
	wake.wakers = xcalloc(wake.nr_wakers, sizeof(*wake.wakers));
	out_printf(run->out,
		   "Run summary [PID %d]: blocking on %u threads (at [%s] futex %p), %u threads waking up %u at a "
		   "time.\n\n",
		   (int)getpid(), values.nr_threads, bench_futex_sharing(&values), (void *)&wake.word, wake.nr_wakers,
		   values.nr_threads / wake.nr_wakers);
	status = repeat(run, &(struct kind){ run_parallel, show_parallel }, &wake, stats);
	if (!status)
		out_printf(run->out, "Avg per-thread latency (waking %.0f/%u threads) in %.4f ms (+-%.2f%%)\n",
			   stats[1].mean, values.nr_threads, stats[0].mean, bench_stats_percent(&stats[0]));
	free(wake.wakers);
	return status;
}

static const char *const requeue_usage[] = { "perf bench futex requeue <options>", NULL };
static const struct option requeue_options[] = {
	OPTION_BOOL('B', "broadcast", struct bench_futex_values, broadcast, "Requeue all threads at once"),
	BENCH_FUTEX_ROW_BUCKETS,
	BENCH_FUTEX_ROW_MLOCKALL,
	OPTION_BOOL('p', "pi", struct bench_futex_values, pi, "Use PI-aware variants of FUTEX_CMP_REQUEUE"),
	OPTION_UINT('q', "nrequeue", struct bench_futex_values, nr_at_once,
		    "Specify amount of threads to requeue at once"),
	BENCH_FUTEX_ROW_SHARED,
	BENCH_FUTEX_ROW_SILENT,
	BENCH_FUTEX_ROW_THREADS,
	OPTION_END,
};
static const struct option_table requeue_table = { .rows = requeue_options, .usage = requeue_usage };

int bench_futex_requeue(struct bench_run *run, int argc, const char **argv)
{
	struct bench_futex_values values = { .nr_at_once = 1 };
	struct wake wake = { .values = &values };
	struct bench_stats stats[2] = { { 0 } };
	int status;

	if (!bench_futex_parse(&requeue_table, argc, argv, &values, &status)) return status;
	if (!values.nr_at_once) return option_table_usage_error(&requeue_table, "At least one is requeued (-q)");
	if (values.broadcast || values.nr_at_once > values.nr_threads) values.nr_at_once = values.nr_threads;
	out_printf(run->out, "Run summary [PID %d]: Requeuing %u threads (from [%s] %p to %s%p), %u at a time.\n\n",
		   (int)getpid(), values.nr_threads, bench_futex_sharing(&values), (void *)&wake.word,
		   values.pi ? "PI " : "", (void *)&wake.other, values.nr_at_once);
	status = repeat(run, &(struct kind){ run_requeue, show_requeue }, &wake, stats);
	if (!status)
		out_printf(run->out, "Requeued %.0f of %u threads in %.4f ms (+-%.2f%%)\n", stats[1].mean,
			   values.nr_threads, stats[0].mean, bench_stats_percent(&stats[0]));
	return status;
}
