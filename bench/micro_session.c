/* Microbenchmarks of the engine on a recording: pass 1, decode, threads, single addresses, whole chains, time order.
 *
 *     micro_session FILE [THREADS [cold]]      cold: nothing but pass 1 and one run of "chain", for profiling it
 *
 * Each line: stage, wall ms, cpu ms, and the cost per item. "first" is the first of five runs: it loads symbols and
 * fills the caches. */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include "session/session.h"

static double wall_ms(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}
static double cpu_ms(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

enum stage { STAGE_DECODE, STAGE_TASK, STAGE_IP, STAGE_CHAIN, STAGE_UPDATE };
struct worker_state {
	uint64_t samples, frames, same, check;
	uint32_t distinct;
	struct chain chain;
	struct chain_memo *memos;
	size_t nr_memos;
};
struct bench {
	enum stage stage;
	struct worker_state workers[1024];
};

static void begin(void *ctx, struct session_worker *worker)
{
	struct bench *bench = ctx;
	worker->state = &bench->workers[worker->index];
}

static void sample(void *ctx, struct session_worker *worker, const struct sample *s, const struct record *r,
		   uint64_t ordinal)
{
	struct bench *bench = ctx;
	struct worker_state *state = worker->state;
	struct sample_task task;
	state->samples++;
	state->check += s->ip;
	if (bench->stage == STAGE_DECODE) return;
	resolver_task(worker->resolver, s, &task);
	state->check += task.pid;
	if (bench->stage == STAGE_IP) state->check += resolver_sample_ip(worker->resolver, &task, s)->ip;
	if (bench->stage == STAGE_CHAIN && callchain_resolve(worker->resolver, &task, s, NULL, &state->chain) == 0)
		state->frames += state->chain.count;
	state->distinct = resolver_nr_frames(worker->resolver);
	if (bench->stage == STAGE_UPDATE) {
		if (task.thread >= state->nr_memos) {
			size_t nr = task.thread * 2 + 16;
			state->memos = xreallocarray(state->memos, nr, sizeof(*state->memos));
			memset(state->memos + state->nr_memos, 0, (nr - state->nr_memos) * sizeof(*state->memos));
			state->nr_memos = nr;
		}
		struct chain_memo *memo = &state->memos[task.thread];
		state->same += callchain_update(worker->resolver, &task, s, NULL, memo);
		state->frames += memo->count;
	}
}

static int rounds = 5;

static void run(struct session *session, enum stage stage, const char *name, bool ordered)
{
	static struct bench bench;
	double best_wall = 1e9, best_cpu = 1e9, first_wall = 0;
	uint64_t samples = 0, frames = 0, same = 0;
	for (int i = 0; i < rounds; i++) {
		for (unsigned w = 0; w < session_threads(session); w++) {
			struct worker_state *state = &bench.workers[w];
			for (size_t m = 0; m < state->nr_memos; m++) chain_memo_done(&state->memos[m]);
			free(state->memos);
			chain_done(&state->chain);
			*state = (struct worker_state){ 0 };
		}
		bench.stage = stage;
		struct sample_visitor visitor = { .ctx = &bench, .worker_begin = begin, .sample = sample };
		double wall = wall_ms(), cpu = cpu_ms();
		int rc = ordered ? session_samples_ordered(session, &visitor, NULL)
				 : session_samples(session, &visitor, NULL);
		if (rc) fprintf(stderr, "stopped: %d\n", rc);
		wall = wall_ms() - wall;
		cpu = cpu_ms() - cpu;
		if (i == 0) first_wall = wall;
		if (wall < best_wall) best_wall = wall;
		if (cpu < best_cpu) best_cpu = cpu;
		samples = frames = same = 0;
		for (unsigned w = 0; w < session_threads(session); w++) {
			samples += bench.workers[w].samples;
			frames += bench.workers[w].frames;
			same += bench.workers[w].same;
		}
	}
	printf("%-28s %8.2f ms wall (first %8.2f) %8.2f ms cpu %7.1f ns/sample", name, best_wall, first_wall, best_cpu,
	       best_cpu * 1e6 / (double)MAX(samples, (uint64_t)1));
	if (frames)
		printf(" %6.2f ns/frame, %.1f frames a chain", best_cpu * 1e6 / (double)frames,
		       (double)frames / (double)samples);
	if (frames) printf(", %u distinct", bench.workers[0].distinct);
	if (same) printf(", %.0f %% shared", 100.0 * (double)same / (double)frames);
	putchar('\n');
}

int main(int argc, char **argv)
{
	if (argc < 2) return 2;
	struct session_options options = { .input = argv[1],
					   .force = true,
					   .threads = argc > 2 ? (unsigned)atoi(argv[2]) : 0,
					   .symbols = { .demangle = true, .use_running_kernel = true } };
	if (argc > 3) rounds = 1;
	struct session *session = NULL;
	double best_wall = 1e9, best_cpu = 1e9;
	for (int i = 0; i < rounds; i++) {
		struct err err = ERR_INIT;
		double wall = wall_ms(), cpu = cpu_ms();
		session_close(session);
		if (session_open(&options, &session, &err) < 0) {
			fprintf(stderr, "%s\n", err.message);
			return 1;
		}
		wall = wall_ms() - wall;
		cpu = cpu_ms() - cpu;
		if (wall < best_wall) best_wall = wall;
		if (cpu < best_cpu) best_cpu = cpu;
	}
	const struct session_totals *totals = session_totals(session);
	printf("%llu records, %llu samples, %zu tasks, %u versions, %u threads\n",
	       (unsigned long long)totals->nr_records, (unsigned long long)totals->nr_by_type[RECORD_SAMPLE],
	       model_nr_tasks(session_model(session)), model_nr_versions(session_model(session)),
	       session_threads(session));
	printf("%-28s %8.2f ms wall %8.2f ms cpu %7.1f ns/record\n", "pass 1", best_wall, best_cpu,
	       best_cpu * 1e6 / (double)totals->nr_records);
	if (rounds == 1) {
		run(session, STAGE_CHAIN, "chain", false);
		session_close(session);
		return 0;
	}
	run(session, STAGE_DECODE, "decode", false);
	run(session, STAGE_TASK, "and thread", false);
	run(session, STAGE_IP, "and ip", false);
	run(session, STAGE_CHAIN, "chain", false);
	run(session, STAGE_UPDATE, "chain, with memo", false);
	run(session, STAGE_DECODE, "in time order: decode", true);
	run(session, STAGE_CHAIN, "in time order: chain", true);
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("peak memory %ld MiB\n", usage.ru_maxrss / 1024);
	session_close(session);
	return 0;
}
