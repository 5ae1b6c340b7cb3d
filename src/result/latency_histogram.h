/* How durations are distributed, in bounded memory: counted in buckets that are narrower than 1/128 of what they
 * hold (below 256 ns: exactly), and by powers of two of a unit of the reader's choice, exactly. At most 60 KiB,
 * about 1 KiB for each power of two that occurs.
 *
 *     struct latency_histogram histogram = { 0 };
 *     latency_histogram_add(&histogram, 1500, 1000);                 1.5 us, powers by microseconds: powers[1]++
 *     p99_ns = latency_histogram_quantile(&histogram, 0.99);
 *     latency_histogram_done(&histogram); */
#ifndef RESULT_LATENCY_HISTOGRAM_H
#define RESULT_LATENCY_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

/* Octaves: the values below 128, then one for each power of two up to 2^63. */
enum { LATENCY_OCTAVES = 58, LATENCY_OCTAVE_BUCKETS = 128, LATENCY_POWERS = 65 };

/* The durations added so far. A zeroed one is empty. Used by one thread at a time. */
struct latency_histogram {
	uint64_t count, min_ns, max_ns;     /* min and max: exact; 0 while count is */
	double sum_ns, mean_ns, squares;    /* squares: of the distances from the mean */
	uint64_t *octaves[LATENCY_OCTAVES]; /* NULL: none of these */
	uint64_t powers[LATENCY_POWERS];    /* [0]: below one unit; [k]: from 2^(k-1) to below 2^k units */
};

/* Frees the buckets; the histogram is empty then. */
void latency_histogram_done(struct latency_histogram *histogram);
/* Counts a duration. unit_ns: the unit of powers, not 0, the same each time. */
void latency_histogram_add(struct latency_histogram *histogram, uint64_t latency_ns, uint64_t unit_ns);
/* The smallest duration that `share` (0 to 1) of all do not exceed, by nearest rank, at most 0.4 % off, in ns; 0
 * when there are none. */
uint64_t latency_histogram_quantile(const struct latency_histogram *histogram, double share);
/* The same of several shares, which ascend, in one walk over the buckets: ret[i] is of shares[i]. */
void latency_histogram_quantiles(const struct latency_histogram *histogram, const double *shares, size_t count,
				 uint64_t *ret);
/* Standard deviation of the durations in ns, of a sample (divided by count - 1); 0 below two durations. */
double latency_histogram_deviation(const struct latency_histogram *histogram);
/* Visits the buckets that hold something, shortest durations first: start with *pos = 0; false at the end. The
 * bucket is from *ret_from_ns to below *ret_until_ns and holds *ret_count. Nothing may be added meanwhile. */
bool latency_histogram_next(const struct latency_histogram *histogram, uint32_t *pos, uint64_t *ret_from_ns,
			    uint64_t *ret_until_ns, uint64_t *ret_count);
/* What stands for the durations of a bucket: its middle, but not below the shortest or above the longest that
 * occurred. */
uint64_t latency_histogram_middle(const struct latency_histogram *histogram, uint64_t from_ns, uint64_t until_ns);

#endif
