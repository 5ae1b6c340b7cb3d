/* The same loop on several threads of one process: test_loop on each, called by thloop on the first and by thfunc on
 * the others. For profiles by thread, and for recordings that follow threads. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "specimen/specimen.h"

#define THREADS_MAX 1024

static SPECIMEN_FUNCTION void test_loop(void)
{
	while (!specimen_over) continue;
}

static SPECIMEN_FUNCTION void *thfunc(void *unused)
{
	test_loop();
	return NULL;
}

static SPECIMEN_FUNCTION int thloop(int argc, const char **argv)
{
	long threads = argc > 1 ? strtol(argv[1], NULL, 10) : 2; /* this one included */
	pthread_t started[THREADS_MAX];
	long count = 0;

	if (threads < 1 || threads > THREADS_MAX) {
		fprintf(stderr, "Error: thread count (%s) must be from 1 to %d\n", argv[1], THREADS_MAX);
		return 1;
	}
	specimen_start_timer(argc > 0 ? argv[0] : NULL, 1);
	while (count < threads - 1) {
		int error = pthread_create(&started[count], NULL, thfunc, NULL);

		if (error) {
			fprintf(stderr, "Error: failed to start a thread: %s\n", strerror(error));
			break;
		}
		count++;
	}
	int status = count < threads - 1;
	/* threads that did start must end */
	if (status) specimen_over = 1;
	test_loop();
	for (long i = 0; i < count; i++) pthread_join(started[i], NULL);
	return status;
}

const struct specimen specimen_thloop = { .name = "thloop", .usage = "[SECONDS [THREADS]]", .run = thloop };
