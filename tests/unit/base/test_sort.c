#include "tests/unit/test.h"

#include "base/sort.h"
#include <stdlib.h>

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
	return *state;
}

static int by_key_words(const void *pa, const void *pb, void *ctx)
{
	const uint64_t *a = pa, *b = pb;
	for (unsigned i = 0; i < *(const unsigned *)ctx; i++)
		if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
	return 0;
}

/* The last word is the number of the item: equal items keep their order. Few values, in bytes all over the word. */
static void fill(uint64_t *items, size_t count, unsigned item_words, unsigned values)
{
	uint64_t random = 11 + count + item_words + values;
	for (size_t i = 0; i < count; i++) {
		for (unsigned n = 0; n < item_words; n++)
			items[i * item_words + n] = next_random(&random) % values * 0x8040201008040201u;
		items[i * item_words + item_words - 1] = i;
	}
}

static void check_words(size_t count, unsigned item_words, unsigned key_words, unsigned values, unsigned threads)
{
	uint64_t *items = calloc(count + 1, item_words * sizeof(*items));
	fill(items, count, item_words, values);
	sort_words(items, count, item_words, key_words, threads);
	for (size_t i = 0; i + 1 < count; i++) {
		const uint64_t *one = items + i * item_words, *next = one + item_words;
		int order = by_key_words(one, next, &key_words);
		CHECK(order < 0 || (order == 0 && one[item_words - 1] < next[item_words - 1]));
	}
	uint64_t numbers = 0; /* none was lost or doubled */
	for (size_t i = 0; i < count; i++) numbers += items[i * item_words + item_words - 1];
	CHECK(numbers == (count ? count * (count - 1) / 2 : 0));
	free(items);
}

TEST(words)
{
	static const size_t counts[] = { 0, 1, 2, 63, 64, 65, 1000, 4095, 4096, 30001 };
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		for (unsigned threads = 1; threads <= 5; threads += 2) {
			check_words(counts[i], 2, 1, 1u << 20, threads);
			check_words(counts[i], 3, 2, 7, threads);
			check_words(counts[i], 3, 1, 3, threads);
			check_words(counts[i], 5, 4, 300, threads);
			check_words(counts[i], 2, 1, 1, threads);
		}
}

TEST(stable_on_threads)
{
	enum { COUNT = 20000 };
	uint64_t *items = calloc(COUNT, 2 * sizeof(*items)), *same = calloc(COUNT, 2 * sizeof(*items));
	unsigned key_words = 1;
	fill(items, COUNT, 2, 50);
	fill(same, COUNT, 2, 50);
	sort_parallel(items, COUNT, 2 * sizeof(*items), by_key_words, &key_words, 1);
	sort_parallel(same, COUNT, 2 * sizeof(*same), by_key_words, &key_words, 3);
	for (size_t i = 0; i < 2 * COUNT; i++) CHECK(items[i] == same[i]);
	sort_words(same, COUNT, 2, 1, 2);
	for (size_t i = 0; i < 2 * COUNT; i++) CHECK(items[i] == same[i]);
	free(items);
	free(same);
}

TEST_MAIN
