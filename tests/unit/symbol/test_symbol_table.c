/* Which names win at an address, where symbols end, and the search. The expectations are what upstream 6.12 shows. */
#include "tests/unit/test.h"

#include <elf.h>
#include <errno.h>
#include "symbol/symbol_table.h"
#include "symbol/symbol_table_flat.h"

static struct symbol_list list;

static void add(uint64_t start, uint64_t size, const char *name, uint8_t binding)
{
	symbol_list_add(&list, (struct raw_symbol){ start, start + size, name, binding, STT_FUNC, 0 });
}

/* Name of the only symbol that is left of two at one address, "?" when there is another number of them. */
static char winner_name[256];
static const char *winner(uint64_t size_a, const char *a, uint8_t binding_a, uint64_t size_b, const char *b,
			  uint8_t binding_b)
{
	struct symbol_table table;
	symbol_list_init(&list);
	add(0x1000, size_a, a, binding_a);
	add(0x1000, size_b, b, binding_b);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	snprintf(winner_name, sizeof(winner_name), "%s", table.nr_symbols == 1 ? table.symbols[0].name : "?");
	symbol_table_done(&table);
	return winner_name;
}

TEST(sized_before_unsized)
{
	CHECK_STR(winner(0, "aaaa1", STB_LOCAL, 8, "aaaa2", STB_LOCAL), "aaaa2");
	CHECK_STR(winner(0, "aaba3", STB_LOCAL, 8, "aaaa", STB_LOCAL), "aaaa");
	CHECK_STR(winner(0, "g", STB_GLOBAL, 8, "w", STB_WEAK), "w");
}

TEST(last_unsized_gets_a_size)
{
	CHECK_STR(winner(8, "local", STB_LOCAL, 0, "globl", STB_GLOBAL), "globl");
	CHECK_STR(winner(8, "aaaa3", STB_LOCAL, 0, "aaaa4", STB_LOCAL), "aaaa3");
	CHECK_STR(winner(0, "aaaa5", STB_LOCAL, 0, "aaaa6", STB_LOCAL), "aaaa6");
}

TEST(larger_is_no_better) { CHECK_STR(winner(8, "bbba3", STB_LOCAL, 12, "bbba4", STB_LOCAL), "bbba3"); }

TEST(binding)
{
	CHECK_STR(winner(8, "weak_long", STB_WEAK, 8, "g", STB_GLOBAL), "g");
	CHECK_STR(winner(8, "g", STB_GLOBAL, 8, "weak_long", STB_WEAK), "g");
	CHECK_STR(winner(8, "weak_long", STB_WEAK, 8, "__l", STB_LOCAL), "__l");
	CHECK_STR(winner(8, "local_long", STB_LOCAL, 8, "__g", STB_GLOBAL), "__g");
}

TEST(underscores_then_length)
{
	CHECK_STR(winner(8, "__dd3", STB_LOCAL, 8, "_dddddd2g", STB_LOCAL), "_dddddd2g");
	CHECK_STR(winner(8, "_dd5", STB_LOCAL, 8, "__dddddd2g", STB_LOCAL), "_dd5");
	CHECK_STR(winner(8, "short", STB_LOCAL, 8, "longernm", STB_LOCAL), "longernm");
	CHECK_STR(winner(8, "same1", STB_LOCAL, 8, "same2", STB_LOCAL), "same1");
}

TEST(system_call_aliases)
{
	CHECK_STR(winner(8, "SyS_b", STB_LOCAL, 8, "sys_b", STB_LOCAL), "sys_b");
	CHECK_STR(winner(8, "SyS_dd", STB_LOCAL, 8, "sys_d", STB_LOCAL), "SyS_dd");
	CHECK_STR(winner(8, "compat_SyS_b", STB_LOCAL, 8, "compat_sys_b", STB_LOCAL), "compat_sys_b");
}

TEST(readable_names_are_compared)
{
	CHECK_STR(winner(8, "foo1", STB_LOCAL, 8, "_Z1fi", STB_LOCAL), "_Z1fi"); /* f(int) */
	CHECK_STR(winner(8, "_Z3fooi", STB_LOCAL, 8, "foo_long_name", STB_LOCAL), "foo_long_name");
	CHECK_STR(winner(8, "_ZN1bC2Ev", STB_LOCAL, 8, "_ZN1bC1Ev", STB_LOCAL), "_ZN1bC2Ev");
}

