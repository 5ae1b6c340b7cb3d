/* Filters of names: patterns, the order of "!", "&" and "|", brackets, blanks; what is no filter, and where. */
#include "probe/search/glob_filter.h"

#include <errno.h>
#include "tests/unit/test.h"

static bool matches(const char *text, const char *name)
{
	_err_done_ struct err err = ERR_INIT;
	struct glob_filter *filter = NULL;
	CHECK_INT(glob_filter_new(text, &filter, &err), 0);
	if (!filter) return false;
	bool does = glob_filter_matches(filter, name);
	glob_filter_free(filter);
	return does;
}

/* The names of "alpha beta gamma" that pass, by their first letters. */
static const char *of_three(const char *text)
{
	static char result[4];
	static const char *const names[] = { "alpha", "beta", "gamma" };
	size_t size = 0;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (matches(text, names[i])) result[size++] = names[i][0];
	result[size] = 0;
	return result;
}

TEST(operators)
{
	CHECK_STR(of_three("alpha"), "a");
	CHECK_STR(of_three("alpha | gamma"), "ag");
	CHECK_STR(of_three("*a & *m*"), "g");
	CHECK_STR(of_three("!alpha"), "bg");
	CHECK_STR(of_three("!!alpha"), "a");
	CHECK_STR(of_three("!alpha & !beta"), "g");
	CHECK_STR(of_three("alpha | b* & g*"), "a"); /* & binds more than | */
	CHECK_STR(of_three("b* & g* | alpha"), "a");
	CHECK_STR(of_three("(alpha | b*) & b*"), "b");
	CHECK_STR(of_three("!(alpha | b*)"), "g");
	CHECK_STR(of_three("!(!(alpha))"), "a");
	CHECK_STR(of_three("*"), "abg");
}

TEST(blanks)
{
	static const char blanks[] = " \t\n\v\f\r";
	for (size_t i = 0; blanks[i]; i++) {
		char text[64];
		snprintf(text, sizeof(text), "%calpha%c|%c(%cgamma%c)%c", blanks[i], blanks[i], blanks[i], blanks[i],
			 blanks[i], blanks[i]);
		CHECK_STR(of_three(text), "ag");
		snprintf(text, sizeof(text), "ns::f(int,%cint)", blanks[i]);
		CHECK(glob_matches("ns::f(int,int)", text, true));
		CHECK(glob_matches(text, "ns::f(int,int)", true));
		CHECK(!glob_matches("ns::f(int,int)", text, false));
	}
	/* the bytes next to them are none */
	CHECK(matches("a\bb", "a\bb"));
	CHECK(matches("a\016b", "a\016b"));
	CHECK(!glob_matches("ab", "a\bb", true));
	CHECK(!glob_matches("ab", "a\016b", true));
}

TEST(patterns)
{
	CHECK(matches("al*", "alpha") && matches("al*", "al") && !matches("al*", "a"));
	CHECK(matches("*ha", "alpha") && matches("*ha", "ha") && !matches("*ha", "a"));
	CHECK(matches("*lp*", "alpha") && matches("a*p*a", "alpha") && !matches("a*x*a", "alpha"));
	CHECK(matches("?l??a", "alpha") && !matches("?l?a", "alpha"));
	CHECK(matches("[a-c]eta", "beta") && !matches("[c-d]eta", "beta") && matches("[xb]eta", "beta"));
	CHECK(matches("[a-b]eta", "beta") && matches("[b-c]eta", "beta") && !matches("[!a-b]eta", "beta"));
	CHECK(matches("[!a]eta", "beta") && !matches("[!b]eta", "beta"));
	CHECK(matches("[]]", "]") && matches("a[!]]", "ab") && matches("[a-]", "-"));
	CHECK(matches("[beta", "[beta") && !matches("[beta", "beta")); /* nothing closes it */
	CHECK(matches("[!&|]", "x") && !matches("[!&|]", "|"));        /* in brackets these are letters */
	CHECK(matches("\\*", "*") && !matches("\\*", "a") && matches("a\\|b", "a|b") && matches("a\\ b", "a b"));
	CHECK(!matches("alpha", "alph") && !matches("alpha", "alphas"));
}

/* Where the error is said to be. */
static int wrong_at(const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	struct glob_filter *filter = NULL;
	int column = -1;
	CHECK_INT(glob_filter_new(text, &filter, &err), -EINVAL);
	CHECK(!filter);
	CHECK(err.message && sscanf(err.message, "Filter parse error at %d.", &column) == 1);
	return column;
}

TEST(errors)
{
	CHECK_INT(wrong_at(""), 1);
	CHECK_INT(wrong_at("a |"), 4);
	CHECK_INT(wrong_at("a & | b"), 5);
	CHECK_INT(wrong_at("(a"), 3);
	CHECK_INT(wrong_at("a)"), 2);
	CHECK_INT(wrong_at("a b"), 3);
	CHECK_INT(wrong_at("!"), 2);
	char deep[4096];
	memset(deep, '!', sizeof(deep));
	memcpy(deep + sizeof(deep) - 2, "a", 2);
	CHECK(wrong_at(deep) > 1); /* no deeper than there is room for */
	memset(deep, '(', sizeof(deep) - 1);
	CHECK(wrong_at(deep) > 1);
}

TEST_MAIN
