/* Time in libraries, in a child process: in libc (rand), and in libm where the compiler does not make sqrt an
 * instruction. For profiles by shared object, and recordings that follow a fork. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "specimen/specimen.h"

/* The work, in the child. */
static SPECIMEN_FUNCTION int __sqrtloop(const char *seconds)
{
	volatile double result = 0;

	specimen_start_timer(seconds, 1);
	while (!specimen_over) result = sqrt((double)rand());
	return result < 0;
}

/* Only waits, so that all time is the child's. */
static SPECIMEN_FUNCTION int sqrtloop(int argc, const char **argv)
{
	pid_t pid = fork();
	int status;

	if (pid < 0) {
		fprintf(stderr, "Error: fork: %s\n", strerror(errno));
		return 1;
	}
	/* _exit(2): what the parent has not written yet must not be written twice */
	if (pid == 0) _exit(__sqrtloop(argc > 0 ? argv[0] : NULL));
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

const struct specimen specimen_sqrtloop = { .name = "sqrtloop", .usage = "[SECONDS]", .run = sqrtloop };
