#include <math.h>
#include "base/hash.h"
#include "base/outbuf.h"
#include "tests/unit/test.h"

static uint64_t random_state = 1;
static uint64_t random_u64(void) { return hash_u64(random_state++ * 0x9e3779b97f4a7c15u); }

#define CHECK_SAME(out, ...)                                                                                   \
	do {                                                                                                   \
		char want_[512];                                                                               \
		int size_ = snprintf(want_, sizeof(want_), __VA_ARGS__);                                       \
		if ((out)->size != (size_t)size_ || memcmp((out)->data, want_, (size_t)size_) != 0) {          \
			test_failures++;                                                                       \
			fprintf(stderr, "%s:%d: \"%.*s\", not \"%s\"\n", __FILE__, __LINE__, (int)(out)->size, \
				(out)->data, want_);                                                           \
		}                                                                                              \
		(out)->size = 0;                                                                               \
	} while (0)

static void check_integer(struct outbuf *out, uint64_t value, unsigned width)
{
	out_dec(out, value, width);
	CHECK_SAME(out, "%*" PRIu64, (int)width, value);
	out_sdec(out, (int64_t)value, width);
	CHECK_SAME(out, "%*" PRId64, (int)width, (int64_t)value);
	out_dec0(out, value, width);
	CHECK_SAME(out, "%0*" PRIu64, (int)width, value);
	out_hex(out, value, width);
	CHECK_SAME(out, "%*" PRIx64, (int)width, value);
	out_hex0(out, value, width);
	CHECK_SAME(out, "%0*" PRIx64, (int)width, value);
	char buf[24];
	out_mem(out, buf, format_dec(buf, value));
	CHECK_SAME(out, "%" PRIu64, value);
	out_mem(out, buf, format_hex(buf, value));
	CHECK_SAME(out, "%" PRIx64, value);
}

TEST(integers_equal_printf)
{
	struct outbuf out;
	out_init(&out, -1);
	for (uint64_t i = 0; i < 2000; i++) check_integer(&out, i, (unsigned)(i % 8));
	for (unsigned bit = 0; bit < 64; bit++)
		for (int delta = -1; delta <= 1; delta++)
			check_integer(&out, (UINT64_C(1) << bit) + (uint64_t)delta, bit % 30);
	uint64_t power = 1;
	for (unsigned i = 0; i < 20; i++, power *= 10)
		for (int delta = -1; delta <= 1; delta++) check_integer(&out, power + (uint64_t)delta, i);
	for (int i = 0; i < 100000; i++) check_integer(&out, random_u64() >> (i % 64), (unsigned)(i % 25));
	out_done(&out);
}

static void check_float(struct outbuf *out, double value, unsigned width, unsigned decimals)
{
	out_float(out, value, width, decimals);
	CHECK_SAME(out, "%*.*f", (int)width, (int)decimals, value);
}

TEST(floats_equal_printf_on_special_values)
{
	static const double values[] = { 0.0,
					 -0.0,
					 0.5,
					 1.5,
					 2.5,
					 0.25,
					 0.125,
					 0.375,
					 0.005,
					 0.015,
					 0.045,
					 0.995,
					 9.995,
					 99.995,
					 99.9949999,
					 1e-5,
					 1e-300,
					 4.9e-324,
					 2.2250738585072014e-308,
					 4294967295.0,
					 4294967295.9999,
					 4294967296.0,
					 1e15,
					 1e300,
					 1e22,
					 0.1,
					 0.2,
					 0.3,
					 100.0,
					 50.0,
					 33.333333333333336,
					 66.66666666666667,
					 1 / 3.0,
					 1e9,
					 1e10,
					 0.999999999,
					 0.9999999999,
					 INFINITY,
					 NAN };
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		for (unsigned decimals = 0; decimals < 13; decimals++) {
			check_float(&out, values[i], decimals * 2, decimals);
			check_float(&out, -values[i], 0, decimals);
		}
	out_done(&out);
}

/* Halves, quarters, eighths: exact ties, where rounding half to even shows. */
TEST(floats_equal_printf_on_ties)
{
	struct outbuf out;
	out_init(&out, -1);
	for (int i = 0; i < 20000; i++)
		for (unsigned decimals = 0; decimals < 4; decimals++) check_float(&out, i / 16.0, 0, decimals);
	out_done(&out);
}

TEST(floats_equal_printf_on_percentages)
{
	struct outbuf out;
	out_init(&out, -1);
	for (int part = 0; part <= 3000; part++)
		for (int whole = 3000; whole < 3020; whole++) check_float(&out, 100.0 * part / whole, 6, 2);
	for (int i = 0; i <= 100000; i++) check_float(&out, i / 1000.0, 0, 2);
	out_done(&out);
}

TEST(floats_equal_printf_on_random_values)
{
	struct outbuf out;
	out_init(&out, -1);
	for (int i = 0; i < 200000; i++) {
		double value = (double)random_u64() / (double)(random_u64() >> (i % 60) | 1);
		check_float(&out, i & 1 ? -value : value, (unsigned)(i % 20), (unsigned)(i % 11));
	}
	for (int i = 0; i < 100000; i++) { /* any bit pattern of a small number */
		uint64_t bits = random_u64();
		bits = (bits & ((UINT64_C(1) << 52) - 1)) | (random_u64() % 1060) << 52;
		double value;
		memcpy(&value, &bits, sizeof(value));
		check_float(&out, value, 0, (unsigned)(i % 10));
	}
	out_done(&out);
}

TEST(milliseconds_equal_printf)
{
	struct outbuf out;
	out_init(&out, -1);
	for (uint64_t i = 0; i < 300000; i++) {
		uint64_t ns = i < 5000     ? i
			      : i < 100000 ? i * 500
			      : i < 200000 ? random_u64() % 5000000000000000
					   : random_u64() >> (i % 64);
		out_ms(&out, ns, (unsigned)(i % 12));
		CHECK_SAME(&out, "%*.3f", (int)(i % 12), (double)ns / 1e6);
	}
	static const uint64_t edges[] = { 499,
					  500,
					  501,
					  999,
					  1000,
					  1499,
					  1500,
					  2500,
					  3999999999999500,
					  3999999999999501,
					  4000000000000000,
					  4000000000000500,
					  UINT64_MAX };
	for (size_t i = 0; i < ARRAY_SIZE(edges); i++) {
		out_ms(&out, edges[i], 0);
		CHECK_SAME(&out, "%.3f", (double)edges[i] / 1e6);
	}
	out_done(&out);
}

TEST_MAIN
