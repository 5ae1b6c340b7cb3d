/* Whether a unit's bytes can have a name: found wherever it stands, and not found elsewhere. */
#include "probe/search/unit_filter.h"

#include "symbol/dwarf/debug_unit.h"
#include "tests/unit/symbol/debug_builder.h"
#include "tests/unit/test.h"

/* 1: unit. 2: function with its name in .debug_str. 3: with the name itself. 4: with an index of it. 5: one byte. */
static void put_abbrevs(struct out *o, bool by_text, bool by_index)
{
	PUT(o, 1, 0x11, 1, 0, 0);
	PUT(o, 2, 0x2e, 0, 0x03, 0x0e, 0, 0);
	if (by_text) PUT(o, 3, 0x2e, 0, 0x03, 0x08, 0, 0);
	if (by_index) PUT(o, 4, 0x2e, 0, 0x03, 0x25, 0, 0);
	PUT(o, 5, 0x34, 0, 0x3b, 0x0b, 0, 0);
	PUT(o, 0);
}

/* Passes a unit with `before` bytes of others, a function whose name is at that place, and `after` bytes? */
static bool passes(size_t before, uint32_t place, size_t after, uint64_t wanted)
{
	struct made m = { 0 };
	put_abbrevs(&m.abbrev, false, false);
	PUT(&m.info, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1);
	for (size_t i = 0; i < before; i++) PUT(&m.info, 5, 0x55);
	PUT(&m.info, 2);
	put(&m.info, place, 4);
	for (size_t i = 0; i < after; i++) PUT(&m.info, 5, 0x55);
	PUT(&m.info, 0);
	set32(&m.info, 0, m.info.size - 4);
	open_made(&m);
	debug_file_need_units(m.file);
	CHECK_INT(m.file->units.count, 1);
	const struct unit_filter filter = { m.file, "name", &wanted, 1 };
	bool does = unit_filter_passes(&filter, m.file->units.items[0]);
	close_made(&m);
	return does;
}

/* The search takes 16 places at once: each place of such a step, and of what is left behind it. */
TEST(names_at_each_place)
{
	for (size_t before = 0; before < 24; before++)
		for (size_t after = 0; after < 24; after += 5) {
			CHECK(passes(before, 0x12345678, after, 0x12345678));
			CHECK(!passes(before, 0x12345678, after, 0x12345679));
		}
}

static bool passes_text(bool by_text, bool by_index, const char *name)
{
	struct made m = { 0 };
	const uint64_t elsewhere = 0x7fffffff;
	put_abbrevs(&m.abbrev, by_text, by_index);
	PUT(&m.info, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1, 3);
	put_text(&m.info, "work");
	PUT(&m.info, 0);
	set32(&m.info, 0, m.info.size - 4);
	open_made(&m);
	debug_file_need_units(m.file);
	const struct unit_filter filter = { m.file, name, &elsewhere, 1 };
	bool does = unit_filter_passes(&filter, m.file->units.items[0]);
	close_made(&m);
	return does;
}

TEST(names_that_stand_in_the_unit)
{
	CHECK(passes_text(true, false, "work"));
	CHECK(!passes_text(true, false, "worker"));
	CHECK(!passes_text(true, false, "wor")); /* the end belongs to it */
	CHECK(passes_text(true, true, "none"));  /* an index may be of any name */
}

TEST_MAIN
