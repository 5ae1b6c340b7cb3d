/* Which object a function is of, where no key says it. Without objects only sizes are known. */
#include "tests/unit/test.h"
#include "analysis/profile/rows/hist_homes.h"

enum { MAIN = 1, INIT = 2, ONE = 10, TWO = 11, ONE_NEW = 12, TWO_NEW = 13 };
static const struct symbol small = { .start = 0, .end = 16 }, large = { .start = 0, .end = 99 };

static void note(struct hist_homes *homes, uint32_t name, uint32_t object_name, const struct symbol *symbol)
{
	hist_homes_note(homes, &(struct home_function){ name, object_name, NULL, symbol });
}

/* A recording with the function in both objects. */
static void begin(struct hist_homes *homes)
{
	hist_homes_next(homes);
	note(homes, MAIN, ONE, &small);
	note(homes, MAIN, TWO, &large);
	hist_homes_settle(homes);
	hist_homes_next(homes);
}

TEST(objects_of_one_name_are_the_same)
{
	struct hist_homes homes = { 0 };
	begin(&homes);
	note(&homes, MAIN, TWO, &small);
	note(&homes, MAIN, ONE, &large);
	note(&homes, INIT, TWO, &small);
	hist_homes_settle(&homes);
	CHECK_INT(homes.homes.count, 3);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, TWO)].object_name, TWO);
	CHECK(hist_homes_several(&homes, MAIN));
	CHECK(!hist_homes_several(&homes, INIT));
	CHECK(hist_homes_of(&homes, INIT, ONE) == SIZE_MAX);
	hist_homes_done(&homes);
}

TEST(another_object_is_new_while_all_are_there)
{
	struct hist_homes homes = { 0 };
	begin(&homes);
	note(&homes, MAIN, ONE_NEW, &small);
	note(&homes, MAIN, TWO, &small);
	note(&homes, MAIN, ONE, &small);
	hist_homes_settle(&homes);
	CHECK_INT(homes.homes.count, 3);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, ONE_NEW)].object_name, ONE_NEW);
	hist_homes_done(&homes);
}

TEST(renamed_objects_are_guesses_by_size)
{
	struct hist_homes homes = { 0 };
	begin(&homes);
	note(&homes, MAIN, TWO_NEW, &large);
	note(&homes, MAIN, ONE_NEW, &small);
	hist_homes_settle(&homes);
	CHECK_INT(homes.homes.count, 2);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, ONE_NEW)].object_name, ONE);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, TWO_NEW)].object_name, TWO);
	CHECK(homes.homes.items[0].is_guess && homes.homes.items[1].is_guess);
	hist_homes_done(&homes);
}

TEST(a_renamed_object_keeps_its_home_in_later_recordings)
{
	struct hist_homes homes = { 0 };
	begin(&homes);
	note(&homes, MAIN, ONE, &small);
	note(&homes, MAIN, TWO_NEW, &small);
	hist_homes_settle(&homes);
	CHECK(!homes.homes.items[hist_homes_of(&homes, MAIN, ONE)].is_guess);
	hist_homes_next(&homes);
	note(&homes, MAIN, TWO_NEW, &small);
	note(&homes, MAIN, ONE_NEW, &small);
	hist_homes_settle(&homes);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, TWO_NEW)].object_name, TWO);
	CHECK_INT(homes.homes.items[hist_homes_of(&homes, MAIN, ONE_NEW)].object_name, ONE);
	hist_homes_done(&homes);
}

TEST_MAIN
