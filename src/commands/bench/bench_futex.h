/* What the benchmarks of futex(2) share: the call, their options, and repeated runs. */
#ifndef COMMANDS_BENCH_BENCH_FUTEX_H
#define COMMANDS_BENCH_BENCH_FUTEX_H

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_result.h"

struct bench_futex_values {
	unsigned nr_threads; /* 0: as many as CPUs */
	unsigned nr_buckets; /* of the process's hash table; 0: the kernel decides */
	bool is_shared, is_silent, lock_memory;
	/* Of single benchmarks. */
	unsigned seconds, nr_futexes, nr_at_once;
	bool multi, pi, broadcast;
};

#define BENCH_FUTEX_ROW_BUCKETS \
	OPTION_UINT('b', "buckets", struct bench_futex_values, nr_buckets, "Specify amount of hash buckets")
#define BENCH_FUTEX_ROW_MLOCKALL \
	OPTION_BOOL('m', "mlockall", struct bench_futex_values, lock_memory, "Lock all current and future memory")
#define BENCH_FUTEX_ROW_RUNTIME \
	OPTION_UINT('r', "runtime", struct bench_futex_values, seconds, "Specify runtime (in seconds)")
#define BENCH_FUTEX_ROW_SHARED \
	OPTION_BOOL('S', "shared", struct bench_futex_values, is_shared, "Use shared futexes instead of private ones")
#define BENCH_FUTEX_ROW_SILENT \
	OPTION_BOOL('s', "silent", struct bench_futex_values, is_silent, "Silent mode: do not display data/details")
#define BENCH_FUTEX_ROW_THREADS \
	OPTION_UINT('t', "threads", struct bench_futex_values, nr_threads, "Specify amount of threads")

/* Reads the options, and does what they say about the process: locked memory, buckets. False: that ends the benchmark
 * with *ret_status. nr_threads is set behind it. */
bool bench_futex_parse(const struct option_table *table, int argc, const char **argv, struct bench_futex_values *values,
		       int *ret_status) _warn_unused_;

/* The numbers of an operation: how many (or the value that a waiter expects), what a requeueing one takes in place of
 * the timeout, and what it compares with. */
struct bench_futex_op {
	int op;
	uint32_t value;
	uintptr_t further;
	uint32_t compare;
};
/* What futex(2) returns, -1 with errno. other: of operations with two words. */
static inline long bench_futex(bool is_shared, uint32_t *word, uint32_t *other, struct bench_futex_op op)
{
	return syscall(SYS_futex, word, op.op | (is_shared ? 0 : FUTEX_PRIVATE_FLAG), op.value, op.further, other,
		       op.compare);
}
static inline const char *bench_futex_sharing(const struct bench_futex_values *values)
{
	return values->is_shared ? "shared" : "private";
}

#endif
