/* Location lists and range lists, each kind of entry, written by hand: no compiler writes all of them. */
#include "tests/unit/test.h"

#include "symbol/dwarf/debug_location.h"
#include "tests/unit/symbol/debug_builder.h"

enum { ADDR_BASE = 8, LOW_PC = 0x1000 };

/* 1: unit with low_pc, addr_base, loclists_base, rnglists_base. 2: variable, its location a list by offset. 3: one by
 * index. 4: an expression in a block2. 5: in a block4. 6: code in ranges by offset. 7: variable whose location is a
 * constant of no use. 8: of DWARF 4: unit with low_pc. */
static void put_abbrevs(struct out *o)
{
	PUT(o, 1, 0x11, 1, 0x11, 0x01, 0x73, 0x17, 0x8c, 0x01, 0x17, 0x74, 0x17, 0, 0);
	PUT(o, 2, 0x34, 0, 0x02, 0x17, 0, 0);
	PUT(o, 3, 0x34, 0, 0x02, 0x22, 0, 0);
	PUT(o, 4, 0x34, 0, 0x02, 0x03, 0, 0);
	PUT(o, 5, 0x34, 0, 0x02, 0x04, 0, 0);
	PUT(o, 6, 0x2e, 0, 0x55, 0x17, 0, 0);
	PUT(o, 7, 0x34, 0, 0x02, 0x0b, 0, 0);
	PUT(o, 8, 0x11, 1, 0x11, 0x01, 0, 0);
	PUT(o, 0);
}

static void begin_unit(struct out *o, unsigned version)
{
	put(o, 0, 4);
	put(o, version, 2);
	if (version == 5) {
		put(o, DW_UT_compile, 1);
		put(o, 8, 1);
		put(o, 0, 4);
		put(o, 1, 1);
		put(o, LOW_PC, 8);
		put(o, ADDR_BASE, 4);
		put(o, 12, 4);
		put(o, 12, 4);
	} else {
		put(o, 0, 4);
		put(o, 8, 1);
		put(o, 8, 1);
		put(o, LOW_PC, 8);
	}
}

static void end_unit(struct out *o)
{
	put(o, 0, 1);
	set32(o, 0, o->size - 4);
}

/* The header of a table of lists, with one offset: to the lists, behind it. */
static void begin_lists(struct out *o)
{
	put(o, 0, 4);
	PUT(o, 5, 0, 8, 0, 1, 0, 0, 0);
	put(o, 4, 4);
}

static void put_addresses(struct out *o)
{
	put(o, 0, 4);
	PUT(o, 5, 0, 8, 0);
	for (unsigned i = 0; i < 4; i++) put(o, 0x2000 + 0x100 * i, 8);
}

static struct debug_unit *only_unit(struct made *m)
{
	open_made(m);
	debug_file_need_units(m->file);
	CHECK_INT(m->file->units.count, 1);
	debug_unit_need_root(m->file->units.items[0]);
	return m->file->units.items[0];
}

/* The location at the address, as the number of the register that its one operation names. -1: none. */
static int register_at(const debug_location_list *list, uint64_t vaddr)
{
	const struct debug_location *found = debug_location_find(list, vaddr);
	return found && found->size_bytes == 1 ? found->data[0] - DW_OP_reg0 : -1;
}

static bool locations_of(struct debug_unit *unit, uint64_t info_off, debug_location_list *list)
{
	struct debug_entry entry;
	list->count = 0;
	return debug_entry_at(unit, info_off, &entry) && debug_locations_add(&entry, DW_AT_location, list);
}

