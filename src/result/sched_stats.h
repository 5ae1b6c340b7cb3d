/* What the scheduler counted in a time, for `perf sched stats`: a block for each CPU, one for each of its domains, and
 * before them the means of all CPUs. With two runs each block has the counters of both. */
#ifndef RESULT_SCHED_STATS_H
#define RESULT_SCHED_STATS_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

enum { SCHED_STATS_CPU_MAX = 9, SCHED_STATS_DOMAIN_MAX = 45, SCHED_STATS_RUNS_MAX = 2 };

/* Counters in the order of /proc/schedstat. */
struct sched_stats_block {
	int32_t cpu;        /* -1: the mean of all */
	const char *domain; /* its name, or its number where it has none; NULL: the block is of the CPU itself */
	const char *cpus;   /* of the domain: "0-1"; "" where that is not known */
	uint64_t counters[SCHED_STATS_RUNS_MAX][SCHED_STATS_DOMAIN_MAX];
};
/* version: of /proc/schedstat, which decides what the counters are. */
struct sched_stats_result {
	unsigned version, nr_runs;
	uint64_t jiffies[SCHED_STATS_RUNS_MAX];
	VEC(struct sched_stats_block) blocks;
	struct arena arena; /* texts */
};

static inline void sched_stats_done(struct sched_stats_result *result)
{
	vec_done(&result->blocks);
	arena_done(&result->arena);
}

#endif
