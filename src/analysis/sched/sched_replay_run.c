/* Executes a plan: a thread for each task walks through its steps. A run burns time, a signal is a semaphore of its
 * own: wakeups post it, sleeps wait for it. Between two replays all threads wait at `go`; `round` says which replay
 * they may do. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#include "analysis/sched/sched_replay.h"
#include "base/compiler.h"

enum { STACK_BYTES = 64 << 10, CALIBRATIONS = 10, TEST_NS = 1000000, SHORT_SLEEP_NS = 10000 };

/* One thread and the steps it does. */
struct member {
	struct sched_replay_threads *threads;
	const struct sched_plan_task *task;
	pthread_t id;
};

struct sched_replay_threads {
	const struct sched_plan *plan;
	uint64_t run_overhead_ns;
	sem_t *signals; /* [plan->nr_signals], all at 0 between two replays */
	struct member *members;
	size_t nr_started;
	/* between replays everybody waits here */
	pthread_mutex_t lock;
	pthread_cond_t go, done;
	uint64_t round; /* the replay that is under way, or was last */
	size_t nr_done; /* in that one */
	uint64_t cpu_ns;
	bool stop;
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Keeps the CPU busy for run_ns of wall time, less what reading the clock twice costs. */
static void burn(uint64_t run_ns, uint64_t overhead_ns)
{
	uint64_t start_ns = now_ns(CLOCK_MONOTONIC);
	while (now_ns(CLOCK_MONOTONIC) - start_ns + overhead_ns < run_ns) continue;
}

static void sleep_for(uint64_t sleep_ns)
{
	struct timespec t = { .tv_sec = (time_t)(sleep_ns / 1000000000u), .tv_nsec = (long)(sleep_ns % 1000000000u) };
	nanosleep(&t, NULL);
}

void sched_replay_calibrate(struct sched_plan_overhead *ret)
{
	struct sched_plan_overhead overhead = { .run_ns = UINT64_MAX, .sleep_ns = UINT64_MAX };
	/* The shortest of several tries is the cost; longer ones were interrupted. */
	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t start_ns = now_ns(CLOCK_MONOTONIC);
		burn(0, 0);
		overhead.run_ns = MIN(overhead.run_ns, now_ns(CLOCK_MONOTONIC) - start_ns);
	}
	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t start_ns = now_ns(CLOCK_MONOTONIC);
		sleep_for(SHORT_SLEEP_NS);
		overhead.sleep_ns = MIN(overhead.sleep_ns, now_ns(CLOCK_MONOTONIC) - start_ns);
	}
	/* What the sleep took beyond what was asked for. */
	overhead.sleep_ns -= MIN(overhead.sleep_ns, (uint64_t)SHORT_SLEEP_NS);
	uint64_t start_ns = now_ns(CLOCK_MONOTONIC);
	burn(TEST_NS, overhead.run_ns);
	overhead.run_test_ns = now_ns(CLOCK_MONOTONIC) - start_ns;
	start_ns = now_ns(CLOCK_MONOTONIC);
	sleep_for(TEST_NS);
	overhead.sleep_test_ns = now_ns(CLOCK_MONOTONIC) - start_ns;
	*ret = overhead;
}

/* Signal handlers may interrupt sem_wait(3). */
static void wait_for(sem_t *signal)
{
	while (sem_wait(signal) < 0 && errno == EINTR) continue;
}

/* All steps of a task, once. */
static void replay(struct sched_replay_threads *threads, const struct sched_plan_task *task)
{
	for (size_t i = 0; i < task->count; i++) {
		const struct sched_plan_step *step = &task->items[i];
		switch (step->kind) {
		case SCHED_PLAN_RUN: burn(step->run_ns, threads->run_overhead_ns); break;
		case SCHED_PLAN_WAKEUP:
			if (step->signal != SCHED_PLAN_NO_SIGNAL) sem_post(&threads->signals[step->signal]);
			break;
		default:
			if (step->signal != SCHED_PLAN_NO_SIGNAL) wait_for(&threads->signals[step->signal]);
		}
	}
}

