/* Figures of benchmarks: times in both formats, means with their deviation. */
#ifndef COMMANDS_BENCH_BENCH_RESULT_H
#define COMMANDS_BENCH_BENCH_RESULT_H

#include <math.h>
#include "commands/bench/bench.h"

/* "     Total time: 1.399 [sec]"; in simple format "1.399". */
void bench_show_time(const struct bench_run *run, uint64_t ns);
/* The same, and below it in default format the time of each of nr_ops operations, and how many were done a second. */
void bench_show_ops(const struct bench_run *run, uint64_t ns, uint64_t nr_ops);

/* Values seen so far; all 0 at first. */
struct bench_stats {
	double count, mean, squares;
};
/* Welford's way: exact for many values of which none is kept. */
static inline void bench_stats_add(struct bench_stats *stats, double value)
{
	double before = value - stats->mean;
	stats->count++;
	stats->mean += before / stats->count;
	stats->squares += before * (value - stats->mean);
}
/* The standard deviation of the mean, 0 of fewer than two values. */
static inline double bench_stats_error(const struct bench_stats *stats)
{
	return stats->count < 2 ? 0 : sqrt(stats->squares / (stats->count - 1) / stats->count);
}
/* The same in percent of the mean. */
static inline double bench_stats_percent(const struct bench_stats *stats)
{
	return stats->mean > 0 ? 100 * bench_stats_error(stats) / stats->mean : 0;
}

#endif
