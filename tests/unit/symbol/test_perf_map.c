#include "tests/unit/test.h"

#include "symbol/jit/perf_map.h"

static struct symbol_list list;

/* "START-END NAME" of the only symbol in a line, "" when the line is skipped. */
static const char *line(const char *text)
{
	static char result[512];
	symbol_list_init(&list);
	size_t skipped = perf_map_parse(text, strlen(text), &list);
	snprintf(result, sizeof(result), "%s", "");
	if (list.symbols.count == 1 && !skipped)
		snprintf(result, sizeof(result), "%" PRIx64 "-%" PRIx64 " %s", list.symbols.items[0].start,
			 list.symbols.items[0].end, list.symbols.items[0].name);
	symbol_list_done(&list);
	return result;
}

TEST(good_lines)
{
	CHECK_STR(line("1000 10 plain"), "1000-1010 plain");
	CHECK_STR(line("1000 10 plain\n"), "1000-1010 plain");
	CHECK_STR(line("1000 10 with spaces (x) +0x3\n"), "1000-1010 with spaces (x) +0x3");
	CHECK_STR(line("0x1000 0x10 prefixed\n"), "1000-1010 prefixed");
	CHECK_STR(line("00FFC0\t10\ttabs\n"), "ffc0-ffd0 tabs");
	CHECK_STR(line("1000 0 empty\n"), "1000-1000 empty");
	CHECK_STR(line("1000 10  two\n"), "1000-1010  two");
	CHECK_STR(line("1000 10 dos\r\n"), "1000-1010 dos");
	CHECK_STR(line("  1000 10 blanks\n"), "1000-1010 blanks");
}

TEST(bad_lines)
{
	CHECK_STR(line("\n"), "");
	CHECK_STR(line("junk\n"), "");
	CHECK_STR(line("1000\n"), "");
	CHECK_STR(line("1000 \n"), "");
	CHECK_STR(line("1000 10\n"), "");
	CHECK_STR(line("1000 10 \n"), "");
	CHECK_STR(line("1000 -10 negative\n"), "");
	CHECK_STR(line("100000000000000000 10 65 bits\n"), "");
	CHECK_STR(line("1000 ffffffffffffffff wraps\n"), "");
	CHECK_STR(line("0x 10 no digits\n"), "");
}

TEST(good_lines_survive_bad_ones)
{
	static const char text[] = "junk\n1000 10 one\n\n\n2000 10 two\n3000";
	symbol_list_init(&list);
	CHECK_INT(perf_map_parse(text, strlen(text), &list), 4);
	CHECK_INT(list.symbols.count, 2);
	symbol_list_done(&list);
}

/* Every prefix of a text is read within its bounds (the copy is exactly as long: a sanitizer sees what a plain run may
 * not). */
TEST(every_truncation)
{
	static const char text[] = "1000 10 one\n0x2000 0x20 two\r\n 3000\t8\tthree";
	for (size_t size = 0; size < sizeof(text); size++) {
		char *copy = malloc(size ? size : 1);
		memcpy(copy, text, size);
		symbol_list_init(&list);
		(void)perf_map_parse(copy, size, &list);
		CHECK(list.symbols.count <= 3);
		symbol_list_done(&list);
		free(copy);
	}
}

TEST_MAIN
