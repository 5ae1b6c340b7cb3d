/* Two processes that wake each other in turns, proc1 and proc2: as many switches as asked for, in a known order. A pipe
 * in each direction: one writes and then waits, the other waits and then writes. perf sched must show the switches
 * between proc1 and proc2 in turns. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "specimen/specimen.h"

enum { LOOPS_DEFAULT = 100 };

/* Waits for a byte, or sends one. False: the other side is gone. */
static bool pass(int fd, bool in)
{
	char byte = 0;
	ssize_t n;

	do n = in ? read(fd, &byte, 1) : write(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	return n == 1;
}

/* The one that begins writes first. */
static SPECIMEN_FUNCTION int take_turns(const char *name, int in, int out, bool begins, long loops)
{
	prctl(PR_SET_NAME, name);
	for (long i = 0; i < loops; i++)
		if (!pass(begins ? out : in, !begins) || !pass(begins ? in : out, begins)) return 1;
	return 0;
}

/* The child is proc1, this process proc2. 0 when both did all their turns. */
static SPECIMEN_FUNCTION int context_switch_loop(int argc, const char **argv)
{
	long loops = argc > 0 ? strtol(argv[0], NULL, 10) : LOOPS_DEFAULT;
	int there[2], back[2], status = 0;

	if (pipe(there) < 0 || pipe(back) < 0) {
		perror("Error: pipe");
		return 1;
	}
	pid_t pid = fork();
	if (pid < 0) {
		perror("Error: fork");
		return 1;
	}
	if (pid == 0) {
		/* each side keeps its own ends only: it must notice when the other is gone */
		close(there[1]);
		close(back[0]);
		_exit(take_turns("proc1", there[0], back[1], false, loops));
	}
	close(there[0]);
	close(back[1]);
	int failed = take_turns("proc2", back[0], there[1], true, loops);
	close(there[1]);
	close(back[0]);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) return 1;
	return failed || status ? 1 : 0;
}

const struct specimen specimen_context_switch_loop = { .name = "context_switch_loop",
						       .usage = "[LOOPS]",
						       .run = context_switch_loop };
