#include <elf.h>
#include <errno.h>
#include "base/strbuf.h"
#include "probe/search/glob_filter.h"
#include "probe/definition/probe_definition.h"
#include "probe/search/probe_expression.h"
#include "probe/search/probe_variable.h"
#include "probe/search/qualified_search.h"
#include "tests/unit/test.h"

static struct probe_definition parsed(const char *text)
{
	struct probe_definition definition = PROBE_DEFINITION_INIT;
	_err_done_ struct err err = ERR_INIT;
	if (probe_definition_parse(text, &definition, &err) < 0) {
		CHECK_STR(err.message, NULL);
		definition = (struct probe_definition){ 0 };
	}
	return definition;
}

static void refused(const char *text, const char *why)
{
	struct probe_definition definition = PROBE_DEFINITION_INIT;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(probe_definition_parse(text, &definition, &err), -EINVAL);
	CHECK_STR(err.message, why);
}

TEST(points_of_functions)
{
	struct probe_definition d = parsed("g:e=work@src/a.c:3");
	CHECK_STR(d.group, "g");
	CHECK_STR(d.event, "e");
	CHECK_STR(d.point.function, "work");
	CHECK_STR(d.point.file, "src/a.c");
	CHECK_INT(d.point.line, 3);
	probe_definition_done(&d);
	d = parsed("work+0x10");
	CHECK_INT(d.point.offset, 16);
	CHECK(!probe_definition_needs_debug_info(&d));
	probe_definition_done(&d);
	d = parsed("work%return $retval");
	CHECK(d.point.is_return);
	CHECK(!d.arguments.items[0].is_local);
	probe_definition_done(&d);
	d = parsed("0x1150");
	CHECK(d.point.is_address);
	CHECK_INT(d.point.address, 0x1150);
	probe_definition_done(&d);
}

/* What -F lists is a point as it is. */
TEST(points_of_cxx)
{
	struct probe_definition d = parsed("e=ns::point<int>::move(int, char const*) const:3 by text:string");
	CHECK_STR(d.event, "e");
	CHECK_STR(d.point.function, "ns::point<int>::move(int, char const*) const");
	CHECK_INT(d.point.line, 3);
	CHECK_INT(d.arguments.count, 2);
	CHECK_STR(d.arguments.items[0].variable, "by");
	probe_definition_done(&d);
	d = parsed("ns::f%return $retval");
	CHECK_STR(d.point.function, "ns::f");
	CHECK(d.point.is_return);
	probe_definition_done(&d);
	d = parsed("(anonymous namespace)::g(void (*)(int))+4 constant");
	CHECK_STR(d.point.function, "(anonymous namespace)::g(void (*)(int))");
	CHECK_INT(d.point.offset, 4);
	CHECK_STR(d.arguments.items[0].variable, "constant");
	probe_definition_done(&d);
	d = parsed("h(int a");
	CHECK_STR(d.point.function, "h(int");
	CHECK_INT(d.arguments.count, 1);
	probe_definition_done(&d);
	struct probe_lines lines;
	CHECK_INT(probe_lines_parse("ns::f(int):1-3", &lines, NULL), 0);
	CHECK_STR(lines.function, "ns::f(int)");
	CHECK_INT(lines.first, 1);
	probe_lines_done(&lines);
	/* one sign of a full name is enough, also where there are those of a file */
	static const char *const functions[] = { "ns::f", "f(int)", "ns::f.part", "f(a.b)" };
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		CHECK_INT(probe_lines_parse(functions[i], &lines, NULL), 0);
		CHECK_STR(lines.function, functions[i]);
		CHECK_STR(lines.file, NULL);
		probe_lines_done(&lines);
	}
}

TEST(full_names)
{
	static const char move[] = "_ZNK2ns5point4moveEiPKc", twice[] = "_Z5twicei", sum[] = "_Z6sum_ofIlET_RKS0_",
			  call[] = "_ZNK2ns5pointclEi";
	CHECK(is_qualified_name("ns::f") && is_qualified_name("f(int)") && is_qualified_name("f(char const*)") &&
	      is_qualified_name("a::operator[](int)"));
	CHECK(!is_qualified_name("f") && !is_qualified_name("ns::*") && !is_qualified_name("f*"));
	CHECK(qualified_name_matches("ns::point::move(int, char const*) const", move));
	CHECK(qualified_name_matches("ns::point::move(int, char const*)", move));
	CHECK(qualified_name_matches("ns::point::move", move));
	CHECK(!qualified_name_matches("ns::point::mov", move));
	CHECK(!qualified_name_matches("ns::point::move(int)", move));
	CHECK(!qualified_name_matches("point::move", move));
	CHECK(qualified_name_matches("twice(int)", twice));
	CHECK(qualified_name_matches("twice(int)", "_ZL5twicei.constprop.0"));
	CHECK(!qualified_name_matches("twice(int)", "_Z5twicel"));
	CHECK(qualified_name_matches("sum_of<long>", sum));
	CHECK(qualified_name_matches("ns::point::operator()", call));
	CHECK(!qualified_name_matches("twice(int)", "twice"));
}

