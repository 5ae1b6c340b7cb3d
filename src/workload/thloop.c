/* The same loop on several threads of one process. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "workload/workload.h"

#define THREADS_MAX 1024

static WORKLOAD_FUNCTION void test_loop(void)
{
	while (!workload_over) continue;
}

static WORKLOAD_FUNCTION void *thfunc(void *unused)
{
	test_loop();
	return NULL;
}

static WORKLOAD_FUNCTION int thloop(int argc, const char **argv)
{
	long threads = argc > 1 ? strtol(argv[1], NULL, 10) : 2; /* this one included */
	pthread_t started[THREADS_MAX];
	long count = 0;

	if (threads < 1 || threads > THREADS_MAX) {
		fprintf(stderr, "Error: thread count (%s) must be from 1 to %d\n", argv[1], THREADS_MAX);
		return 1;
	}
	workload_start_timer(argc > 0 ? argv[0] : NULL, 1);
	while (count < threads - 1) {
		int error = pthread_create(&started[count], NULL, thfunc, NULL);

		if (error) {
			fprintf(stderr, "Error: failed to start a thread: %s\n", strerror(error));
			break;
		}
		count++;
	}
	int status = count < threads - 1;
	if (status) workload_over = 1;
	test_loop();
	for (long i = 0; i < count; i++) pthread_join(started[i], NULL);
	return status;
}

const struct workload workload_thloop = { .name = "thloop", .usage = "[SECONDS [THREADS]]", .run = thloop };
