/* epoll ctl: threads add descriptors to an epoll instance, change and remove them. */
#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>
#include "commands/bench/bench_epoll.h"

static const struct {
	int op;
	const char *name;
} operations[] = { { EPOLL_CTL_ADD, "ADD" }, { EPOLL_CTL_MOD, "MOD" }, { EPOLL_CTL_DEL, "DEL" } };

/* In random order an operation may come where it does not fit (EEXIST, ENOENT): it counts if it was done. */
static void operate(struct bench_epoll_part *part, unsigned operation, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
	if (epoll_ctl(part->epoll_fd, operations[operation].op, fd, &event) == 0) part->nr_done[operation]++;
	else if (errno != EEXIST && errno != ENOENT) part->error = errno;
}

static void work(struct bench_worker *worker, void *data)
{
	struct bench_epoll *bench = data;
	const struct bench_epoll_values *values = bench->values;
	struct bench_epoll_part *part = &bench->parts[worker->index];
	do {
		if (values->randomize) {
			unsigned operation = bench_epoll_random(&part->seed, ARRAY_SIZE(operations));
			operate(part, operation, part->fds[bench_epoll_random(&part->seed, values->nr_fds)]);
			continue;
		}
		for (unsigned operation = 0; operation < ARRAY_SIZE(operations); operation++)
			for (unsigned i = 0; i < values->nr_fds; i++) operate(part, operation, part->fds[i]);
	} while (bench_worker_goes_on(worker));
}

static int show(const struct bench_run *run, const struct bench_epoll *bench)
{
	struct bench_stats stats[ARRAY_SIZE(operations)] = { { 0 } };
	if (bench->values->verbose) out_str(run->out, "main thread: toggling done\n");
	for (unsigned i = 0; i < bench->values->nr_threads; i++) {
		const struct bench_epoll_part *part = &bench->parts[i];
		if (part->error) return bench_fail(part->error, "epoll_ctl", NULL);
		bench_epoll_show_part(run, bench, i);
		out_printf(run->out, " [ add: %llu ops; mod: %llu ops; del: %llu ops ]\n",
			   (unsigned long long)part->nr_done[0], (unsigned long long)part->nr_done[1],
			   (unsigned long long)part->nr_done[2]);
		for (size_t k = 0; k < ARRAY_SIZE(stats); k++) bench_stats_add(&stats[k], (double)part->nr_done[k]);
	}
	out_char(run->out, '\n');
	for (size_t k = 0; k < ARRAY_SIZE(stats); k++)
		out_printf(run->out, "Averaged %llu %s operations (+- %.2f%%)\n", (unsigned long long)stats[k].mean,
			   operations[k].name, bench_stats_percent(&stats[k]));
	return 0;
}

static int measure(const struct bench_run *run, struct bench_epoll *bench, const struct bench_epoll_values *values)
{
	struct bench_crew crew;
	int error = bench_epoll_open(bench, values);
	if (error) return bench_fail(error, "epoll", "Ask for fewer descriptors (-f, -t), or raise ulimit -n");
	if (values->verbose) out_printf(run->out, "Nesting level(s): %u\n", values->nr_nested);
	out_printf(run->out,
		   "Run summary [PID %d]: %u threads doing epoll_ctl ops %u file-descriptors for %u secs.\n\n",
		   (int)getpid(), values->nr_threads, values->nr_fds, values->seconds);
	(void)out_flush(run->out);
	error = bench_crew_start(&crew, &(struct bench_job){ work, bench, values->nr_threads, !values->no_affinity });
	if (error) return bench_fail(error, "Threads cannot be started", "Ask for fewer (-t), or raise ulimit -u");
	(void)bench_crew_open(&crew);
	(void)bench_crew_wait(&crew, values->seconds);
	bench_crew_join(&crew);
	return show(run, bench);
}

static const char *const usage[] = { "perf bench epoll ctl <options>", NULL };
static const struct option options[] = {
	BENCH_EPOLL_ROW_FDS,
	BENCH_EPOLL_ROW_NESTED,
	BENCH_EPOLL_ROW_NOAFFINITY,
	OPTION_BOOL('R', "randomize", struct bench_epoll_values, randomize, "Perform random operations on random fds"),
	BENCH_EPOLL_ROW_RUNTIME,
	BENCH_EPOLL_ROW_THREADS,
	BENCH_EPOLL_ROW_VERBOSE,
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_epoll_ctl(struct bench_run *run, int argc, const char **argv)
{
	struct bench_epoll_values values = { .nr_fds = 64, .seconds = 8 };
	struct bench_epoll bench;
	int status;

	if (!bench_epoll_parse(&table, argc, argv, &values, &status)) return status;
	if (!values.nr_threads) values.nr_threads = bench_nr_cpus();
	status = measure(run, &bench, &values);
	bench_epoll_done(&bench);
	return status;
}
