/* What the benchmarks of epoll(7) share: their options, and the descriptors that threads look at. */
#ifndef COMMANDS_BENCH_BENCH_EPOLL_H
#define COMMANDS_BENCH_BENCH_EPOLL_H

#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_result.h"

struct bench_epoll_values {
	unsigned nr_threads, nr_fds, seconds, nr_nested;
	bool no_affinity, randomize, verbose;
	/* Of `wait` alone. */
	bool multiq, oneshot, edge, nonblocking;
};

#define BENCH_EPOLL_ROW_FDS                                         \
	OPTION_UINT('f', "nfds", struct bench_epoll_values, nr_fds, \
		    "Specify amount of file descriptors to monitor for each thread")
#define BENCH_EPOLL_ROW_NESTED                                           \
	OPTION_UINT('N', "nested", struct bench_epoll_values, nr_nested, \
		    "Nesting level epoll hierarchy (default is 0, no nesting)")
#define BENCH_EPOLL_ROW_NOAFFINITY \
	OPTION_BOOL('n', "noaffinity", struct bench_epoll_values, no_affinity, "Disables CPU affinity")
#define BENCH_EPOLL_ROW_RUNTIME \
	OPTION_UINT('r', "runtime", struct bench_epoll_values, seconds, "Specify runtime (in seconds)")
#define BENCH_EPOLL_ROW_THREADS \
	OPTION_UINT('t', "threads", struct bench_epoll_values, nr_threads, "Specify amount of threads")
#define BENCH_EPOLL_ROW_VERBOSE OPTION_BOOL('v', "verbose", struct bench_epoll_values, verbose, "Verbose mode")

/* Reads the options and allows as many open files as they want. False: that ends the benchmark with *ret_status. */
bool bench_epoll_parse(const struct option_table *table, int argc, const char **argv, struct bench_epoll_values *values,
		       int *ret_status) _warn_unused_;

/* A thread's descriptors, and what it did with them. */
struct bench_epoll_part {
	int *fds;     /* eventfd(2) */
	int epoll_fd; /* its own, or that of all */
	uint64_t nr_ops, nr_done[3];
	uint32_t seed;
	int error;
} _apart_;
struct bench_epoll {
	const struct bench_epoll_values *values;
	struct bench_epoll_part *parts;
	int *nested;        /* nr_nested epoll descriptors; the last one looks at the one before it, and so on */
	int epoll_fd;       /* of all; -1: each has its own */
	uint64_t nr_rounds; /* of the writer, once it has ended */
};
/* Opens all descriptors: 0 or an errno; bench_epoll_done closes, after a failure too. */
int bench_epoll_open(struct bench_epoll *bench, const struct bench_epoll_values *values);
void bench_epoll_done(struct bench_epoll *bench);
/* "[thread  0] fdmap: 0x... ... 0x...", without what was done. */
void bench_epoll_show_part(const struct bench_run *run, const struct bench_epoll *bench, unsigned index);
/* A number below count, of a sequence that is the same each time. */
static inline uint32_t bench_epoll_random(uint32_t *seed, uint32_t count)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)*seed * count >> 32);
}

#endif
