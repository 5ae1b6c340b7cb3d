/* Programs with a known profile. */
#ifndef WORKLOAD_WORKLOAD_H
#define WORKLOAD_WORKLOAD_H

#include <signal.h>
#include "base/compiler.h"

struct workload {
	const char *name;
	const char *usage; /* its arguments */
	int (*run)(int argc, const char **argv); /* argv[0] is its first argument; returns the exit status */
};

/* NULL-terminated. */
extern const struct workload *const workloads[];
const struct workload *workload_find(const char *name);

/* Set when the time that workload_start_timer was given is over. */
extern volatile sig_atomic_t workload_over;
/* seconds_text may be NULL: seconds_default. 0 seconds: never over. */
void workload_start_timer(const char *seconds_text, double seconds_default);

#if __has_attribute(noclone) /* gcc's; clang does not clone */
#define WORKLOAD_FUNCTION __attribute__((noinline, noclone))
#else
#define WORKLOAD_FUNCTION __attribute__((noinline))
#endif

#endif
