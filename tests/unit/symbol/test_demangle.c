#include "tests/unit/test.h"

#include "symbol/demangle.h"

static const char *readable(const char *name)
{
	static char buffer[4096];
	char *text = demangle(name);
	snprintf(buffer, sizeof(buffer), "%s", text ? text : "-");
	free(text);
	return buffer;
}

TEST(cxx)
{
	CHECK_STR(readable("_ZN3foo3barEv"), "foo::bar()");
	CHECK_STR(readable("_Z24variably_modified_type_pP9tree_nodeS0_"), "variably_modified_type_p(tree_node*, tree_node*)");
	CHECK_STR(readable("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc"),
		  "std::basic_ostream<char, std::char_traits<char> >& std::operator<< <std::char_traits<char> >(std::basic_ostream<char, std::char_traits<char> >&, char const*)");
	CHECK_STR(readable("_ZN3foo3barEv.cold"), "foo::bar() [clone .cold]");
	CHECK_STR(readable("_ZN3foo3barEv.constprop.0.cold"), "foo::bar() [clone .constprop.0] [clone .cold]");
	CHECK_STR(readable("_ZSt4cout"), "std::cout");
	CHECK_STR(readable("_GLOBAL__I__ZN3foo3barEv"), "global constructors keyed to foo::bar()");
}

TEST(not_mangled)
{
	CHECK_STR(readable("main"), "-");
	CHECK_STR(readable(""), "-");
	CHECK_STR(readable("_"), "-");
	CHECK_STR(readable("_Z"), "-");
	CHECK_STR(readable("_Z3fo"), "-");
	CHECK_STR(readable("_init"), "-");
	CHECK_STR(readable("_ZN3Foo3barEi@@VERS_1"), "-"); /* as upstream */
	CHECK_STR(readable("caml_main"), "-");
}

TEST(rust)
{
	CHECK_STR(readable("_ZN50_$LT$$RF$mut$u20$W$u20$as$u20$core..fmt..Write$GT$9write_str17h05aa1b2c3d4e5f60E"), "<&mut W as core::fmt::Write>::write_str");
	CHECK_STR(readable("_ZN3foo28_$u7b$$u7b$closure$u7d$$u7d$17h05aa1b2c3d4e5f60E"), "foo::{{closure}}");
	CHECK_STR(readable("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
}

TEST(ocaml)
{
	CHECK_STR(readable("camlStdlib__List__map_1"), "Stdlib.List.map_1");
	CHECK_STR(readable("camlStdlib__$5e_136"), "Stdlib.^_136");
	CHECK_STR(readable("camlA$zz_1"), "A$zz_1");
}

TEST(linkage_table_entries)
{
	char *text = demangle_symbol("_Z3foov@plt", true);
	CHECK_STR(text, "foo()@plt");
	free(text);
	CHECK(demangle_symbol("malloc@plt", true) == NULL);
}

/* Each substitution doubles what the last one printed: the readable form of these 2 kB would be larger than any memory. */
TEST(exponential_names_are_given_up)
{
	char name[4096] = "_Z1fI1AS";
	size_t at = strlen("_Z1f");
	at += (size_t)sprintf(name + at, "1AIiiE");
	for (int i = 0; i < 200; i++) at += (size_t)sprintf(name + at, "1AIS%c_S%c_E", "0123456789ABCDEFGHIJ"[i % 20], "0123456789ABCDEFGHIJ"[i % 20]);
	char *text = demangle(name);
	CHECK(!text || strlen(text) < 1 << 19);
	free(text);
}

TEST(long_names_are_left_alone)
{
	char *name = malloc(100001);
	memset(name, 'P', 100000);
	memcpy(name, "_Z1f", 4);
	name[100000] = 0;
	CHECK(demangle(name) == NULL);
	free(name);
}

TEST_MAIN