TEST(lists_of_dwarf_5)
{
	struct made m = { 0 };
	debug_location_list list = VEC_INIT;
	put_abbrevs(&m.abbrev);
	put_addresses(&m.addr);
	begin_lists(&m.loclists);
	size_t lists = m.loclists.size;
	PUT(&m.loclists, 4, 0x00, 0x10, 1, 0x50);                         /* offsets from low_pc: reg0 */
	PUT(&m.loclists, 1, 1, 4, 0x08, 0x18, 1, 0x51);                   /* from address 1: reg1 */
	PUT(&m.loclists, 2, 0, 1, 1, 0x52);                               /* address 0 to address 1 */
	PUT(&m.loclists, 3, 2, 0x20, 1, 0x53);                            /* 0x20 bytes from address 2 */
	PUT(&m.loclists, 6, 0, 0x40, 0, 0, 0, 0, 0, 0, 4, 1, 3, 1, 0x54); /* a base; views are passed over */
	PUT(&m.loclists, 9, 1, 2, 4, 4, 5, 1, 0x55);
	PUT(&m.loclists, 7, 0, 0x50, 0, 0, 0, 0, 0, 0, 0x10, 0x50, 0, 0, 0, 0, 0, 0, 1, 0x56);
	PUT(&m.loclists, 8, 0, 0x60, 0, 0, 0, 0, 0, 0, 4, 1, 0x57);
	PUT(&m.loclists, 3, 99, 1, 1, 0x58); /* there is no such address */
	PUT(&m.loclists, 0);
	size_t second = m.loclists.size;
	PUT(&m.loclists, 5, 1, 0x59, 0); /* where no other is */
	begin_unit(&m.info, 5);
	size_t by_offset = m.info.size;
	put(&m.info, 2, 1);
	put(&m.info, lists, 4);
	size_t by_index = m.info.size;
	PUT(&m.info, 3, 0);
	size_t with_default = m.info.size;
	put(&m.info, 2, 1);
	put(&m.info, second, 4);
	size_t constant = m.info.size;
	PUT(&m.info, 7, 3);
	end_unit(&m.info);
	struct debug_unit *unit = only_unit(&m);
	for (int i = 0; i < 2; i++) {
		CHECK(locations_of(unit, i ? by_index : by_offset, &list));
		CHECK_INT(list.count, 8);
		CHECK_INT(register_at(&list, 0xfff), -1);
		CHECK_INT(register_at(&list, 0x1000), 0);
		CHECK_INT(register_at(&list, 0x100f), 0);
		CHECK_INT(register_at(&list, 0x1010), -1);
		CHECK_INT(register_at(&list, 0x2107), -1);
		CHECK_INT(register_at(&list, 0x2108), 1);
		CHECK_INT(register_at(&list, 0x2117), 1);
		CHECK_INT(register_at(&list, 0x2000), 2);
		CHECK_INT(register_at(&list, 0x20ff), 2);
		CHECK_INT(register_at(&list, 0x2200), 3);
		CHECK_INT(register_at(&list, 0x221f), 3);
		CHECK_INT(register_at(&list, 0x2220), -1);
		CHECK_INT(register_at(&list, 0x4001), 4);
		CHECK_INT(register_at(&list, 0x4003), -1);
		CHECK_INT(register_at(&list, 0x4004), 5);
		CHECK_INT(register_at(&list, 0x500f), 6);
		CHECK_INT(register_at(&list, 0x5010), -1);
		CHECK_INT(register_at(&list, 0x6003), 7);
		CHECK_INT(register_at(&list, 0x6004), -1);
	}
	CHECK(locations_of(unit, with_default, &list));
	CHECK_INT(register_at(&list, 0), 9);
	CHECK_INT(register_at(&list, UINT64_MAX - 1), 9);
	CHECK(list.count == 1 && list.items[0].everywhere);
	CHECK(locations_of(unit, constant, &list));
	CHECK_INT(list.count, 0);
	vec_done(&list);
	close_made(&m);
}

