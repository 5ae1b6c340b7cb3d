/* Functions of one name: which of one build is which of another. */
#include "tests/unit/test.h"
#include "analysis/profile/rows/hist_twins.h"

/* For each of b the number of its match in a as a digit, '-' where there is none; behind it '?' where it is a guess. */
static char matches[32];
static const char *match(const struct twin *a, size_t nr_a, const struct twin *b, size_t nr_b)
{
	struct twin_match found[8];
	size_t size = 0;
	twins_match(a, nr_a, b, nr_b, found);
	for (size_t i = 0; i < nr_b; i++) {
		matches[size++] = found[i].number == SIZE_MAX ? '-' : (char)('0' + found[i].number);
		if (found[i].is_guess) matches[size++] = '?';
	}
	matches[size] = 0;
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
	CHECK_STR(match(three, 3, turned, 2), "1?0");
}

TEST(both_neighbours_before_one)
{
	const struct twin moved[] = { { "a_run", "z", 16 }, { "a_run", "b_run", 99 } };
	CHECK_STR(match(three, 3, moved, 2), "0?1");
}

TEST(sizes_tell_where_neighbours_do_not)
{
	const struct twin before[] = { { NULL, NULL, 16 }, { NULL, NULL, 32 } };
	const struct twin after[] = { { "p", "q", 32 }, { "q", "r", 16 } };
	CHECK_STR(match(before, 2, after, 2), "1?0?");
}

TEST(what_is_left_is_in_order)
{
	const struct twin after[] = { { "p", "q", 1 }, { "q", "r", 2 }, { "b_run", "c_run", 16 }, { "r", "s", 3 } };
	CHECK_STR(match(three, 3, after, 4), "0?1?2-?");
	CHECK_STR(match(three, 3, after, 0), "");
	CHECK_STR(match(NULL, 0, after, 2), "--");
}

TEST(calls_tell_where_nothing_else_does)
{
	const struct twin before[] = { { .size_bytes = 16, .callers = 1, .callees = 5 },
				       { .size_bytes = 16, .callers = 2, .callees = 5 } };
	const struct twin turned[] = { { .size_bytes = 32, .callers = 2, .callees = 5 },
				       { .size_bytes = 16, .callers = 1, .callees = 6 } };
	const struct twin same[] = { { .size_bytes = 8, .callees = 5 }, { .size_bytes = 8, .callees = 5 } };
	CHECK_STR(match(before, 2, turned, 2), "10");
	CHECK_STR(match(before, 2, same, 2), "0?1?");
}

TEST(objects_of_other_names_take_more)
{
	const struct twin a = { "p", "q", 16 }, larger = { "p", "q", 32 }, elsewhere = { "p", "r", 16 };
	const struct twin in_file = { "x", "y", 8, "/b1/net/init.c" }, in_same = { "u", "v", 9, "/b2/net/init.c" },
			  in_other = { "x", "y", 8, "/b2/disk/main.c" };
	CHECK(twins_are_evident(&a, &a));
	CHECK(!twins_are_evident(&a, &larger));
	CHECK(!twins_are_evident(&a, &elsewhere));
	CHECK(twins_are_evident(&in_file, &in_same));
	CHECK(!twins_are_evident(&in_file, &in_other));
}

TEST(source_files_tell_most)
{
	const struct twin before[] = { { "p", "q", 16, "/b1/net/init.c" }, { "q", "r", 16, "/b1/disk/init.c" } };
	const struct twin after[] = { { "p", "q", 16, "/b2/disk/init.c" }, { "q", "r", 16, "/b2/net/init.c" } };
	CHECK_STR(match(before, 2, after, 2), "10");
	const struct twin renamed[] = { { "p", "q", 16, "/b2/net/start.c" }, { "x", "y", 16, "/b2/disk/init.c" } };
	CHECK_STR(match(before, 2, renamed, 2), "01");
}

TEST(of_a_template_in_one_file_neighbours_decide)
{
	const struct twin before[] = { { "p", "q", 16, "a.h" }, { "q", "r", 16, "a.h" } };
	const struct twin after[] = { { "q", "r", 16, "a.h" }, { "x", "q", 20, "a.h" } };
	CHECK_STR(match(before, 2, after, 2), "10");
	const struct twin alike[] = { { "x", "y", 16, "a.h" }, { "y", "z", 16, "a.h" } };
	CHECK_STR(match(before, 2, alike, 2), "0?1?");
}

TEST(one_of_several_may_be_another)
{
	const struct twin after[] = { { "x", "y", 16, NULL } };
	CHECK_STR(match(three, 3, after, 1), "0?");
	CHECK_STR(match(after, 1, three, 3), "0?-?-?");
}

TEST(names_as_linked_are_never_mixed)
{
	const struct twin before[] = { { "p", "q", 16, NULL, 1 }, { "q", "r", 16, NULL, 2 } };
	const struct twin after[] = { { "p", "q", 16, NULL, 2 }, { "p", "q", 16, NULL, 3 } };
	CHECK_STR(match(before, 2, after, 2), "1-");
}

TEST(an_only_one_is_the_same_whatever_is_beside_it)
{
	const struct twin before[] = { { "p", "q", 16, "a.c", 1 }, { "q", "r", 16, "a.c", 2 } };
	const struct twin after[] = { { "x", "y", 99, "b.c", 2 }, { "y", "z", 98, "b.c", 1 } };
	CHECK_STR(match(before, 2, after, 2), "10");
}

TEST_MAIN
