/* Worker threads. They are started per call: a call is a whole pass over the data, a thread costs tens of microseconds.
 *
 * All three shapes are a `team` with a work function that each thread runs until no item is left:
 *
 *     threads_for        a shared counter, from which each thread takes a few items at a time
 *     threads_for_near   a stretch of items for each thread; who is done takes from the end of the longest one
 *     threads_ordered    a shared counter under a lock, and a window of completed items that wait for their turn */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include "base/threads.h"

enum { THREADS_MAX = 1024 };

unsigned threads_default(void)
{
	const char *text = getenv("PERF_THREADS");
	if (text && *text) {
		char *end;
		unsigned long n = strtoul(text, &end, 10);
		if (!*end && n >= 1) return (unsigned)MIN(n, (unsigned long)THREADS_MAX);
	}
	/* The kernel refuses a set smaller than its own number of CPUs, so try larger ones. */
	for (size_t cpus = 1024; cpus <= 65536; cpus *= 4) {
		cpu_set_t *set = CPU_ALLOC(cpus);
		if (!set) break;
		size_t size = CPU_ALLOC_SIZE(cpus);
		int result = sched_getaffinity(0, size, set);
		int usable = result == 0 ? CPU_COUNT_S(size, set) : 0;
		CPU_FREE(set);
		if (result == 0) return usable < 1 ? 1 : MIN((unsigned)usable, (unsigned)THREADS_MAX);
		if (errno != EINVAL) break;
	}
	return 1;
}

struct team;
struct member {
	struct team *team;
	unsigned worker;
};
struct team {
	void (*work)(struct team *team, unsigned worker);
	void *job;
};

static void *member_main(void *arg)
{
	struct member *member = arg;
	member->team->work(member->team, member->worker);
	return NULL;
}

