/* Symbols in address filters: a program at 0x401000 whose text lies at 0x1000 of its file, and a kernel's list. */
#include "probe/search/probe_find.h"

#include <elf.h>
#include <errno.h>
#include "tests/unit/fixture_tree.h"
#include "tests/unit/symbol/elf_builder.h"

static void make_program(const char *path)
{
	struct elf_builder b = built_begin(true, false, ET_EXEC, EM_X86_64);
	while (b.size < 0x1000) built_append(&b, 0, 1);
	uint16_t text = (uint16_t)built_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401000);
	for (int i = 0; i < 256; i++) built_append(&b, 0x90, 1);
	built_section_end(&b);
	const struct built_symbol symbols[] = {
		{ "twice", 0x401010, 0x10, STB_LOCAL, STT_FUNC, text },
		{ "main", 0x401020, 0x1a, STB_GLOBAL, STT_FUNC, text },
		{ "twice", 0x401040, 0x8, STB_LOCAL, STT_FUNC, text },
		{ "data", 0x401050, 0x8, STB_GLOBAL, STT_OBJECT, text },
		{ "both", 0x401060, 0x4, STB_LOCAL, STT_FUNC, text },
		{ "both", 0x401070, 0x6, STB_GLOBAL, STT_FUNC, text },
		{ "weak", 0x401080, 0x10, STB_WEAK, STT_FUNC, text },
	};
	built_symbols(&b, false, symbols, ARRAY_SIZE(symbols));
	built_load(&b, 0x1000, 0x401000, 256, PF_R | PF_X);
	built_end(&b);
	fixture_bytes(path, b.data, b.size);
	built_free(&b);
}

static const char *root;

/* What the kernel gets, PROGRAM standing for the program; or what is wrong. */
static const char *resolved(const char *text)
{
	static struct strbuf out;
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf asked = STRBUF_INIT, ret = STRBUF_INIT;
	_free_ char *program = xasprintf("%s/PROGRAM", root);
	for (const char *at; (at = strstr(text, "PROGRAM")); text = at + strlen("PROGRAM")) {
		strbuf_add(&asked, text, (size_t)(at - text));
		strbuf_str(&asked, program);
	}
	strbuf_str(&asked, text);
	strbuf_clear(&out);
	struct kernelfs fs = { root };
	const char *answer = address_symbols_resolve(strbuf_text(&asked), &fs, &ret, &err) < 0 ? err.message
											       : strbuf_text(&ret);
	for (const char *at; (at = strstr(answer, program)); answer = at + strlen(program)) {
		strbuf_add(&out, answer, (size_t)(at - answer));
		strbuf_str(&out, "PROGRAM");
	}
	strbuf_str(&out, answer);
	if (err.hint) strbuf_printf(&out, "\n%s", err.hint);
	return strbuf_text(&out);
}

struct row {
	const char *text, *expected;
};

static void check(const struct row *rows, size_t count)
{
	if (!root) root = fixture_begin();
	make_program("PROGRAM");
	fixture_file("proc/kallsyms", "ffffffff81000000 T _stext\nffffffff81000100 t helper\nffffffff81000180 T "
				      "vfs_read\nffffffff81000200 t helper\n"
				      "ffffffff81000280 D table\nffffffffc0000000 t in_module\t[one]\n");
	for (size_t i = 0; i < count; i++) CHECK_STR(resolved(rows[i].text), rows[i].expected);
}

TEST(regions)
{
	static const struct row rows[] = {
		{ "filter main @ PROGRAM", "filter 0x1020/0x1a@PROGRAM" },
		{ "tracestop main @PROGRAM", "tracestop 0x1020/0x1a@PROGRAM" },
		{ "filter main / weak @ PROGRAM", "filter 0x1020/0x70@PROGRAM" },
		{ "filter main / main @ PROGRAM", "filter 0x1020/0x1a@PROGRAM" },
		{ "filter main / 8 @ PROGRAM", "filter 0x1020/0x8@PROGRAM" },
		{ "filter 0x1000 / main @ PROGRAM", "filter 0x1000/0x3a@PROGRAM" },
		{ "filter * @ PROGRAM", "filter 0x1010/0x80@PROGRAM" },
		{ "filter 0x10/0x20 @ PROGRAM", "filter 0x10/0x20@PROGRAM" },
		{ "filter weak / main @ PROGRAM", "Symbol 'main' (0x1020) comes before 'weak' (0x1080)" },
		{ "filter 0x1080 / main @ PROGRAM", "Symbol 'main' (0x1020) comes before address 0x1080" },
		{ "filter 0x1080 @ PROGRAM", "Cannot determine the size of the region in 'filter 0x1080 @ PROGRAM'" },
	};
	check(rows, ARRAY_SIZE(rows));
}