TEST(points_of_files)
{
	struct probe_definition d = parsed("a.c:20");
	CHECK_STR(d.point.file, "a.c");
	CHECK_STR(d.point.function, NULL);
	probe_definition_done(&d);
	d = parsed("a.c;sum=*;x");
	CHECK_STR(d.point.pattern, "sum=*;x");
	probe_definition_done(&d);
	d = parsed("a.c");
	CHECK_STR(d.point.function, "a.c");
	probe_definition_done(&d);
	d = parsed("foo\\+bar.c:4");
	CHECK_STR(d.point.file, "foo+bar.c");
	probe_definition_done(&d);
	d = parsed("malloc\\@GLIBC_2.2.5");
	CHECK_STR(d.point.function, "malloc@GLIBC_2.2.5");
	probe_definition_done(&d);
}

TEST(markers)
{
	struct probe_definition d = parsed("%sdt_libc:setjmp");
	CHECK(d.is_marker);
	CHECK_STR(d.group, "sdt_libc");
	CHECK_STR(d.event, "setjmp");
	probe_definition_done(&d);
	d = parsed("sdt_a:b x");
	CHECK(d.is_marker);
	CHECK_INT(d.arguments.count, 1);
	probe_definition_done(&d);
	refused("%foo%return", "Semantic error :foo%return must be an SDT name.");
}

TEST(arguments)
{
	struct probe_definition d = parsed("f o->in.arr[0x2]:u8 s:string n=+4(%sp):u32@user $vars \\5 p@user");
	struct probe_argument *a = d.arguments.items;
	CHECK_INT(d.arguments.count, 6);
	CHECK_STR(a[0].variable, "o");
	CHECK_STR(a[0].name, "arr");
	CHECK_STR(a[0].type, "u8");
	CHECK_INT(a[0].fields.count, 3);
	CHECK(a[0].fields.items[0].by_pointer && !a[0].fields.items[1].by_pointer);
	CHECK_INT(a[0].fields.items[2].index, 2);
	CHECK_STR(a[1].name, "s_string");
	CHECK_STR(a[2].name, "n");
	CHECK(!a[2].is_local);
	CHECK(a[3].is_local);
	CHECK_STR(a[4].variable, "\\5");
	CHECK(a[5].is_user);
	CHECK(probe_definition_needs_debug_info(&d));
	probe_definition_done(&d);
}

TEST(refusals)
{
	refused("work:99999999999", "Semantic error :There is no line with so large a number.");
	refused("work:x", "Semantic error :There is non-digit char in line number.");
	refused("work+x", "Semantic error :There is non-digit character in offset.");
	refused("work+4:3", "Semantic error :Offset can't be used with line number.");
	refused("work:3;x", "Semantic error :Lazy pattern can't be used with line number.");
	refused("work+4%return", "Semantic error :Offset/Line/Lazy pattern can't be used with return probe.");
	refused("work@a@b", "Semantic error :SRC@SRC is not allowed.");
	refused("work%foo", "Semantic error :%foo is not supported.");
	refused("@a.c+4", "Semantic error :File always requires line number or lazy pattern.");
	refused("1a=work", "Semantic error :1a is bad for event name -it must follow C symbol-naming rule.");
	refused("work a[1", "Semantic error :Array index must be a number.");
	refused("work a-", "Semantic error :Argument parse error: a-");
	refused("work%return a", "Semantic error :You can't specify local variable for kretprobe.");
	refused("0xzz", "Semantic error :Invalid absolute address.");
	refused(";foo", "Semantic error :There is neither a function nor a file.");
	refused("", "Semantic error :There is neither a function nor a file.");
}

TEST(ranges_of_lines)
{
	struct probe_lines lines;
	_err_done_ struct err err = ERR_INIT;
	CHECK_INT(probe_lines_parse("work:2+3", &lines, &err), 0);
	CHECK_INT(lines.first, 2);
	CHECK_INT(lines.last, 4);
	probe_lines_done(&lines);
	CHECK_INT(probe_lines_parse("a.c:10-20", &lines, &err), 0);
	CHECK_STR(lines.file, "a.c");
	CHECK_INT(lines.last, 20);
	probe_lines_done(&lines);
	CHECK_INT(probe_lines_parse("work:3-1", &lines, &err), -EINVAL);
	CHECK_STR(err.message, "Semantic error :Start line must be smaller than end line.");
	CHECK_INT(probe_lines_parse("wo*k", &lines, &err), -EINVAL);
	CHECK_STR(err.message, "Semantic error :'wo*k' is not a valid function name.");
	CHECK_INT(probe_lines_parse("work:1x", &lines, &err), -EINVAL);
	CHECK_STR(err.message, "Semantic error :Tailing with invalid str 'x'.");
}

