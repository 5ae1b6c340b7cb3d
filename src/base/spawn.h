/* Another program beside this one, without a shell. */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <sys/types.h>

struct spawn_streams {
	int output; /* becomes its standard output */
	int errors; /* its standard error; -1: goes nowhere */
};
/* Starts a program: `file` is looked for in PATH unless it has a slash, words are its arguments, of which the first is
 * its name and the last NULL. Its standard input is empty, signals are as in a new program: not blocked, and a broken
 * pipe ends it. Returns 0 with its process in *ret, for waitpid; or -errno. */
int spawn_program(const char *file, const char *const *words, const struct spawn_streams *streams, pid_t *ret);

#endif
