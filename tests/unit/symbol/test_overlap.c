/* Overlapping symbols: the answers upstream gives, and the ranges they are read off as. */
#include "tests/unit/test.h"

#include "base/compiler.h"
#include "symbol/overlap.h"
#include "symbol/file/symbol_list.h"

static int answer(const struct overlap_range *ranges, size_t count, uint64_t addr)
{
	for (size_t i = 0; i < count; i++)
		if (addr >= ranges[i].start && addr < ranges[i].end) return (int)ranges[i].symbol;
	return -1;
}

/* Observed with a program whose symbols are these, in this order: behind a nested symbol the enclosing one is not
 * found. */
TEST(nested)
{
	const struct raw_symbol symbols[] = {
		{ .start = 0x190, .end = 0x1d0 }, { .start = 0x1b0, .end = 0x1d0 }, { .start = 0x1d0, .end = 0x1f8 },
		{ .start = 0x1f8, .end = 0x220 }, { .start = 0x220, .end = 0x270 }, { .start = 0x230, .end = 0x240 },
		{ .start = 0x250, .end = 0x290 }, { .start = 0x2b0, .end = 0x2b8 },
	};
	struct overlap_range ranges[ARRAY_SIZE(symbols)];
	size_t count = overlap_flatten(symbols, ARRAY_SIZE(symbols), NULL, 0, ranges);
	CHECK_INT(answer(ranges, count, 0x1a0), 0);
	CHECK_INT(answer(ranges, count, 0x228), 4);
	CHECK_INT(answer(ranges, count, 0x235), 5);
	CHECK_INT(answer(ranges, count, 0x245), -1);
	CHECK_INT(answer(ranges, count, 0x260), 6);
	CHECK_INT(answer(ranges, count, 0x2a0), -1);
}

/* Whatever the tree's shape: ranges are in order, disjoint, inside of their symbol, and never of an erased one. */
TEST(ranges_are_sound)
{
	uint64_t x = 2463534242u;
	for (int round = 0; round < 300; round++) {
		enum { COUNT = 120 };
		struct raw_symbol symbols[COUNT];
		uint32_t erased[COUNT], nr_erased = 0;
		bool gone[COUNT] = { false };
		for (int i = 0; i < COUNT; i++) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			symbols[i] = (struct raw_symbol){ .start = x % 500 };
			symbols[i].end = symbols[i].start + 1 + (x >> 20) % 60;
			if ((x >> 40) % 4 == 0) erased[nr_erased++] = (uint32_t)i, gone[i] = true;
		}
		struct overlap_range ranges[COUNT];
		size_t count = overlap_flatten(symbols, COUNT, erased, nr_erased, ranges);
		bool sound = count <= COUNT;
		for (size_t i = 0; i < count; i++) {
			const struct raw_symbol *s = &symbols[ranges[i].symbol];
			sound &= ranges[i].start < ranges[i].end && ranges[i].start >= s->start &&
				 ranges[i].end <= s->end && !gone[ranges[i].symbol];
			sound &= i == 0 || ranges[i].start >= ranges[i - 1].end;
		}
		CHECK(sound);
	}
}

/* Without overlaps every symbol is its own range, in whatever order they come and whatever is erased. */
TEST(disjoint_symbols_stay)
{
	enum { COUNT = 1000 };
	static struct raw_symbol symbols[COUNT];
	static struct overlap_range ranges[COUNT];
	static uint32_t erased[COUNT];
	uint32_t nr_erased = 0;
	for (uint32_t i = 0; i < COUNT; i++) {
		uint64_t at = i * 7919u % COUNT * 10;
		symbols[i] = (struct raw_symbol){ .start = at, .end = at + 10 };
		if (i % 3 == 0) erased[nr_erased++] = i;
	}
	size_t count = overlap_flatten(symbols, COUNT, erased, nr_erased, ranges);
	CHECK_INT(count, COUNT - nr_erased);
	for (uint32_t i = 0; i < COUNT; i++)
		CHECK_INT(answer(ranges, count, symbols[i].start + 5), i % 3 ? (int)i : -1);
}

TEST_MAIN
