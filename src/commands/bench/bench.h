/* Benchmarks: what each is given, and the table of them. A benchmark is a function that reads its own options, does
 * something many times, and prints how long that took. */
#ifndef COMMANDS_BENCH_BENCH_H
#define COMMANDS_BENCH_BENCH_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "cli/options.h"

enum bench_format { BENCH_FORMAT_DEFAULT, BENCH_FORMAT_SIMPLE };

/* One call of `perf bench`; all that benchmarks which run one after another share. */
struct bench_run {
	enum bench_format format;
	/* How often those benchmarks are repeated that print a mean of runs; at least 1. */
	unsigned nr_repeats;
	/* Standard output, flushed before a benchmark begins. Who forks flushes it before, and leaves the child by
	 * _exit. */
	struct outbuf *out;
	/* What the first and the latest benchmark of the collection took, where the next one shows differences; 0:
	 * there was none. */
	uint64_t baseline_us, previous_us;
};

struct bench {
	const char *collection, *name, *summary;
	/* argv[0] is the benchmark's name; argv may be changed. Returns the exit status. */
	int (*run)(struct bench_run *run, int argc, const char **argv);
};

#define X(collection, stem, name, summary) \
	int bench_##collection##_##stem(struct bench_run *run, int argc, const char **argv);
#include "commands/bench/bench_row.def"
#undef X

static inline bool bench_is_default(const struct bench_run *run) { return run->format == BENCH_FORMAT_DEFAULT; }
/* Prints why a benchmark cannot go on ("what: No such file or directory") and a hint, which may be NULL; returns the
 * exit status. code is -errno, or errno. */
int bench_fail(int code, const char *what, const char *hint);

#endif