/* Waits for its next round, does it, reports; until stop. */
static void *member_main(void *arg)
{
	struct member *member = arg;
	struct sched_replay_threads *threads = member->threads;
	for (uint64_t round = 1;; round++) {
		pthread_mutex_lock(&threads->lock);
		while (threads->round < round && !threads->stop) pthread_cond_wait(&threads->go, &threads->lock);
		bool stop = threads->stop;
		pthread_mutex_unlock(&threads->lock);
		if (stop) return NULL;
		/* CPU time of this thread alone: waits cost none. */
		uint64_t before_ns = now_ns(CLOCK_THREAD_CPUTIME_ID);
		replay(threads, member->task);
		uint64_t cpu_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - before_ns;
		pthread_mutex_lock(&threads->lock);
		threads->cpu_ns += cpu_ns;
		if (++threads->nr_done == threads->plan->count) pthread_cond_signal(&threads->done);
		pthread_mutex_unlock(&threads->lock);
	}
}

int sched_replay_start(const struct sched_plan *plan, const struct sched_plan_overhead *overhead,
		       struct sched_replay_threads **ret, struct err *err)
{
	struct sched_replay_threads *threads = xcalloc(1, sizeof(*threads));
	pthread_attr_t attr;
	int rc = 0;
	threads->plan = plan;
	threads->run_overhead_ns = overhead->run_ns;
	threads->signals = xcalloc((size_t)plan->nr_signals + 1, sizeof(*threads->signals));
	threads->members = xcalloc(plan->count + 1, sizeof(*threads->members));
	for (uint32_t i = 0; i < plan->nr_signals; i++) sem_init(&threads->signals[i], 0, 0);
	pthread_mutex_init(&threads->lock, NULL);
	pthread_cond_init(&threads->go, NULL);
	pthread_cond_init(&threads->done, NULL);
	pthread_attr_init(&attr);
	/* Recordings have thousands of tasks: small stacks leave memory and address space. */
	pthread_attr_setstacksize(&attr, STACK_BYTES + (size_t)MAX(sysconf(_SC_THREAD_STACK_MIN), 0L));
	for (; threads->nr_started < plan->count && rc == 0; threads->nr_started += rc == 0) {
		struct member *member = &threads->members[threads->nr_started];
		*member = (struct member){ .threads = threads, .task = &plan->items[threads->nr_started] };
		rc = pthread_create(&member->id, &attr, member_main, member);
	}
	pthread_attr_destroy(&attr);
	if (rc) {
		err_set_errno(err, -rc, "cannot start thread %zu of the %zu that the recording has",
			      threads->nr_started + 1, plan->count);
		err_hint(err, "'ulimit -u' and the pids limit of the control group say how many there may be");
		sched_replay_end(threads);
		return -rc;
	}
	*ret = threads;
	return 0;
}

struct sched_plan_time sched_replay_once(struct sched_replay_threads *threads)
{
	pthread_mutex_lock(&threads->lock);
	threads->nr_done = 0;
	threads->cpu_ns = 0;
	threads->round++;
	uint64_t start_ns = now_ns(CLOCK_MONOTONIC);
	/* Under the lock: no thread misses its round. */
	pthread_cond_broadcast(&threads->go);
	while (threads->nr_done < threads->plan->count) pthread_cond_wait(&threads->done, &threads->lock);
	struct sched_plan_time time = { .wall_ns = now_ns(CLOCK_MONOTONIC) - start_ns, .cpu_ns = threads->cpu_ns };
	pthread_mutex_unlock(&threads->lock);
	return time;
}

void sched_replay_end(struct sched_replay_threads *threads)
{
	if (!threads) return;
	pthread_mutex_lock(&threads->lock);
	threads->stop = true;
	pthread_cond_broadcast(&threads->go);
	pthread_mutex_unlock(&threads->lock);
	for (size_t i = 0; i < threads->nr_started; i++) pthread_join(threads->members[i].id, NULL);
	for (uint32_t i = 0; i < threads->plan->nr_signals; i++) sem_destroy(&threads->signals[i]);
	pthread_cond_destroy(&threads->go);
	pthread_cond_destroy(&threads->done);
	pthread_mutex_destroy(&threads->lock);
	free(threads->signals);
	free(threads->members);
	free(threads);
}
