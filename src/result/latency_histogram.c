/* Buckets in octaves, as floating point numbers have them: the highest bit of a duration says which octave, the next
 * seven bits which of its 128 buckets. An octave's counters are allocated with its first duration.
 *
 *     octave 0    0, 1 .. 127            a value each          bucket = value
 *     octave 1    128 .. 255             a value each
 *     octave 2    256 .. 511             2 values each         bucket = octave * 128 + the next seven bits */
#include "result/latency_histogram.h"

#include <math.h>

/* Below 128 a bucket is one value. Above, each power of two has 128 of them, so that their width doubles from one to
 * the next. */
enum { BUCKET_BITS = 7 };

static uint32_t bucket_of(uint64_t value)
{
	if (value < LATENCY_OCTAVE_BUCKETS) return (uint32_t)value;
	unsigned shift = 63 - (unsigned)__builtin_clzll(value) - BUCKET_BITS;
	return (shift + 1) * LATENCY_OCTAVE_BUCKETS + (uint32_t)((value >> shift) & (LATENCY_OCTAVE_BUCKETS - 1));
}

/* First value of a bucket; and the first one behind it, at most UINT64_MAX. */
static uint64_t bucket_from(uint32_t bucket)
{
	uint32_t octave = bucket / LATENCY_OCTAVE_BUCKETS, rest = bucket % LATENCY_OCTAVE_BUCKETS;
	return octave ? (uint64_t)(LATENCY_OCTAVE_BUCKETS + rest) << (octave - 1) : rest;
}

static uint64_t bucket_until(uint32_t bucket)
{
	uint32_t octave = bucket / LATENCY_OCTAVE_BUCKETS;
	uint64_t width = octave ? (uint64_t)1 << (octave - 1) : 1, from = bucket_from(bucket);
	return from > UINT64_MAX - width ? UINT64_MAX : from + width;
}

void latency_histogram_done(struct latency_histogram *histogram)
{
	for (unsigned i = 0; i < LATENCY_OCTAVES; i++) free(histogram->octaves[i]);
	*histogram = (struct latency_histogram){ 0 };
}

void latency_histogram_add(struct latency_histogram *histogram, uint64_t latency_ns, uint64_t unit_ns)
{
	uint32_t bucket = bucket_of(latency_ns);
	uint64_t **octave = &histogram->octaves[bucket / LATENCY_OCTAVE_BUCKETS];
	if (unlikely(!*octave)) *octave = xcalloc(LATENCY_OCTAVE_BUCKETS, sizeof(**octave));
	(*octave)[bucket % LATENCY_OCTAVE_BUCKETS]++;
	uint64_t units = latency_ns / unit_ns;
	histogram->powers[units ? 64 - (unsigned)__builtin_clzll(units) : 0]++;
	if (!histogram->count || latency_ns < histogram->min_ns) histogram->min_ns = latency_ns;
	if (latency_ns > histogram->max_ns) histogram->max_ns = latency_ns;
	/* Welford's recurrence: the difference of two large sums would lose what matters */
	double distance = (double)latency_ns - histogram->mean_ns;
	histogram->count++;
	histogram->sum_ns += (double)latency_ns;
	histogram->mean_ns += distance / (double)histogram->count;
	histogram->squares += distance * ((double)latency_ns - histogram->mean_ns);
}

double latency_histogram_deviation(const struct latency_histogram *histogram)
{
	return histogram->count < 2 ? 0 : sqrt(histogram->squares / (double)(histogram->count - 1));
}

bool latency_histogram_next(const struct latency_histogram *histogram, uint32_t *pos, uint64_t *ret_from_ns,
			    uint64_t *ret_until_ns, uint64_t *ret_count)
{
	for (uint32_t bucket = *pos; bucket < LATENCY_OCTAVES * LATENCY_OCTAVE_BUCKETS; bucket++) {
		const uint64_t *octave = histogram->octaves[bucket / LATENCY_OCTAVE_BUCKETS];
		if (!octave) {
			bucket |= LATENCY_OCTAVE_BUCKETS - 1; /* to the last of it */
			continue;
		}
		if (!octave[bucket % LATENCY_OCTAVE_BUCKETS]) continue;
		*pos = bucket + 1;
		*ret_from_ns = bucket_from(bucket);
		*ret_until_ns = bucket_until(bucket);
		*ret_count = octave[bucket % LATENCY_OCTAVE_BUCKETS];
		return true;
	}
	return false;
}

uint64_t latency_histogram_middle(const struct latency_histogram *histogram, uint64_t from_ns, uint64_t until_ns)
{
	uint64_t middle = from_ns + (until_ns - from_ns) / 2;
	if (middle < histogram->min_ns) return histogram->min_ns;
	return MIN(middle, histogram->max_ns);
}

/* Which of the durations in order of length it is, from 1. */
static uint64_t rank_of(const struct latency_histogram *histogram, double share)
{
	double wanted = ceil(share * (double)histogram->count);
	if (wanted < 1) return 1;
	return wanted >= (double)histogram->count ? histogram->count : (uint64_t)wanted;
}

void latency_histogram_quantiles(const struct latency_histogram *histogram, const double *shares, size_t count,
				 uint64_t *ret)
{
	uint64_t from_ns, until_ns, nr, seen = 0;
	size_t done = 0;
	for (uint32_t pos = 0; done < count && latency_histogram_next(histogram, &pos, &from_ns, &until_ns, &nr);) {
		seen += nr;
		for (; done < count && seen >= rank_of(histogram, shares[done]); done++)
			ret[done] = rank_of(histogram, shares[done]) == histogram->count
					    ? histogram->max_ns
					    : latency_histogram_middle(histogram, from_ns, until_ns);
	}
	for (; done < count; done++) ret[done] = histogram->max_ns;
}

uint64_t latency_histogram_quantile(const struct latency_histogram *histogram, double share)
{
	uint64_t quantile;
	latency_histogram_quantiles(histogram, &share, 1, &quantile);
	return quantile;
}
