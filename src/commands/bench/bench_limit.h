/* Limits of the process that benchmarks run into. */
#ifndef COMMANDS_BENCH_BENCH_LIMIT_H
#define COMMANDS_BENCH_BENCH_LIMIT_H

#include <stdint.h>

/* Sees to it that this many file descriptors may be open besides those that are: raises the soft limit, and the hard
 * one where that is permitted. 0, or -1 after saying what to do. */
int bench_allow_files(uint64_t count);

#endif
