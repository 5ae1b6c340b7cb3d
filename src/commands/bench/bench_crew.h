/* Threads of a benchmark: they begin together, each on a CPU of its own where wanted, and end together when the time is
 * over or Ctrl-C is pressed. */
#ifndef COMMANDS_BENCH_BENCH_CREW_H
#define COMMANDS_BENCH_BENCH_CREW_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/compiler.h"

#define BENCH_THREADS_MAX 1000000u

struct bench_crew;

struct bench_worker {
	struct bench_crew *crew;
	unsigned index;
	pthread_t thread;
} _apart_;

/* What the crew does; data is the benchmark's. is_pinned: worker n runs on the n-th CPU of those allowed, round and
 * round. */
struct bench_job {
	void (*work)(struct bench_worker *worker, void *data);
	void *data;
	unsigned nr_workers;
	bool is_pinned;
};

struct bench_crew {
	struct bench_job job;
	struct bench_worker *workers;
	unsigned nr_started, nr_ready;
	bool is_open;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	atomic_bool is_over; /* workers that run for a time look at it */
	sigset_t signals_before;
};

/* CPUs that this process may use, at least 1. */
unsigned bench_nr_cpus(void);
/* Starts threads, which wait until the gate is opened. Ctrl-C is held back from here to the end of bench_crew_join, so
 * that what was measured can be shown. 0, or an errno with none of the threads left. */
int bench_crew_start(struct bench_crew *crew, const struct bench_job *job);
/* Waits until all threads are at the gate, and opens it: the time in nanoseconds of that. */
uint64_t bench_crew_open(struct bench_crew *crew);
/* Waits that long, or until Ctrl-C; then is_over. The nanoseconds that passed. */
uint64_t bench_crew_wait(struct bench_crew *crew, unsigned seconds);
/* Waits for the end of the threads. */
void bench_crew_join(struct bench_crew *crew);
/* Whether Ctrl-C was pressed; only while it is held back. */
bool bench_interrupted(void);
/* Holds Ctrl-C back; what was before is for bench_release_interrupt. */
sigset_t bench_hold_interrupt(void);
/* A Ctrl-C that was seen to in the meantime does not end the program any more. */
void bench_release_interrupt(const sigset_t *before);
static inline bool bench_worker_goes_on(const struct bench_worker *worker)
{
	return !atomic_load_explicit(&worker->crew->is_over, memory_order_relaxed);
}

#endif
