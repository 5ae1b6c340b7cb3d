/* Threads that have names, thread1, thread2, ..., which all run one function, named_thread, for so many rounds:
 * profiles by command name, with equal shares. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include "specimen/specimen.h"

enum { THREADS_MAX = 1024, LOOPS_DEFAULT = 10000000 };

struct named_thread {
	unsigned number;
	long loops;
};

/* Sets its own name, and counts. */
static SPECIMEN_FUNCTION void *named_thread(void *arg)
{
	const struct named_thread *thread = arg;
	char name[16];

	snprintf(name, sizeof(name), "thread%u", thread->number);
	prctl(PR_SET_NAME, name);
	/* rounds instead of time, so that threads have equal shares on any machine */
	for (volatile long i = 0; i < thread->loops; i++) continue;
	return NULL;
}

static SPECIMEN_FUNCTION int named_threads(int argc, const char **argv)
{
	long threads = argc > 0 ? strtol(argv[0], NULL, 10) : 1, started = 0;
	long loops = argc > 1 ? strtol(argv[1], NULL, 10) : LOOPS_DEFAULT;
	struct named_thread of[THREADS_MAX];
	pthread_t ids[THREADS_MAX];
	int status = 0;

	if (threads < 1 || threads > THREADS_MAX) {
		fprintf(stderr, "Error: thread count (%s) must be from 1 to %d\n", argv[0], THREADS_MAX);
		return 1;
	}
	for (; started < threads; started++) {
		of[started] = (struct named_thread){ .number = (unsigned)started + 1, .loops = loops };
		int error = pthread_create(&ids[started], NULL, named_thread, &of[started]);

		if (error) {
			fprintf(stderr, "Error: failed to start a thread: %s\n", strerror(error));
			status = 1;
			break;
		}
	}
	/* also those that were started before a failure: they use `of` */
	for (long i = 0; i < started; i++) pthread_join(ids[i], NULL);
	return status;
}

const struct specimen specimen_named_threads = { .name = "named_threads",
						 .usage = "[THREADS [LOOPS]]",
						 .run = named_threads };