TEST(ends)
{
	struct symbol_table table;
	symbol_list_init(&list);
	add(0x2345, 0, "last", STB_LOCAL);
	add(0x1000, 0, "first", STB_LOCAL);
	add(0x1800, 0x10, "sized", STB_LOCAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	CHECK_INT(table.nr_symbols, 3);
	CHECK_INT(table.symbols[0].end, 0x1800);
	CHECK_INT(table.symbols[1].end, 0x1810);
	CHECK_INT(table.symbols[2].end, 0x4000); /* a page after its own */
	CHECK_INT(symbol_table_find(&table, 0xfff), -1);
	CHECK_INT(symbol_table_find(&table, 0x1000), 0);
	CHECK_INT(symbol_table_find(&table, 0x17ff), 0);
	CHECK_INT(symbol_table_find(&table, 0x1810), -1);
	CHECK_INT(symbol_table_find(&table, 0x3fff), 2);
	CHECK_INT(symbol_table_find(&table, 0x4000), -1);
	CHECK_INT(symbol_table_find(&table, UINT64_MAX), -1);
	symbol_table_done(&table);
}

static struct symbol_range range_around(const struct symbol_table *table, uint64_t addr, int64_t wanted)
{
	struct symbol_range range = { 0, 0 };
	CHECK_INT(symbol_table_find_range(table, addr, &range), wanted);
	return range;
}

/* Addresses of one answer, those between symbols too. */
TEST(ranges_around_addresses)
{
	struct symbol_table table;
	symbol_list_init(&list);
	add(0x1000, 0x100, "outer", STB_LOCAL);
	add(0x2000, 0x10, "last", STB_LOCAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	CHECK_INT(range_around(&table, 0x1080, 0).start, 0x1000);
	CHECK_INT(range_around(&table, 0x1080, 0).end, 0x1100);
	CHECK_INT(range_around(&table, 0x1100, -1).start, 0x1100);
	CHECK_INT(range_around(&table, 0x1fff, -1).end, 0x2000);
	CHECK_INT(range_around(&table, 0xfff, -1).start, 0);
	CHECK_INT(range_around(&table, 0xfff, -1).end, 0x1000);
	CHECK_INT(range_around(&table, 0x2010, -1).start, 0x2010);
	CHECK_INT(range_around(&table, 0x2010, -1).end, -1);
	symbol_table_done(&table);
}

TEST(kernel_ends_before_its_modules)
{
	struct symbol_table table;
	symbol_list_init(&list);
	add(0xffffffff81000000, 0, "_text", STB_GLOBAL);
	add(0xffffffff81000010, 0, "last", STB_GLOBAL);
	symbol_list_add(&list, (struct raw_symbol){ 0xffffffffc0000000, 0xffffffffc0000000, "mod", STB_LOCAL, STT_FUNC,
						    RAW_MODULE });
	symbol_table_init(&table, &list, SYMBOL_ENDS_KALLSYMS, true);
	CHECK_INT(table.symbols[1].end, 0xffffffff81002000);
	symbol_table_done(&table);
}

TEST(given_ends)
{
	struct symbol_table table;
	symbol_list_init(&list);
	add(0x10, 0, "point", STB_GLOBAL);
	add(0x20, 0x10, "range", STB_GLOBAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_GIVEN, false);
	CHECK_INT(symbol_table_find(&table, 0x10), 0);
	CHECK_INT(symbol_table_find(&table, 0x11), -1);
	CHECK_INT(symbol_table_find(&table, 0x2f), 1);
	symbol_table_done(&table);
}

TEST(empty)
{
	struct symbol_table table;
	symbol_list_init(&list);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	CHECK_INT(symbol_table_find(&table, 0), -1);
	CHECK_INT(symbol_table_find(&table, UINT64_MAX), -1);
	symbol_table_done(&table);
}

TEST(huge_symbols_do_not_wrap)
{
	struct symbol_table table;
	symbol_list_init(&list);
	symbol_list_add(&list, (struct raw_symbol){ UINT64_MAX - 15, UINT64_MAX, "top", STB_GLOBAL, STT_FUNC, 0 });
	symbol_list_add(&list, (struct raw_symbol){ 0, UINT64_MAX, "all", STB_GLOBAL, STT_FUNC, 0 });
	symbol_list_add(&list, (struct raw_symbol){ UINT64_MAX, UINT64_MAX, "at the end", STB_GLOBAL, STT_FUNC, 0 });
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	for (uint64_t addr = UINT64_MAX - 40; addr != 3; addr++) (void)symbol_table_find(&table, addr);
	CHECK(symbol_table_find(&table, 5) >= 0);
	symbol_table_done(&table);
}

/* Random disjoint symbols, in dense and far apart groups, against a linear search. */
TEST(search_agrees_with_linear_search)
{
	uint64_t x = 88172645463325252u;
	for (int round = 0; round < 200; round++) {
		struct {
			uint64_t start, end;
		} symbols[300];
		size_t count = 0;
		uint64_t at = round % 3 ? 0 : 0xffffffff80000000u;
		size_t wanted = (size_t)round % 299 + 1;
		while (count < wanted) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			at += x % 40;
			if (x % 97 == 0) at += (uint64_t)1 << x % 28;
			symbols[count].start = at;
			at += x % 13 + 1;
			symbols[count++].end = at;
		}
		struct symbol_table table;
		symbol_list_init(&list);
		for (size_t i = 0; i < count;
		     i++) { /* in another order than by address: 307 is prime and larger than any count */
			size_t j = i * 307 % count;
			symbol_list_add(&list, (struct raw_symbol){ symbols[j].start, symbols[j].end, "s", STB_LOCAL,
								    STT_FUNC, 0 });
		}
		symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
		CHECK_INT(table.nr_symbols, count);
		bool same = true;
		for (size_t i = 0; i < count; i++)
			for (uint64_t addr = symbols[i].start - 2; addr != symbols[i].end + 2; addr++) {
				int64_t found = -1;
				for (size_t j = 0; j < count; j++)
					if (addr >= symbols[j].start && addr < symbols[j].end) found = (int64_t)j;
				same &= symbol_table_find(&table, addr) == found;
			}
		CHECK(same);
		symbol_table_done(&table);
	}
}

/* What marks them has lost its address to a function, or is at the end of another. */
TEST(sections_of_waiting_code)
{
	struct symbol_table table, kept;
	uint64_t nr_found;
	size_t size;
	symbol_list_init(&list);
	add(0x1000, 0, "__sched_text_start", STB_GLOBAL);
	add(0x1000, 0, "io_schedule", STB_GLOBAL);
	add(0x1800, 0, "__sched_text_end", STB_GLOBAL);
	add(0x1800, 0, "__lock_text_start", STB_GLOBAL);
	add(0x1800, 0, "_raw_spin_lock", STB_GLOBAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_KALLSYMS, false);
	CHECK_INT(table.sections[SYMBOL_SECTION_SCHED].start, 0x1000);
	CHECK_INT(table.sections[SYMBOL_SECTION_SCHED].end, 0x1800);
	CHECK_INT(table.sections[SYMBOL_SECTION_LOCK].start, 0); /* without an end there is none */
	uint8_t *bytes = symbol_table_flatten(&table, 5, &size);
	CHECK_INT(symbol_table_unflatten(&kept, bytes, size, &nr_found), 0);
	CHECK_INT(kept.sections[SYMBOL_SECTION_SCHED].end, 0x1800);
	symbol_table_done(&kept);
	symbol_table_done(&table);
	free(bytes);
}

/* Flattens a table of two functions, replaces the head's 64-bit word at `word` by value, and reads it again. */
static int unflatten_changed(unsigned word, uint64_t value)
{
	struct symbol_table table, kept;
	uint64_t nr_found;
	size_t size;
	symbol_list_init(&list);
	add(0x1000, 0x10, "first", STB_GLOBAL);
	add(0x1010, 0x10, "second", STB_GLOBAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, false);
	uint8_t *bytes = symbol_table_flatten(&table, 5, &size);
	symbol_table_done(&table);
	memcpy(bytes + word * sizeof(value), &value, sizeof(value));
	int code = symbol_table_unflatten(&kept, bytes, size, &nr_found);
	if (code == 0) symbol_table_done(&kept);
	free(bytes);
	return code;
}

/* Words of the head: symbols, ranges, buckets, bytes of names, what was found, low, high; shift and "overlaps" share
 * the next one. */
TEST(damaged_heads)
{
	static const uint64_t counts[] = { 0, 1, 7, 1u << 28, (1u << 28) + 1, UINT32_MAX, UINT64_MAX };
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++)
		for (unsigned word = 0; word < 4; word++) CHECK_INT(unflatten_changed(word, counts[i]), -EBADMSG);
	CHECK_INT(unflatten_changed(3, sizeof("first") + sizeof("second")), 0); /* as it was */
	CHECK_INT(unflatten_changed(5, 0x1021), -EBADMSG);                      /* low above high */
	CHECK_INT(unflatten_changed(6, UINT64_MAX), -EBADMSG);                  /* more buckets than there are */
	CHECK_INT(unflatten_changed(7, 64), -EBADMSG);                          /* shift */
	CHECK_INT(unflatten_changed(7, UINT32_MAX), -EBADMSG);
	CHECK_INT(unflatten_changed(7, 63), 0);
	CHECK_INT(unflatten_changed(7, 63 | 1ull << 32), -EBADMSG); /* parts for overlaps, which are not there */
}

TEST(cut_tables)
{
	struct symbol_table table, kept;
	uint64_t nr_found;
	size_t size;
	symbol_list_init(&list);
	add(0x1000, 0x10, "first", STB_GLOBAL);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, false);
	uint8_t *bytes = symbol_table_flatten(&table, 5, &size);
	for (size_t cut = 0; cut < size; cut++) {
		uint8_t *copy = memcpy(malloc(cut + 1), bytes, cut);
		CHECK_INT(symbol_table_unflatten(&kept, copy, cut, &nr_found), -EBADMSG);
		free(copy);
	}
	symbol_table_done(&table);
	free(bytes);
}

TEST_MAIN