/* Runs work(team, 0..threads-1), worker 0 on the caller. Threads that cannot be started are done without. */
static void team_run(struct team *team, unsigned threads)
{
	if (threads > THREADS_MAX) threads = THREADS_MAX;
	pthread_t ids[threads];
	struct member members[threads];
	unsigned started = 1;
	sigset_t all, before;
	sigfillset(&all);
	sigdelset(&all, SIGBUS);                     /* base/file_map.h: of the thread that reads */
	pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the main thread */
	for (; started < threads; started++) {
		members[started] = (struct member){ .team = team, .worker = started };
		if (pthread_create(&ids[started], NULL, member_main, &members[started]) != 0) break;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	team->work(team, 0);
	for (unsigned i = 1; i < started; i++) pthread_join(ids[i], NULL);
}

struct for_job {
	void (*run)(void *ctx, unsigned worker, size_t item);
	void *ctx;
	size_t items, chunk;
	atomic_size_t next;
};

static void for_work(struct team *team, unsigned worker)
{
	struct for_job *job = team->job;
	for (;;) {
		size_t first = atomic_fetch_add_explicit(&job->next, job->chunk, memory_order_relaxed);
		if (first >= job->items) return;
		size_t last = job->items - first < job->chunk ? job->items : first + job->chunk;
		for (size_t item = first; item < last; item++) job->run(job->ctx, worker, item);
	}
}

void threads_for(unsigned threads, size_t items, void (*run)(void *ctx, unsigned worker, size_t item), void *ctx)
{
	if (threads > items) threads = (unsigned)items;
	if (threads <= 1) {
		for (size_t item = 0; item < items; item++) run(ctx, 0, item);
		return;
	}
	struct for_job job = { .run = run, .ctx = ctx, .items = items };
	job.chunk = items / ((size_t)threads * 64); /* many small items: fewer trips to the counter */
	if (job.chunk < 1) job.chunk = 1;
	struct team team = { .work = for_work, .job = &job };
	team_run(&team, threads);
}

/* What is left of a thread's stretch: begin << 32 | end. The owner takes from the front, helpers from the back. */
struct stretch {
	_Atomic uint64_t left;
} __attribute__((aligned(64)));

struct near_job {
	void (*run)(void *ctx, unsigned worker, size_t item);
	void *ctx;
	unsigned threads;
	struct stretch *stretches;
};

static uint32_t stretch_size(uint64_t left) { return (uint32_t)left - (uint32_t)(left >> 32); }

/* Takes one item from a stretch, with a compare-and-swap of both ends at once; false: it is empty. Relaxed order is
 * enough, as items are only numbers: their data was there before the threads were started. */
static bool stretch_take(struct stretch *stretch, bool back, size_t *ret_item)
{
	uint64_t left = atomic_load_explicit(&stretch->left, memory_order_relaxed);
	while (stretch_size(left)) {
		uint64_t rest = back ? left - 1 : left + (1ull << 32);
		if (!atomic_compare_exchange_weak_explicit(&stretch->left, &left, rest, memory_order_relaxed,
							   memory_order_relaxed))
			continue;
		*ret_item = back ? (uint32_t)left - 1 : (uint32_t)(left >> 32);
		return true;
	}
	return false;
}

/* An item of the stretch with most left. Retried when others empty that meanwhile; false: all are empty. */
static bool near_help(struct near_job *job, size_t *ret_item)
{
	for (;;) {
		struct stretch *longest = NULL;
		uint32_t most = 0;
		for (unsigned i = 0; i < job->threads; i++) {
			uint32_t size = stretch_size(
				atomic_load_explicit(&job->stretches[i].left, memory_order_relaxed));
			if (size <= most) continue;
			most = size;
			longest = &job->stretches[i];
		}
		if (!longest) return false;
		if (stretch_take(longest, true, ret_item)) return true;
	}
}

static void near_work(struct team *team, unsigned worker)
{
	struct near_job *job = team->job;
	size_t item;
	while (stretch_take(&job->stretches[worker], false, &item) || near_help(job, &item))
		job->run(job->ctx, worker, item);
}

void threads_for_near(unsigned threads, size_t items, void (*run)(void *ctx, unsigned worker, size_t item), void *ctx)
{
	threads = (unsigned)MIN((size_t)MIN(threads, (unsigned)THREADS_MAX), items);
	if (threads <= 1) {
		threads_for(threads, items, run, ctx);
		return;
	}
	struct stretch stretches[threads];
	for (unsigned i = 0; i < threads; i++)
		atomic_init(&stretches[i].left, (uint64_t)(items * i / threads) << 32 | items * (i + 1) / threads);
	struct near_job job = { .run = run, .ctx = ctx, .threads = threads, .stretches = stretches };
	struct team team = { .work = near_work, .job = &job };
	team_run(&team, threads);
}

/* Items are handed out in order. Whoever completes the item that is next in line finishes it and all completed ones
 * behind it, while the others go on; a worker that is a whole window ahead of the finisher waits. */
struct ordered_job {
	void (*run)(void *ctx, unsigned worker, size_t item);
	int (*finish)(void *ctx, size_t item);
	void *ctx;
	size_t items, window;
	pthread_mutex_t lock;
	pthread_cond_t room;
	size_t next, finished; /* items handed out, items finished */
	bool *ready;           /* [window], by item % window */
	bool finishing;
	int result;
};

/* Called with the lock held, which is released while finish runs. Only one thread at a time is in here (finishing);
 * those that complete items meanwhile mark them ready and leave them to it. */
static void ordered_finish(struct ordered_job *job)
{
	job->finishing = true;
	while (job->finished < job->next && job->ready[job->finished % job->window] && job->result == 0) {
		size_t item = job->finished;
		job->ready[item % job->window] = false;
		pthread_mutex_unlock(&job->lock);
		int result = job->finish(job->ctx, item);
		pthread_mutex_lock(&job->lock);
		job->finished++;
		job->result = result;
		pthread_cond_broadcast(&job->room);
	}
	job->finishing = false;
}

static void ordered_work(struct team *team, unsigned worker)
{
	struct ordered_job *job = team->job;
	pthread_mutex_lock(&job->lock);
	for (;;) {
		while (job->result == 0 && job->next < job->items && job->next - job->finished >= job->window)
			pthread_cond_wait(&job->room, &job->lock);
		if (job->result != 0 || job->next >= job->items) break;
		size_t item = job->next++;
		pthread_mutex_unlock(&job->lock);
		job->run(job->ctx, worker, item);
		pthread_mutex_lock(&job->lock);
		job->ready[item % job->window] = true;
		if (!job->finishing) ordered_finish(job);
	}
	pthread_mutex_unlock(&job->lock);
}

int threads_ordered(unsigned threads, size_t items, size_t window, void (*run)(void *ctx, unsigned worker, size_t item),
		    int (*finish)(void *ctx, size_t item), void *ctx)
{
	if (window < 1) window = 1;
	if (threads > items) threads = (unsigned)items;
	if (threads > window) threads = (unsigned)window;
	if (threads <= 1) {
		int result = 0;
		for (size_t item = 0; item < items && result == 0; item++) {
			run(ctx, 0, item);
			result = finish(ctx, item);
		}
		return result;
	}
	struct ordered_job job = { .run = run, .finish = finish, .ctx = ctx, .items = items, .window = window };
	job.ready = xcalloc(window, sizeof(*job.ready));
	pthread_mutex_init(&job.lock, NULL);
	pthread_cond_init(&job.room, NULL);
	struct team team = { .work = ordered_work, .job = &job };
	team_run(&team, threads);
	pthread_cond_destroy(&job.room);
	pthread_mutex_destroy(&job.lock);
	free(job.ready);
	return job.result;
}
