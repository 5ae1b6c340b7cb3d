/* Programs with a known profile. */
#ifndef SPECIMEN_SPECIMEN_H
#define SPECIMEN_SPECIMEN_H

#include <signal.h>
#include "base/compiler.h"

struct specimen {
	const char *name;
	const char *usage;                       /* its arguments */
	int (*run)(int argc, const char **argv); /* argv[0] is its first argument; returns the exit status */
};

/* NULL-terminated. */
extern const struct specimen *const specimens[];
const struct specimen *specimen_find(const char *name);

/* Set when the time that specimen_start_timer was given is over. */
extern volatile sig_atomic_t specimen_over;
/* What there is to compute with: the compiler cannot leave out what is done to it. */
extern volatile int specimen_value;
/* seconds_text may be NULL: seconds_default. 0 seconds: never over. */
void specimen_start_timer(const char *seconds_text, double seconds_default);

#if __has_attribute(noclone) /* gcc's; clang does not clone */
#define SPECIMEN_FUNCTION __attribute__((noinline, noclone))
#else
#define SPECIMEN_FUNCTION __attribute__((noinline))
#endif

#endif