/* A list that ends with the section gives what came before. */
TEST(lists_cut_off)
{
	static const uint8_t cut[][8] = {
		{ 4, 0x00, 0x10, 2, 0x50 }, { 4, 0x00 }, { 1 }, { 2, 0 }, { 3, 0, 1 }, { 8, 1, 2 }, { 99 },
	};
	static const uint8_t sizes[] = { 5, 2, 1, 2, 3, 3, 1 };
	for (size_t i = 0; i < sizeof(sizes); i++) {
		struct made m = { 0 };
		debug_location_list list = VEC_INIT;
		put_abbrevs(&m.abbrev);
		put_addresses(&m.addr);
		begin_lists(&m.loclists);
		size_t lists = m.loclists.size;
		PUT(&m.loclists, 4, 0x00, 0x10, 1, 0x50);
		put_all(&m.loclists, cut[i], sizes[i]);
		begin_unit(&m.info, 5);
		size_t variable = m.info.size;
		put(&m.info, 2, 1);
		put(&m.info, lists, 4);
		size_t far = m.info.size;
		PUT(&m.info, 3, 0x7f); /* an index of nothing */
		end_unit(&m.info);
		struct debug_unit *unit = only_unit(&m);
		CHECK(locations_of(unit, variable, &list));
		CHECK_INT(list.count, 1);
		CHECK(locations_of(unit, far, &list));
		CHECK_INT(list.count, 0);
		vec_done(&list);
		close_made(&m);
	}
}

static void put_pair(struct out *o, uint64_t start, uint64_t end)
{
	put(o, start, 8);
	put(o, end, 8);
}

TEST(lists_of_dwarf_4)
{
	struct made m = { 0 };
	debug_location_list list = VEC_INIT;
	put_abbrevs(&m.abbrev);
	put(&m.loc, 0, 5); /* the list is not at the beginning */
	put_pair(&m.loc, 0x10, 0x20);
	PUT(&m.loc, 1, 0, 0x50);
	put_pair(&m.loc, 0x20, 0x28);
	PUT(&m.loc, 2, 0, 0x76, 0x08); /* not of one operation */
	put_pair(&m.loc, UINT64_MAX, 0x3000);
	put_pair(&m.loc, 0, 8);
	PUT(&m.loc, 1, 0, 0x52);
	put_pair(&m.loc, 8, 4); /* ends before it begins */
	PUT(&m.loc, 1, 0, 0x53);
	put_pair(&m.loc, 0, 0);
	put_pair(&m.loc, 0x40, 0x50);
	PUT(&m.loc, 1, 0, 0x54);
	begin_unit(&m.info, 4);
	size_t variable = m.info.size;
	put(&m.info, 2, 1);
	put(&m.info, 5, 4);
	size_t block_2 = m.info.size;
	PUT(&m.info, 4, 1, 0, 0x55);
	size_t block_4 = m.info.size;
	PUT(&m.info, 5, 1, 0, 0, 0, 0x56);
	end_unit(&m.info);
	struct debug_unit *unit = only_unit(&m);
	CHECK(locations_of(unit, variable, &list));
	CHECK_INT(list.count, 3);
	CHECK_INT(register_at(&list, 0x100f), -1);
	CHECK_INT(register_at(&list, 0x1010), 0);
	CHECK_INT(register_at(&list, 0x101f), 0);
	const struct debug_location *two = debug_location_find(&list, 0x1020);
	CHECK(two && two->size_bytes == 2 && two->data[1] == 8);
	CHECK_INT(register_at(&list, 0x3000), 2);
	CHECK_INT(register_at(&list, 0x3007), 2);
	CHECK_INT(register_at(&list, 0x3008), -1);
	CHECK(locations_of(unit, block_2, &list));
	CHECK(list.count == 1 && list.items[0].everywhere);
	CHECK_INT(register_at(&list, 0), 5);
	CHECK(locations_of(unit, block_4, &list));
	CHECK_INT(register_at(&list, 0x123456), 6);
	vec_done(&list);
	close_made(&m);
}