TEST(points)
{
	static const struct row rows[] = {
		{ "start main @ PROGRAM, stop weak @ PROGRAM", "start 0x1020@PROGRAM,stop 0x1080@PROGRAM" },
		{ "start main / weak @ PROGRAM", "start 0x1020/0x70@PROGRAM" },
		{ "start 0x20 @ PROGRAM", "start 0x20@PROGRAM" },
	};
	check(rows, ARRAY_SIZE(rows));
}

TEST(several_of_a_name)
{
	static const struct row rows[] = {
		{ "filter twice #1 @ PROGRAM", "filter 0x1010/0x10@PROGRAM" },
		{ "filter twice #2 @ PROGRAM", "filter 0x1040/0x8@PROGRAM" },
		{ "filter twice #3 @ PROGRAM",
		  "N'th occurrence (N=3) of symbol 'twice' not found.\nNote that symbols must be functions." },
		{ "filter both #g @ PROGRAM", "filter 0x1070/0x6@PROGRAM" },
		{ "filter both #G @ PROGRAM", "filter 0x1070/0x6@PROGRAM" },
		{ "filter both #0 @ PROGRAM", "filter 0x1070/0x6@PROGRAM" },
		{ "filter main / twice #2 @ PROGRAM", "filter 0x1020/0x28@PROGRAM" },
		{ "filter twice #g @ PROGRAM",
		  "Global symbol 'twice' not found.\nNote that symbols must be functions." },
		{ "filter twice @ PROGRAM",
		  "Multiple symbols with name 'twice'\n#1\t0x1010\tl\ttwice\n#2\t0x1040\tl\ttwice\n\t\twhich is "
		  "near\t\tmain\n"
		  "Disambiguate symbol name by inserting #n after the name e.g. twice #2\n"
		  "Or select a global symbol by inserting #0 or #g or #G" },
	};
	check(rows, ARRAY_SIZE(rows));
}

TEST(not_there)
{
	static const struct row rows[] = {
		{ "filter none @ PROGRAM", "Symbol 'none' not found.\nNote that symbols must be functions." },
		{ "filter data @ PROGRAM", "Symbol 'data' not found.\nNote that symbols must be functions." },
		{ "filter main @ /nowhere/at/all", "File '/nowhere/at/all' not found or has no symbols." },
	};
	check(rows, ARRAY_SIZE(rows));
}

TEST(of_the_kernel)
{
	static const struct row rows[] = {
		{ "filter vfs_read", "filter 0xffffffff81000180/0x80" },
		{ "start vfs_read stop helper #2", "start 0xffffffff81000180,stop 0xffffffff81000200" },
		{ "start in_module", "start 0xffffffffc0000000" },
		{ "filter helper", "Multiple kernel symbols with name "
				   "'helper'\n#1\t0xffffffff81000100\tl\thelper\n\t\twhich is near\t\t_stext\n"
				   "#2\t0xffffffff81000200\tl\thelper\n\t\twhich is near\t\tvfs_read\n"
				   "Disambiguate symbol name by inserting #n after the name e.g. helper #2\n"
				   "Or select a global symbol by inserting #0 or #g or #G" },
	};
	check(rows, ARRAY_SIZE(rows));
}

TEST(hidden_kernel)
{
	check(NULL, 0);
	fixture_file("proc/kallsyms", "0000000000000000 T _stext\n0000000000000000 T vfs_read\n");
	CHECK_STR(resolved("filter vfs_read"), "Kernel addresses are restricted. Unable to resolve kernel symbols.");
}

TEST_MAIN
