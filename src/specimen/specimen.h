/* Specimens: programs with a known profile, inside of perf. Each is a function that runs in the process of `perf test
 * -w NAME`, most of them for a time that their first argument gives, in seconds. */
#ifndef SPECIMEN_SPECIMEN_H
#define SPECIMEN_SPECIMEN_H

#include <signal.h>
#include "base/compiler.h"

/* A specimen: `const struct specimen specimen_NAME`, a row of specimen.def. */
struct specimen {
	const char *name;
	const char *usage;                       /* its arguments */
	int (*run)(int argc, const char **argv); /* argv[0] is its first argument; returns the exit status */
};

/* NULL-terminated. */
extern const struct specimen *const specimens[];
/* NULL: there is none of that name. The name is that of the struct's member, not that of the file: "jitdump" is in
 * jitdump_writer.c. */
const struct specimen *specimen_find(const char *name);

/* Set when the time that specimen_start_timer was given is over. */
extern volatile sig_atomic_t specimen_over;
/* What there is to compute with: the compiler cannot leave out what is done to it. */
extern volatile int specimen_value;
/* Sets specimen_over when the time is over, by SIGALRM. seconds_text: as typed, may be NULL: seconds_default. 0
 * seconds, and what is no number: never. */
void specimen_start_timer(const char *seconds_text, double seconds_default);

/* For functions that a profile has to show by their name: neither inlined nor copied. */
#if __has_attribute(noclone) /* gcc's; clang does not clone */
#define SPECIMEN_FUNCTION __attribute__((noinline, noclone))
#else
#define SPECIMEN_FUNCTION __attribute__((noinline))
#endif

#endif
