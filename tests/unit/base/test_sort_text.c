#include "tests/unit/test.h"

#include "base/sort_text.h"
#include <stdlib.h>

static int by_strcmp(const void *a, const void *b)
{
	return strcmp(((const struct sort_text *)a)->text, ((const struct sort_text *)b)->text);
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
	return *state;
}

/* Few characters and long common beginnings: many that are equal, or the beginning of another. */
static void check(size_t count, size_t common, unsigned letters, unsigned rest_max)
{
	struct sort_text *texts = calloc(count + 1, sizeof(*texts)), *expected = calloc(count + 1, sizeof(*texts));
	uint64_t random = 7 + count + common;

	for (size_t i = 0; i < count; i++) {
		size_t size = next_random(&random) % 5 ? common + next_random(&random) % (rest_max + 1)
						       : next_random(&random) % (common + 1);
		char *text = malloc(size + 1);
		for (size_t c = 0; c < size; c++)
			text[c] = (char)(c < common ? 'c' : 0x80 - letters / 2 + next_random(&random) % letters);
		text[size] = 0;
		texts[i] = expected[i] = (struct sort_text){ .text = text, .size = size };
	}
	sort_texts(texts, count);
	qsort(expected, count, sizeof(*expected), by_strcmp);
	for (size_t i = 0; i < count; i++) CHECK(strcmp(texts[i].text, expected[i].text) == 0);
	for (size_t i = 0; i < count; i++) free((char *)texts[i].text);
	free(texts);
	free(expected);
}

TEST(as_strcmp)
{
	for (size_t count = 0; count < 40; count++) check(count, 3, 2, 3);
	check(5000, 0, 2, 20);
	check(5000, 50, 2, 20);
	check(5000, 64, 120, 9);
	check(5000, 7, 1, 200);
	check(5000, 0, 1, 0);
}

TEST(sorted_already)
{
	static char names[2000][8];
	struct sort_text texts[2000];
	for (int i = 0; i < 2000; i++) {
		sprintf(names[i], "n%05d", i);
		texts[i] = (struct sort_text){ .text = names[i], .size = 6 };
	}
	sort_texts(texts, 2000);
	for (int i = 0; i < 2000; i++) CHECK(texts[i].text == names[i]);
}

TEST_MAIN
