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

#define CHECK_FIT(text, name, behind, columns, expected)                                                      \
	do {                                                                                                  \
		struct outbuf out;                                                                            \
		out_init(&out, -1);                                                                           \
		out_lit(&out, text name behind);                                                              \
		struct short_name_place place = { short_name_row(&out), sizeof(text) - 1, sizeof(name) - 1 }; \
		short_name_fit(&out, &place, columns);                                                        \
		out_char(&out, 0);                                                                            \
		CHECK_STR(out.data, expected);                                                                \
		out_done(&out);                                                                               \
	} while (0)

#define NAME "ns::list<std::pair<int, long>, std::less<int> >::find(int)" /* 58 columns */
TEST(rows_end_at_the_column)
{
	CHECK_FIT("\t", NAME, " (a.out)", 74, "\t" NAME " (a.out)");
	CHECK_FIT("\t", NAME, " (a.out)", 73, "\tns::list<std::pair<...>, std::less<int> >::find(int) (a.out)");
	CHECK_FIT("a longer line before\n\t", NAME, "", 66, "a longer line before\n\t" NAME);
	CHECK_FIT("\033[31m50%\033[m ", NAME, "", 62, "\033[31m50%\033[m " NAME);
	CHECK_FIT("\033[31m50%\033[m ", NAME, "", 61,
		  "\033[31m50%\033[m ns::list<std::pair<...>, std::less<int> >::find(int)");
	CHECK_FIT("", NAME, " (/usr/lib/libsomething.so.1)", 10,
		  "ns::list<...>::find(int) (/usr/lib/libsomething.so.1)"); /* a name has 24 */
	CHECK_FIT("", "twenty_four_columns_each", " (/usr/lib/libsomething.so.1)", 10,
		  "twenty_four_columns_each (/usr/lib/libsomething.so.1)");
}

TEST(columns_of_a_row)
{
	struct outbuf out;
	out_init(&out, -1);
	CHECK_INT(short_name_columns(&out, short_name_row(&out)), 0);
	out_lit(&out, "before\na\tb\033[1;31m\xc3\xa4\033[m");
	CHECK_INT(short_name_row(&out), 7);
	CHECK_INT(short_name_columns(&out, 7), 10);
	out_lit(&out, "\033["); /* cut */
	CHECK_INT(short_name_columns(&out, 7), 10);
	out_done(&out);
}

TEST_MAIN
