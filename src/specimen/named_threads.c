/* Threads that have names, and each a function of its own name's kind: profiles by command name. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include "specimen/specimen.h"

enum { THREADS_MAX = 1024, LOOPS_DEFAULT = 10000000 };

static long loops;

static SPECIMEN_FUNCTION void *named_thread(void *number)
{
	char name[16];

	snprintf(name, sizeof(name), "thread%u", (unsigned)(uintptr_t)number);
	prctl(PR_SET_NAME, name);
	for (volatile long i = 0; i < loops; i++) continue;
	return NULL;
}

static SPECIMEN_FUNCTION int named_threads(int argc, const char **argv)
{
	long threads = argc > 0 ? strtol(argv[0], NULL, 10) : 1, started = 0;
	pthread_t ids[THREADS_MAX];
	int status = 0;

	loops = argc > 1 ? strtol(argv[1], NULL, 10) : LOOPS_DEFAULT;
	if (threads < 1 || threads > THREADS_MAX) {
		fprintf(stderr, "Error: thread count (%s) must be from 1 to %d\n", argv[0], THREADS_MAX);
		return 1;
	}
	for (; started < threads; started++) {
		int error = pthread_create(&ids[started], NULL, named_thread,
					   (void *)(uintptr_t)(started + 1)); /* NOLINT: a number */

		if (error) {
			fprintf(stderr, "Error: failed to start a thread: %s\n", strerror(error));
			status = 1;
			break;
		}
	}
	for (long i = 0; i < started; i++) pthread_join(ids[i], NULL);
	return status;
}

const struct specimen specimen_named_threads = { .name = "named_threads",
						 .usage = "[THREADS [LOOPS]]",
						 .run = named_threads };
