#include "tests/unit/test.h"

#include <elf.h>
#include "symbol/kallsyms.h"

static const char text[] = "0000000000000000 A fixed_percpu_data\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000010 t static_function\n"
			   "ffffffff81000020 W weak_function\n"
			   "ffffffff81000030 r read_only\n"
			   "ffffffff81000040 D data\n"
			   "ffffffff81000050 b bss\n"
			   "ffffffff81000060 t $x\n"
			   "ffffffff81000070 t .L0 \n"
			   "not a line\n"
			   "ffffffff81000080\n"
			   "ffffffffc0000000 t module_function\t[e1000]\n"
			   "ffffffffc0001000 T other_function\t[e1000e]\n"
			   "ffffffff81000090 T no_newline";

static void parse(struct symbol_list *list, const char *module, bool no_modules, size_t piece)
{
	struct kallsyms_parser parser = { .list = list, .module = module, .no_modules = no_modules };
	symbol_list_init(list);
	for (size_t at = 0; at < sizeof(text) - 1; at += piece)
		kallsyms_parse(&parser, text + at, MIN(piece, sizeof(text) - 1 - at));
	kallsyms_parse(&parser, "", 0);
	CHECK_INT(parser.nr_symbols, 12);
	CHECK_INT(parser.nr_zero, 1);
}

TEST(pieces_of_any_size)
{
	for (size_t piece = 1; piece < sizeof(text); piece++) {
		struct symbol_list list;
		parse(&list, NULL, false, piece);
		CHECK_INT(list.symbols.count, 9);
		if (list.symbols.count == 9) {
			CHECK_STR(list.symbols.items[0].name, "_text");
			CHECK_INT(list.symbols.items[0].start, 0xffffffff81000000);
			CHECK_INT(list.symbols.items[0].binding, STB_GLOBAL);
			CHECK_INT(list.symbols.items[1].binding, STB_LOCAL);
			CHECK_INT(list.symbols.items[2].binding, STB_WEAK);
			CHECK_STR(list.symbols.items[5].name, ".L0 ");
			CHECK_STR(list.symbols.items[6].name, "module_function");
			CHECK_INT(list.symbols.items[6].flags, RAW_MODULE);
			CHECK_STR(list.symbols.items[8].name, "no_newline");
		}
		symbol_list_done(&list);
	}
}

TEST(modules)
{
	struct symbol_list list;
	parse(&list, NULL, true, 4096);
	CHECK_INT(list.symbols.count, 7);
	symbol_list_done(&list);
	parse(&list, "e1000", false, 4096);
	CHECK_INT(list.symbols.count, 1);
	CHECK_STR(list.symbols.items[0].name, "module_function");
	symbol_list_done(&list);
}

/* What is behind a name and is no module is nothing. */
TEST(words_that_are_no_module)
{
	static const char lines[] = "ffffffff81000000 T first\tof what\nffffffff81000010 T second\t\n";
	struct symbol_list list;
	struct kallsyms_parser parser = { .list = &list, .no_modules = true };
	symbol_list_init(&list);
	kallsyms_parse(&parser, lines, sizeof(lines) - 1);
	CHECK_INT(list.symbols.count, 2);
	CHECK(list.symbols.count == 2 && !list.symbols.items[0].flags && !list.symbols.items[1].flags);
	CHECK_STR(list.symbols.items[0].name, "first");
	symbol_list_done(&list);
	symbol_list_init(&list);
	parser = (struct kallsyms_parser){ .list = &list, .module = "of" };
	kallsyms_parse(&parser, lines, sizeof(lines) - 1);
	CHECK_INT(list.symbols.count, 0);
	symbol_list_done(&list);
}

TEST(long_lines_are_cut)
{
	struct symbol_list list;
	struct kallsyms_parser parser = { .list = &list };
	symbol_list_init(&list);
	kallsyms_parse(&parser, "ffffffff81000000 T ", 19);
	for (int i = 0; i < 10000; i++) kallsyms_parse(&parser, "xxxxxxxxxx", 10);
	kallsyms_parse(&parser, "\nffffffff81000010 T next\n", 25);
	kallsyms_parse(&parser, "", 0);
	CHECK_INT(list.symbols.count, 2);
	CHECK_STR(list.symbols.items[1].name, "next");
	symbol_list_done(&list);
}

TEST_MAIN
