/* epoll wait: threads wait for descriptors that another one writes to. */
#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>
#include "commands/bench/bench_epoll.h"

/* How long a thread waits at most before it looks whether the time is over. */
#define WAIT_MS 50

static uint32_t events_of(const struct bench_epoll_values *values)
{
	uint32_t events = EPOLLIN;
	if (values->oneshot) events |= EPOLLONESHOT;
	if (values->edge) events |= EPOLLET;
	return events;
}

static void consume(struct bench_worker *worker, void *data)
{
	struct bench_epoll *bench = data;
	const struct bench_epoll_values *values = bench->values;
	struct bench_epoll_part *part = &bench->parts[worker->index];
	int timeout = values->nonblocking ? 0 : WAIT_MS;
	while (bench_worker_goes_on(worker)) {
		struct epoll_event event;
		uint64_t value;
		int n = epoll_wait(part->epoll_fd, &event, 1, timeout);
		if (n < 0 && errno != EINTR) part->error = errno;
		if (n < 0 && errno != EINTR) return;
		if (n <= 0) continue;
		/* Another thread may have been faster. */
		if (read(event.data.fd, &value, sizeof(value)) < 0 && errno != EAGAIN) part->error = errno;
		if (values->oneshot) {
			event.events = events_of(values);
			(void)epoll_ctl(part->epoll_fd, EPOLL_CTL_MOD, event.data.fd, &event);
		}
		part->nr_ops++;
	}
}

/* Each descriptor in turn, or any. */
static void write_all(struct bench_worker *worker, struct bench_epoll *bench)
{
	const struct bench_epoll_values *values = bench->values;
	const uint64_t one = 1;
	uint32_t seed = 1;
	while (bench_worker_goes_on(worker)) {
		for (unsigned i = 0; i < values->nr_threads * values->nr_fds; i++) {
			unsigned at = values->randomize ? bench_epoll_random(&seed, values->nr_threads * values->nr_fds)
							: i;
			ssize_t n = write(bench->parts[at / values->nr_fds].fds[at % values->nr_fds], &one,
					  sizeof(one));
			if (n < 0 && errno != EAGAIN) return;
		}
		bench->nr_rounds++;
	}
}

/* The last of the crew is the writer. */
static void work(struct bench_worker *worker, void *data)
{
	struct bench_epoll *bench = data;
	if (worker->index < bench->values->nr_threads) consume(worker, bench);
	else write_all(worker, bench);
}

static int watch_all(struct bench_epoll *bench)
{
	for (unsigned i = 0; i < bench->values->nr_threads; i++) {
		for (unsigned k = 0; k < bench->values->nr_fds; k++) {
			struct epoll_event event = { .events = events_of(bench->values),
						     .data.fd = bench->parts[i].fds[k] };
			if (epoll_ctl(bench->parts[i].epoll_fd, EPOLL_CTL_ADD, event.data.fd, &event) < 0) return errno;
		}
	}
	return 0;
}

static void introduce(const struct bench_run *run, const struct bench_epoll_values *values)
{
	if (values->verbose)
		out_printf(run->out, "Using %s queue model\nNesting level(s): %u\n",
			   values->multiq ? "multi" : "single", values->nr_nested);
	out_printf(run->out, "Run summary [PID %d]: %u threads monitoring%s on %u file-descriptors for %u secs.\n\n",
		   (int)getpid(), values->nr_threads, values->oneshot ? " (EPOLLONESHOT semantics)" : "",
		   values->nr_fds, values->seconds);
	if (values->verbose)
		out_printf(run->out,
			   "starting worker/consumer %sthreads%s\nstarting writer-thread: doing %s writes ...\n",
			   values->no_affinity ? "" : "CPU affinity ", values->nonblocking ? " (nonblocking)" : "",
			   values->randomize ? "random" : "lineal");
	(void)out_flush(run->out);
}

static int show(const struct bench_run *run, const struct bench_epoll *bench, uint64_t ns)
{
	struct bench_stats stats = { 0 };
	if (bench->values->verbose)
		out_printf(run->out, "main thread: toggling done\nexiting writer-thread (total full-loops: %llu)\n",
			   (unsigned long long)bench->nr_rounds);
	for (unsigned i = 0; i < bench->values->nr_threads; i++) {
		const struct bench_epoll_part *part = &bench->parts[i];
		if (part->error) return bench_fail(part->error, "epoll_wait", NULL);
		uint64_t per_second = (uint64_t)((double)part->nr_ops * 1e9 / (double)MAX(ns, 1u));
		bench_stats_add(&stats, (double)per_second);
		bench_epoll_show_part(run, bench, i);
		out_printf(run->out, " [ %04llu ops/sec ]\n", (unsigned long long)per_second);
	}
	out_printf(run->out, "\nAveraged %llu operations/sec (+- %.2f%%), total secs = %llu\n",
		   (unsigned long long)stats.mean, bench_stats_percent(&stats), (unsigned long long)(ns / 1000000000));
	return 0;
}

static int measure(const struct bench_run *run, struct bench_epoll *bench, const struct bench_epoll_values *values)
{
	struct bench_crew crew;
	int error = bench_epoll_open(bench, values);
	if (!error) error = watch_all(bench);
	if (error) return bench_fail(error, "epoll", "Ask for fewer descriptors (-f, -t), or raise ulimit -n");
	introduce(run, values);
	error = bench_crew_start(&crew,
				 &(struct bench_job){ work, bench, values->nr_threads + 1, !values->no_affinity });
	if (error) return bench_fail(error, "Threads cannot be started", "Ask for fewer (-t), or raise ulimit -u");
	(void)bench_crew_open(&crew);
	uint64_t ns = bench_crew_wait(&crew, values->seconds);
	bench_crew_join(&crew);
	return show(run, bench, ns);
}

static const char *const usage[] = { "perf bench epoll wait <options>", NULL };
static const struct option options[] = {
	OPTION_BOOL('B', "nonblocking", struct bench_epoll_values, nonblocking, "Nonblocking epoll_wait(2) behaviour"),
	OPTION_BOOL('E', "edge", struct bench_epoll_values, edge, "Use Edge-triggered interface (default is LT)"),
	BENCH_EPOLL_ROW_FDS,
	OPTION_BOOL('m', "multiq", struct bench_epoll_values, multiq, "Use multiple epoll instances (one per thread)"),
	BENCH_EPOLL_ROW_NESTED,
	BENCH_EPOLL_ROW_NOAFFINITY,
	OPTION_BOOL('R', "randomize", struct bench_epoll_values, randomize,
		    "Enable random write behaviour (default is lineal)"),
	BENCH_EPOLL_ROW_RUNTIME,
	OPTION_BOOL('S', "oneshot", struct bench_epoll_values, oneshot, "Use EPOLLONESHOT semantics"),
	BENCH_EPOLL_ROW_THREADS,
	BENCH_EPOLL_ROW_VERBOSE,
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_epoll_wait(struct bench_run *run, int argc, const char **argv)
{
	struct bench_epoll_values values = { .nr_fds = 64, .seconds = 8 };
	struct bench_epoll bench;
	int status;

	if (!bench_epoll_parse(&table, argc, argv, &values, &status)) return status;
	/* One CPU is the writer's. */
	if (!values.nr_threads) values.nr_threads = MAX(bench_nr_cpus(), 2u) - 1;
	status = measure(run, &bench, &values);
	bench_epoll_done(&bench);
	return status;
}