/* What GNU's compilers put into .dwo files before DWARF 5. The unit is its own skeleton here. */
TEST(lists_of_split_units)
{
	struct made m = { 0 };
	debug_location_list list = VEC_INIT;
	put_abbrevs(&m.abbrev);
	put_addresses(&m.addr);
	PUT(&m.loc, 1, 3); /* a base, passed over */
	PUT(&m.loc, 2, 0, 1, 1, 0, 0x50);
	PUT(&m.loc, 3, 2, 0x10, 0, 0, 0, 1, 0, 0x51);
	PUT(&m.loc, 3, 99, 0x10, 0, 0, 0, 1, 0, 0x52);
	PUT(&m.loc, 2, 99, 1, 1, 0, 0x53);
	PUT(&m.loc, 3, 3, 4, 0, 0, 0, 1, 0, 0x54);
	PUT(&m.loc, 0, 3, 3, 8, 0, 0, 0, 1, 0, 0x55);
	begin_unit(&m.info, 4);
	size_t variable = m.info.size;
	put(&m.info, 2, 1);
	put(&m.info, 0, 4);
	end_unit(&m.info);
	struct debug_unit *unit = only_unit(&m);
	unit->skeleton = unit;
	unit->addr_base = ADDR_BASE;
	CHECK(locations_of(unit, variable, &list));
	CHECK_INT(list.count, 3);
	CHECK_INT(register_at(&list, 0x2000), 0);
	CHECK_INT(register_at(&list, 0x20ff), 0);
	CHECK_INT(register_at(&list, 0x2100), -1);
	CHECK_INT(register_at(&list, 0x220f), 1);
	CHECK_INT(register_at(&list, 0x2210), -1);
	CHECK_INT(register_at(&list, 0x2303), 4);
	CHECK_INT(register_at(&list, 0x2304), -1);
	unit->skeleton = NULL;
	vec_done(&list);
	close_made(&m);
}

TEST(range_lists_of_dwarf_5)
{
	static const struct debug_range wanted[] = {
		{ 0x1000, 0x1010 }, { 0x2108, 0x2118 }, { 0x2000, 0x2100 }, { 0x2200, 0x2220 },
		{ 0x4001, 0x4003 }, { 0x5000, 0x5010 }, { 0x6000, 0x6004 },
	};
	struct made m = { 0 };
	debug_range_list list = VEC_INIT;
	struct debug_entry function;
	put_abbrevs(&m.abbrev);
	put_addresses(&m.addr);
	begin_lists(&m.rnglists);
	size_t lists = m.rnglists.size;
	PUT(&m.rnglists, 4, 0x00, 0x10);
	PUT(&m.rnglists, 1, 1, 4, 0x08, 0x18);
	PUT(&m.rnglists, 2, 0, 1);
	PUT(&m.rnglists, 3, 2, 0x20);
	PUT(&m.rnglists, 5, 0, 0x40, 0, 0, 0, 0, 0, 0, 4, 1, 3);
	PUT(&m.rnglists, 4, 3, 3); /* empty */
	PUT(&m.rnglists, 6, 0, 0x50, 0, 0, 0, 0, 0, 0, 0x10, 0x50, 0, 0, 0, 0, 0, 0);
	PUT(&m.rnglists, 7, 0, 0x60, 0, 0, 0, 0, 0, 0, 4);
	PUT(&m.rnglists, 3, 99, 1);                        /* there is no such address */
	PUT(&m.rnglists, 7, 0, 0, 0xff, 0, 0, 0, 0, 0, 4); /* no code is there */
	PUT(&m.rnglists, 0, 4, 0x80, 0x90);
	begin_unit(&m.info, 5);
	size_t at = m.info.size;
	put(&m.info, 6, 1);
	put(&m.info, lists, 4);
	end_unit(&m.info);
	struct debug_unit *unit = only_unit(&m);
	CHECK(debug_entry_at(unit, at, &function));
	debug_entry_ranges(&function, &list);
	CHECK_INT(list.count, sizeof(wanted) / sizeof(wanted[0]));
	for (size_t i = 0; i < list.count && i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		CHECK_INT(list.items[i].start, wanted[i].start);
		CHECK_INT(list.items[i].end, wanted[i].end);
	}
	vec_done(&list);
	close_made(&m);
}

TEST_MAIN
