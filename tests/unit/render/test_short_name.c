#include "tests/unit/test.h"
#include "render/short_name.h"

#define CHECK_SHORT(name, width, expected)           \
	do {                                         \
		struct outbuf out;                   \
		out_init(&out, -1);                  \
		short_name_write(name, width, &out); \
		out_char(&out, 0);                   \
		CHECK_STR(out.data, expected);       \
		out_done(&out);                      \
	} while (0)

TEST(what_fits_is_whole)
{
	CHECK_SHORT("std::vector<int>::push_back(int&&)", 34, "std::vector<int>::push_back(int&&)");
	CHECK_SHORT("", 10, "");
}

TEST(inner_template_arguments_go_first)
{
	static const char name[] =
		"std::map<std::string, std::vector<std::pair<int, long> > >::find(std::string const&)";
	CHECK_SHORT(name, 80, "std::map<std::string, std::vector<std::pair<...> > >::find(std::string const&)");
	CHECK_SHORT(name, 70, "std::map<std::string, std::vector<...> >::find(std::string const&)");
	CHECK_SHORT(name, 45, "std::map<...>::find(std::string const&)");
	CHECK_SHORT(name, 30, "std::map<...>::find(...)");
	CHECK_SHORT(name, 20, "std::map...find(...)");
}

TEST(operators_bracket_nothing)
{
	CHECK_SHORT("std::ostream& operator<< <char_traits<char> >(std::ostream&, char const*)", 60,
		    "std::ostream& operator<< <...>(std::ostream&, char const*)");
	CHECK_SHORT("A<aaaaaaaaaaaaaa>::operator()(int, int) const", 40, "A<...>::operator()(int, int) const");
	CHECK_SHORT("A<aaaaaaaaaaaaaa>::operator->() const", 30, "A<...>::operator->() const");
	CHECK_SHORT("A<aaaaaaaaaaaaaa>::operator<=>(B<b> const&) const", 40, "A<...>::operator<=>(B<b> const&) const");
	CHECK_SHORT("f<aaaaaaaaaaaaaa>(auto) -> int", 25, "f<...>(auto) -> int");
}

TEST(names_without_brackets_lose_their_middle)
{
	CHECK_SHORT("a_very_long_function_of_c_without_any_brackets", 20, "a_very_l..._brackets");
	CHECK_SHORT("unbalanced<aaaaaaaaaaaaaaaaaaaaaa", 16, "unbala...aaaaaaa");
	CHECK_SHORT(">>>>>>>>>>>>>>>>>>>>>>>>>>>", 10, ">>>...>>>>");
	CHECK_SHORT("abcdefghijklmnop", 1, "ab...nop"); /* not below 8 */
	CHECK_SHORT("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 8,
		    "\xc3\xa4\xc3\xa4...\xc3\xa4\xc3\xa4\xc3\xa4");
}

TEST(deep_nesting_ends)
{
	char name[20001];
	for (size_t i = 0; i < 10000; i++) name[i] = '<', name[10000 + i] = '>';
	name[20000] = 0;
	struct outbuf out;
	out_init(&out, -1);
	short_name_write(name, 40, &out);
	CHECK(short_name_width(out.data, out.size) <= 40);
	out_done(&out);
}

TEST_MAIN
