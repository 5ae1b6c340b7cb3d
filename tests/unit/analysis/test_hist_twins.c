/* Functions of one name: which of one build is which of another. */
#include "tests/unit/test.h"
#include "analysis/profile/rows/hist_twins.h"

/* For each of b the number of its match in a as a digit, '-' where there is none. */
static char matches[16];
static const char *match(const struct twin *a, size_t nr_a, const struct twin *b, size_t nr_b)
{
	size_t numbers[8];
	twins_match(a, nr_a, b, nr_b, numbers);
	for (size_t i = 0; i < nr_b; i++) matches[i] = numbers[i] == SIZE_MAX ? '-' : (char)('0' + numbers[i]);
	matches[nr_b] = 0;
	return matches;
}

static const struct twin three[] = { { "main", "a_run", 16 }, { "a_run", "b_run", 16 }, { "b_run", "c_run", 16 } };

TEST(neighbours_tell_them_apart)
{
	const struct twin turned[] = { { "x", "c_run", 16 }, { "c_run", "b_run", 16 }, { "b_run", "a_run", 16 } };
	CHECK_STR(match(three, 3, three, 3), "012");
	CHECK_STR(match(three, 3, turned, 3), "210");
}

TEST(what_is_behind_says_more)
{
	const struct twin turned[] = { { "main", "d_run", 16 }, { "b_run", "a_run", 16 } };
	CHECK_STR(match(three, 3, turned, 2), "10");
}

TEST(both_neighbours_before_one)
{
	const struct twin moved[] = { { "a_run", "z", 16 }, { "a_run", "b_run", 99 } };
	CHECK_STR(match(three, 3, moved, 2), "01");
}

TEST(sizes_tell_where_neighbours_do_not)
{
	const struct twin before[] = { { NULL, NULL, 16 }, { NULL, NULL, 32 } };
	const struct twin after[] = { { "p", "q", 32 }, { "q", "r", 16 } };
	CHECK_STR(match(before, 2, after, 2), "10");
}

TEST(what_is_left_is_in_order)
{
	const struct twin after[] = { { "p", "q", 1 }, { "q", "r", 2 }, { "b_run", "c_run", 16 }, { "r", "s", 3 } };
	CHECK_STR(match(three, 3, after, 4), "012-");
	CHECK_STR(match(three, 3, after, 0), "");
	CHECK_STR(match(NULL, 0, after, 2), "--");
}

TEST_MAIN
