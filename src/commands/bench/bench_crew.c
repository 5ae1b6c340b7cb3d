#include "commands/bench/bench_crew.h"
#include <errno.h>
#include <sched.h>
#include <time.h>
#include "base/clock.h"

/* A mask of more CPUs than one cpu_set_t has. */
struct cpus {
	cpu_set_t sets[8];
};
#define CPUS_MAX (8 * CPU_SETSIZE)

static void allowed_cpus(struct cpus *ret)
{
	CPU_ZERO_S(sizeof(*ret), ret->sets);
	if (sched_getaffinity(0, sizeof(*ret), ret->sets) < 0) CPU_SET_S(0, sizeof(*ret), ret->sets);
}

unsigned bench_nr_cpus(void)
{
	struct cpus cpus;
	allowed_cpus(&cpus);
	return (unsigned)CPU_COUNT_S(sizeof(cpus), cpus.sets);
}

/* A thread that may not be moved stays where it is: it works all the same. */
static void pin(unsigned index)
{
	struct cpus allowed, one;
	allowed_cpus(&allowed);
	unsigned skip = index % (unsigned)CPU_COUNT_S(sizeof(allowed), allowed.sets);
	for (size_t cpu = 0; cpu < CPUS_MAX; cpu++) {
		if (!CPU_ISSET_S(cpu, sizeof(allowed), allowed.sets) || skip--) continue;
		CPU_ZERO_S(sizeof(one), one.sets);
		CPU_SET_S(cpu, sizeof(one), one.sets);
		(void)sched_setaffinity(0, sizeof(one), one.sets);
		return;
	}
}

static void *run_worker(void *data)
{
	struct bench_worker *worker = data;
	struct bench_crew *crew = worker->crew;

	if (crew->job.is_pinned) pin(worker->index);
	pthread_mutex_lock(&crew->mutex);
	crew->nr_ready++;
	pthread_cond_broadcast(&crew->changed);
	while (!crew->is_open) pthread_cond_wait(&crew->changed, &crew->mutex);
	pthread_mutex_unlock(&crew->mutex);
	if (bench_worker_goes_on(worker)) crew->job.work(worker, crew->job.data);
	return NULL;
}

sigset_t bench_hold_interrupt(void)
{
	sigset_t interrupt, before;
	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	pthread_sigmask(SIG_BLOCK, &interrupt, &before);
	return before;
}

void bench_release_interrupt(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

/* Waits for Ctrl-C. */
static bool wait_interrupt(uint64_t ns)
{
	sigset_t interrupt;
	uint64_t end = clock_now_ns() + ns, now = end - ns;
	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	do {
		struct timespec left = { .tv_sec = (time_t)((end - now) / 1000000000),
					 .tv_nsec = (long)((end - now) % 1000000000) };
		if (sigtimedwait(&interrupt, NULL, &left) == SIGINT) return true;
		now = clock_now_ns();
	} while (errno == EINTR && now < end);
	return false;
}

bool bench_interrupted(void) { return wait_interrupt(0); }

int bench_crew_start(struct bench_crew *crew, const struct bench_job *job)
{
	int error = 0;
	*crew = (struct bench_crew){ .job = *job };
	pthread_mutex_init(&crew->mutex, NULL);
	pthread_cond_init(&crew->changed, NULL);
	crew->signals_before = bench_hold_interrupt();
	crew->workers = xcalloc_apart(job->nr_workers, sizeof(*crew->workers));
	while (crew->nr_started < job->nr_workers && !error) {
		struct bench_worker *worker = &crew->workers[crew->nr_started];
		worker->crew = crew;
		worker->index = crew->nr_started;
		error = pthread_create(&worker->thread, NULL, run_worker, worker);
		crew->nr_started += !error;
	}
	if (!error) return 0;
	atomic_store(&crew->is_over, true);
	(void)bench_crew_open(crew);
	bench_crew_join(crew);
	return error;
}

uint64_t bench_crew_open(struct bench_crew *crew)
{
	pthread_mutex_lock(&crew->mutex);
	while (crew->nr_ready < crew->nr_started) pthread_cond_wait(&crew->changed, &crew->mutex);
	crew->is_open = true;
	uint64_t now = clock_now_ns();
	pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->mutex);
	return now;
}

uint64_t bench_crew_wait(struct bench_crew *crew, unsigned seconds)
{
	uint64_t began = clock_now_ns();
	(void)wait_interrupt(seconds * UINT64_C(1000000000));
	atomic_store(&crew->is_over, true);
	return clock_now_ns() - began;
}

void bench_crew_join(struct bench_crew *crew)
{
	for (unsigned i = 0; i < crew->nr_started; i++) pthread_join(crew->workers[i].thread, NULL);
	free(crew->workers);
	pthread_cond_destroy(&crew->changed);
	pthread_mutex_destroy(&crew->mutex);
	bench_release_interrupt(&crew->signals_before);
}
