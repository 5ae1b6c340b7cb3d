/* futex hash: threads that look up words which nobody waits at, so that what is measured is the kernel's hash table.
 * futex lock-pi: threads that take and give back locks with priority inheritance. */
#include <errno.h>
#include "commands/bench/bench_futex.h"

#define FUTEXES_MAX 10000000u

/* A thread's part. */
struct part {
	uint32_t *words;
	uint64_t nr_ops;
	int error;
} _apart_;

struct timed {
	const struct bench_futex_values *values;
	struct part *parts;
	uint32_t one_word; /* of all threads, without --multi */
};

static void hash(struct bench_worker *worker, void *data)
{
	struct timed *timed = data;
	struct part *part = &timed->parts[worker->index];
	/* Its value is another one, so that the call looks the word up and returns. */
	const struct bench_futex_op op = { .op = FUTEX_WAIT, .value = 1234 };
	do {
		for (unsigned i = 0; i < timed->values->nr_futexes; i++) {
			if (bench_futex(timed->values->is_shared, &part->words[i], NULL, op) == 0 || errno != EAGAIN)
				part->error = errno;
		}
		part->nr_ops += timed->values->nr_futexes;
	} while (bench_worker_goes_on(worker));
}

static void lock(struct bench_worker *worker, void *data)
{
	struct timed *timed = data;
	struct part *part = &timed->parts[worker->index];
	do {
		while (bench_futex(timed->values->is_shared, part->words, NULL,
				   (struct bench_futex_op){ .op = FUTEX_LOCK_PI }) < 0) {
			if (errno == EINTR || errno == EAGAIN) continue;
			part->error = errno;
			return;
		}
		usleep(1); /* so that others find it taken */
		if (bench_futex(timed->values->is_shared, part->words, NULL,
				(struct bench_futex_op){ .op = FUTEX_UNLOCK_PI }) < 0)
			part->error = errno;
		part->nr_ops++;
	} while (bench_worker_goes_on(worker));
}

static void show_part(const struct bench_run *run, const struct timed *timed, unsigned index, uint64_t per_second)
{
	const struct part *part = &timed->parts[index];
	unsigned count = timed->values->nr_futexes;
	if (!count) out_printf(run->out, "[thread %3u] futex: %p", index, (void *)part->words);
	else if (count == 1) out_printf(run->out, "[thread %2u] futex: %p", index, (void *)part->words);
	else
		out_printf(run->out, "[thread %2u] futexes: %p ... %p", index, (void *)part->words,
			   (void *)&part->words[count - 1]);
	out_printf(run->out, " [ %llu ops/sec ]\n", (unsigned long long)per_second);
}

static int show(const struct bench_run *run, const struct timed *timed, uint64_t ns)
{
	struct bench_stats stats = { 0 };
	for (unsigned i = 0; i < timed->values->nr_threads; i++) {
		if (timed->parts[i].error) return bench_fail(timed->parts[i].error, "futex", NULL);
		uint64_t per_second = (uint64_t)((double)timed->parts[i].nr_ops * 1e9 / (double)MAX(ns, 1u));
		bench_stats_add(&stats, (double)per_second);
		if (!timed->values->is_silent) show_part(run, timed, i, per_second);
	}
	if (!timed->values->is_silent) out_char(run->out, '\n');
	out_printf(run->out, "Averaged %llu operations/sec (+- %.2f%%), total secs = %llu\n",
		   (unsigned long long)stats.mean, bench_stats_percent(&stats), (unsigned long long)(ns / 1000000000));
	return 0;
}

static int measure(const struct bench_run *run, struct timed *timed, const struct bench_job *job)
{
	struct bench_crew crew;
	(void)out_flush(run->out);
	int error = bench_crew_start(&crew, job);
	if (error) return bench_fail(error, "Threads cannot be started", "Ask for fewer (-t), or raise ulimit -u");
	(void)bench_crew_open(&crew);
	uint64_t ns = bench_crew_wait(&crew, timed->values->seconds);
	bench_crew_join(&crew);
	return show(run, timed, ns);
}

static const char *const hash_usage[] = { "perf bench futex hash <options>", NULL };
static const struct option hash_options[] = {
	BENCH_FUTEX_ROW_BUCKETS,
	OPTION_UINT('f', "futexes", struct bench_futex_values, nr_futexes, "Specify amount of futexes per threads"),
	BENCH_FUTEX_ROW_MLOCKALL,
	BENCH_FUTEX_ROW_RUNTIME,
	BENCH_FUTEX_ROW_SHARED,
	BENCH_FUTEX_ROW_SILENT,
	BENCH_FUTEX_ROW_THREADS,
	OPTION_END,
};
static const struct option_table hash_table = { .rows = hash_options, .usage = hash_usage };

int bench_futex_hash(struct bench_run *run, int argc, const char **argv)
{
	struct bench_futex_values values = { .nr_futexes = 1024, .seconds = 10 };
	int status;

	if (!bench_futex_parse(&hash_table, argc, argv, &values, &status)) return status;
	if (!values.nr_futexes || (uint64_t)values.nr_futexes * values.nr_threads > FUTEXES_MAX)
		return option_table_usage_error(&hash_table, "There are 1 to %u futexes in all", FUTEXES_MAX);
	struct timed timed = { .values = &values, .parts = xcalloc_apart(values.nr_threads, sizeof(*timed.parts)) };
	for (unsigned i = 0; i < values.nr_threads; i++)
		timed.parts[i].words = xcalloc(values.nr_futexes, sizeof(uint32_t));
	out_printf(run->out, "Run summary [PID %d]: %u threads, each operating on %u [%s] futexes for %u secs.\n\n",
		   (int)getpid(), values.nr_threads, values.nr_futexes, bench_futex_sharing(&values), values.seconds);
	status = measure(run, &timed, &(struct bench_job){ hash, &timed, values.nr_threads, true });
	for (unsigned i = 0; i < values.nr_threads; i++) free(timed.parts[i].words);
	free(timed.parts);
	return status;
}

static const char *const lock_usage[] = { "perf bench futex lock-pi <options>", NULL };
static const struct option lock_options[] = {
	BENCH_FUTEX_ROW_BUCKETS,
	BENCH_FUTEX_ROW_MLOCKALL,
	OPTION_BOOL('M', "multi", struct bench_futex_values, multi, "Use multiple futexes"),
	BENCH_FUTEX_ROW_RUNTIME,
	BENCH_FUTEX_ROW_SHARED,
	BENCH_FUTEX_ROW_SILENT,
	BENCH_FUTEX_ROW_THREADS,
	OPTION_END,
};
static const struct option_table lock_table = { .rows = lock_options, .usage = lock_usage };

int bench_futex_lock_pi(struct bench_run *run, int argc, const char **argv)
{
	struct bench_futex_values values = { .seconds = 10 };
	int status;

	if (!bench_futex_parse(&lock_table, argc, argv, &values, &status)) return status;
	struct timed timed = { .values = &values, .parts = xcalloc_apart(values.nr_threads, sizeof(*timed.parts)) };
	_free_ uint32_t *words = xcalloc(values.nr_threads, sizeof(*words));
	for (unsigned i = 0; i < values.nr_threads; i++)
		timed.parts[i].words = values.multi ? &words[i] : &timed.one_word;
	out_printf(run->out, "Run summary [PID %d]: %u threads doing pi lock/unlock pairing for %u secs.\n\n",
		   (int)getpid(), values.nr_threads, values.seconds);
	status = measure(run, &timed, &(struct bench_job){ lock, &timed, values.nr_threads, true });
	free(timed.parts);
	return status;
}
