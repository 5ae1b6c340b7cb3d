/* Durations in buckets, compared with the durations themselves. */
#include "result/latency_histogram.h"

#include <math.h>
#include "tests/unit/test.h"

static uint64_t random_state = 1;
static uint64_t random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	return random_state ^= random_state << 17;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

TEST(quantiles_are_close)
{
	enum { COUNT = 20000 };
	static uint64_t values[COUNT];
	static const double shares[] = { 0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.9999, 1 };
	for (unsigned bits = 1; bits <= 64; bits += 9) {
		struct latency_histogram histogram = { 0 };
		double sum = 0, squares = 0;
		for (size_t i = 0; i < COUNT; i++) {
			values[i] = random_word() >> (64 - bits) >> (random_word() % bits);
			latency_histogram_add(&histogram, values[i], 1000);
			sum += (double)values[i];
		}
		for (size_t i = 0; i < COUNT; i++)
			squares += ((double)values[i] - sum / COUNT) * ((double)values[i] - sum / COUNT);
		qsort(values, COUNT, sizeof(values[0]), compare);
		for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
			size_t rank = (size_t)ceil(shares[i] * COUNT);
			double exact = (double)values[rank ? rank - 1 : 0],
			       found = (double)latency_histogram_quantile(&histogram, shares[i]);
			CHECK(fabs(found - exact) <= exact / 256 + 1e-9);
		}
		CHECK_INT(histogram.min_ns, values[0]);
		CHECK_INT(histogram.max_ns, values[COUNT - 1]);
		CHECK(fabs(histogram.mean_ns - sum / COUNT) <= 1e-9 * sum / COUNT);
		CHECK(fabs(latency_histogram_deviation(&histogram) - sqrt(squares / (COUNT - 1))) <=
		      1e-6 * sqrt(squares / (COUNT - 1)));
		latency_histogram_done(&histogram);
	}
}

TEST(buckets_hold_what_was_added)
{
	static const uint64_t values[] = { 0,          1,         127,  128,  255,        256,
					   257,        1000,      1023, 1024, 1ull << 40, (1ull << 63) - 1,
					   1ull << 63, UINT64_MAX };
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		struct latency_histogram histogram = { 0 };
		uint64_t from_ns = 0, until_ns = 0, count = 0;
		uint32_t pos = 0;
		latency_histogram_add(&histogram, values[i], 1);
		CHECK(latency_histogram_next(&histogram, &pos, &from_ns, &until_ns, &count));
		CHECK(from_ns <= values[i] && (values[i] < until_ns || until_ns == UINT64_MAX));
		CHECK(values[i] >= 256 || until_ns - from_ns == 1);
		CHECK_INT(count, 1);
		CHECK(!latency_histogram_next(&histogram, &pos, &from_ns, &until_ns, &count));
		CHECK_INT(latency_histogram_quantile(&histogram, 0.5), values[i]);
		latency_histogram_done(&histogram);
	}
}

TEST(powers)
{
	struct latency_histogram histogram = { 0 };
	static const uint64_t values[] = { 0, 999, 1000, 1999, 2000, 3999, 4000, UINT64_MAX };
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) latency_histogram_add(&histogram, values[i], 1000);
	CHECK_INT(histogram.powers[0], 2);
	CHECK_INT(histogram.powers[1], 2);
	CHECK_INT(histogram.powers[2], 2);
	CHECK_INT(histogram.powers[3], 1);
	CHECK_INT(histogram.powers[55], 1); /* 1.8e16 units */
	latency_histogram_done(&histogram);
	latency_histogram_add(&histogram, UINT64_MAX, 1);
	CHECK_INT(histogram.powers[64], 1);
	latency_histogram_done(&histogram);
}

TEST(empty)
{
	struct latency_histogram histogram = { 0 };
	uint64_t a, b, c;
	uint32_t pos = 0;
	CHECK_INT(latency_histogram_quantile(&histogram, 0.5), 0);
	CHECK(!latency_histogram_next(&histogram, &pos, &a, &b, &c));
	latency_histogram_done(&histogram);
}

TEST_MAIN
