/* A server whose one lock is its bottleneck: four threads answer requests, and nearly all of each is done under the
 * lock. Ends after half a second of the process's time. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long table;

static double now(clockid_t clock)
{
	struct timespec time;
	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static __attribute__((noinline)) void update_table(void)
{
	double end = now(CLOCK_THREAD_CPUTIME_ID) + 0.002;
	pthread_mutex_lock(&table_lock);
	while (now(CLOCK_THREAD_CPUTIME_ID) < end) table++;
	pthread_mutex_unlock(&table_lock);
}

static __attribute__((noinline)) void answer_request(void)
{
	update_table();
	table++;
}

static void *serve(void *arg)
{
	while (now(CLOCK_PROCESS_CPUTIME_ID) < 0.5) answer_request();
	return arg;
}

int main(void)
{
	enum { NR_THREADS = 4 };
	pthread_t threads[NR_THREADS];
	for (int i = 0; i < NR_THREADS; i++)
		if (pthread_create(&threads[i], NULL, serve, NULL)) return 1;
	for (int i = 0; i < NR_THREADS; i++) pthread_join(threads[i], NULL);
	return 0;
}