static bool passes(const char *filter, const char *name)
{
	struct glob_filter *parsed_filter = NULL;
	if (glob_filter_new(filter, &parsed_filter, NULL) < 0) return false;
	bool matches = glob_filter_matches(parsed_filter, name);
	glob_filter_free(parsed_filter);
	return matches;
}

TEST(filters)
{
	_err_done_ struct err err = ERR_INIT;
	struct glob_filter *filter;
	CHECK(passes("foo* | bar*", "barrel"));
	CHECK(passes("!foo* & *bar", "fizzbar"));
	CHECK(!passes("!foo* & *bar", "foobar"));
	CHECK(passes("!(a* | b*)", "c"));
	CHECK(!passes("!(a* | b*)", "b"));
	CHECK(passes("[!a-c]x?z", "dxyz"));
	CHECK(passes("a\\*b", "a*b") && !passes("a\\*b", "axb"));
	CHECK(passes("a\\|b", "a|b") && !passes("a\\|b", "b") && passes("a\\ b", "a b"));
	CHECK(passes("plain", "plain") && !passes("plain", "plainer"));
	CHECK_INT(glob_filter_new("(", &filter, &err), -EINVAL);
	CHECK_STR(err.message, "Filter parse error at 2.\nSource: \"(\"\n          ^");
	CHECK(glob_matches("a=*", "  a  = b", true));
	CHECK(!glob_matches("a=*", "aa = b", true));
}

static int translated(const struct probe_expression *expression, const char *base, int64_t offset, bool in_memory)
{
	struct probe_where where = { 0 };
	int r = probe_expression_translate(expression, &where);
	if (r < 0) return r;
	CHECK_STR(where.base, base);
	CHECK_INT(where.offset, offset);
	CHECK_INT(where.in_memory, in_memory);
	return 0;
}

TEST(expressions)
{
	static const uint8_t reg5[] = { 0x55 }, breg7[] = { 0x77, 0x10 }, fbreg[] = { 0x91, 0x6c }, cfa[] = { 0x9c },
			     rbp[] = { 0x56 }, value[] = { 0x73, 0x00, 0x9f }, pointer[] = { 0x73, 0x08, 0x9f },
			     lit[] = { 0x30, 0x9f }, regx[] = { 0x90, 0x1d }, cut[] = { 0x77 };
	struct probe_expression e = { .machine = EM_X86_64, .address_size = 8, .data = reg5, .size_bytes = 1 };
	CHECK_INT(translated(&e, "%di", 0, false), 0);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = breg7, .size_bytes = 2 };
	CHECK_INT(translated(&e, "%sp", 16, true), 0);
	e = (struct probe_expression){
		.machine = EM_X86_64, .data = fbreg, .size_bytes = 2, .frame_base = rbp, .frame_base_bytes = 1
	};
	CHECK_INT(translated(&e, "%bp", -20, true), 0);
	e = (struct probe_expression){
		.machine = EM_X86_64, .data = fbreg, .size_bytes = 2, .frame_base = cfa, .frame_base_bytes = 1
	};
	CHECK_INT(translated(&e, NULL, 0, false), -ENOTSUP);
	e.has_cfa = true;
	e.cfa_register = 7;
	e.cfa_offset = 16;
	CHECK_INT(translated(&e, "%sp", -4, true), 0);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = value, .size_bytes = 3 };
	CHECK_INT(translated(&e, "%bx", 0, false), 0);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = pointer, .size_bytes = 3 };
	CHECK_INT(translated(&e, NULL, 0, false), -ENOTSUP);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = lit, .size_bytes = 2 };
	CHECK_INT(translated(&e, NULL, 0, false), -ENOTSUP);
	e = (struct probe_expression){ .machine = EM_AARCH64, .data = regx, .size_bytes = 2 };
	CHECK_INT(translated(&e, "%x29", 0, false), 0);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = cut, .size_bytes = 1 };
	CHECK_INT(translated(&e, NULL, 0, false), -EBADMSG);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = regx, .size_bytes = 2 };
	CHECK_INT(translated(&e, NULL, 0, false), -ERANGE);
	/* the largest number is a register like others, which no machine has */
	static const uint8_t regx_last[] = { 0x90, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 },
			     bregx_last[] = { 0x92, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x08 };
	e = (struct probe_expression){ .machine = EM_X86_64, .data = regx_last, .size_bytes = sizeof(regx_last) };
	CHECK_INT(translated(&e, NULL, 0, false), -ERANGE);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = bregx_last, .size_bytes = sizeof(bregx_last) };
	CHECK_INT(translated(&e, NULL, 0, false), -ERANGE);
	e = (struct probe_expression){ .machine = EM_X86_64, .data = lit, .size_bytes = 0 };
	CHECK_INT(translated(&e, NULL, 0, false), -ENOENT);
	CHECK_STR(probe_register_name(EM_S390, 15), "%r15");
	CHECK_STR(probe_register_name(0, 0), NULL);
}

TEST_MAIN
