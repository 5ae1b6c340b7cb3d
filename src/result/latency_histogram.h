/* How durations are distributed, in bounded memory: counted in buckets that are narrower than 1/128 of what they hold
 * (below 256 ns: exactly), and by powers of two of a unit of the reader's choice, exactly. At most 60 KiB, about 1 KiB
 * for each power of two that occurs. */
#ifndef RESULT_LATENCY_HISTOGRAM_H
#define RESULT_LATENCY_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

enum { LATENCY_OCTAVES = 58, LATENCY_OCTAVE_BUCKETS = 128, LATENCY_POWERS = 65 };

struct latency_histogram {
	uint64_t count, min_ns, max_ns;     /* min and max: exact; 0 while count is */
	double sum_ns, mean_ns, squares;    /* squares: of the distances from the mean */
	uint64_t *octaves[LATENCY_OCTAVES]; /* NULL: none of these */
	uint64_t powers[LATENCY_POWERS];    /* [0]: below one unit; [k]: from 2^(k-1) to below 2^k units */
};

/* A zeroed one is empty. */
void latency_histogram_done(struct latency_histogram *histogram);
void latency_histogram_add(struct latency_histogram *histogram, uint64_t latency_ns, uint64_t unit_ns);
/* The smallest duration that `share` (0 to 1) of all do not exceed, by nearest rank, at most 0.4 % off; 0 when there
 * are none. */
uint64_t latency_histogram_quantile(const struct latency_histogram *histogram, double share);
/* The same of several shares, ascending. */
void latency_histogram_quantiles(const struct latency_histogram *histogram, const double *shares, size_t count,
				 uint64_t *ret);
/* Standard deviation of the durations; 0 below two. */
double latency_histogram_deviation(const struct latency_histogram *histogram);
/* Buckets that hold something, shortest first: start with *pos = 0; false at the end. The bucket is from ret_from_ns to
 * below ret_until_ns. */
bool latency_histogram_next(const struct latency_histogram *histogram, uint32_t *pos, uint64_t *ret_from_ns,
			    uint64_t *ret_until_ns, uint64_t *ret_count);
/* What stands for the durations of a bucket: its middle, but not outside of what occurred. */
uint64_t latency_histogram_middle(const struct latency_histogram *histogram, uint64_t from_ns, uint64_t until_ns);

#endif
