/* The grammar of perfconfig files, line by line, and changing them in place. */
#include "cli/configtext.h"
#include <errno.h>
#include "tests/unit/test.h"

/* All items of a text: "section.name=value" or "!line:error", joined by '|'. */
static const char *items_of(const char *text, size_t size)
{
	static char all[2000];
	struct configtext reader;
	enum configtext_kind kind;

	all[0] = '\0';
	configtext_init(&reader, text, size);
	while ((kind = configtext_next(&reader)) != CONFIGTEXT_END) {
		size_t used = strlen(all);
		const char *bar = used && kind != CONFIGTEXT_SECTION ? "|" : "";

		if (kind == CONFIGTEXT_VARIABLE)
			snprintf(all + used, sizeof(all) - used, "%s%s.%s=%s", bar, strbuf_text(&reader.section),
				 strbuf_text(&reader.name), strbuf_text(&reader.value));
		if (kind == CONFIGTEXT_ERROR)
			snprintf(all + used, sizeof(all) - used, "%s!%u:%s", bar, reader.item_line, reader.error);
	}
	configtext_done(&reader);
	return all;
}
static const char *items(const char *text) { return items_of(text, strlen(text)); }

TEST(variables)
{
	CHECK_STR(items(""), "");
	CHECK_STR(items("[report]\n\tsort_order = pid,comm\n percent-limit=3\n"),
		  "report.sort_order=pid,comm|report.percent-limit=3");
	CHECK_STR(items("[a] x=3\n[b]y=4"), "a.x=3|b.y=4");
	CHECK_STR(items("[Ab]\nCd=Ef\n"), "ab.cd=Ef");
	CHECK_STR(items("[a]\nx=\ny = \n"), "a.x=|a.y=");
	CHECK_STR(items("\xef\xbb\xbf[a]\r\nx=1\r\ny=2\r\n"), "a.x=1|a.y=2");
}

TEST(comments) { CHECK_STR(items("# one\n[a] ; two\nx=1 # three\ny=\"#;\" ; four\n;five"), "a.x=1|a.y=#;"); }

TEST(values)
{
	CHECK_STR(items("[a]\nx = one  two  \n"), "a.x=one  two");
	CHECK_STR(items("[a]\nx = \" one \"two\n"), "a.x= one two");
	CHECK_STR(items("[a]\nx=a\\\nb\ny=1"), "a.x=ab|a.y=1");
	CHECK_STR(items("[a]\nx=\"a\\tb\\n\\\"q\\\\\"\n"), "a.x=a\tb\n\"q\\");
}

TEST(sections)
{
	CHECK_STR(items("[a.b]\nx=1\n"), "a.b.x=1");
	CHECK_STR(items("[a \"Sub Sec\"]\nx=1\n"), "a.Sub Sec.x=1");
	CHECK_STR(items("[a \"q\\\"]\"]\nx=1\n"), "a.q\"].x=1");
}

TEST(errors)
{
	CHECK_STR(items("x=1\n[a]\ny=1\n"), "!1:variable outside of a section|a.y=1");
	CHECK_STR(items("[a]\nbar\nx=1\n"), "!2:no value|a.x=1");
	CHECK_STR(items("[a]\nx y=3\n"), "!2:name with a blank");
	CHECK_STR(items("[a]\n1x=3\n=3\n"), "!2:neither a section nor a variable|!3:neither a section nor a variable");
	CHECK_STR(items("[a]\nx=\"abc\ny=1\n"), "!2:quote is not closed|a.y=1");
	CHECK_STR(items("[a]\nx=\\q\ny=1\n"), "!2:unknown escape|a.y=1");
	CHECK_STR(items("[a]\nx=1\n[b\ny=2\n[c]\nz=3"),
		  "a.x=1|!3:section header is not closed|!4:variable outside of a section|c.z=3");
	CHECK_STR(items("[]\nx=1\n"), "!1:section has no name|!2:variable outside of a section");
	CHECK_STR(items("[a \"b]\nx=1\n"), "!1:quote is not closed|!2:variable outside of a section");
	CHECK_STR(items("[a \"b\"c]\n"), "!1:text after the quoted part of a section header");
	CHECK_STR(items_of("[a]\nx=a\0b\ny=1\n", 14), "!2:NUL byte|a.y=1");
	CHECK_STR(items_of("[a\0]\nx=1\n", 9), "!1:section header is not closed|!2:variable outside of a section");
}

/* What the text becomes with section.name = value. */
static const char *set(const char *text, const char *section, const char *name, const char *value)
{
	static char *changed;

	free(changed);
	changed = NULL;
	int result = configtext_set(text, strlen(text), section, name, value, &changed);
	return result < 0 ? "refused" : changed;
}

TEST(set_new)
{
	CHECK_STR(set("", "a", "x", "1"), "[a]\n\tx = 1\n");
	CHECK_STR(set("# mine", "a", "x", "1"), "# mine\n[a]\n\tx = 1\n");
	CHECK_STR(set("[b]\nx=1\\\n", "a", "x", "1"), "[b]\nx=1\\\n\n[a]\n\tx = 1\n");
	CHECK_STR(set("[a]\n\ty = 2 # y\n\n[b]\n\tz = 3\n", "a", "x", "1"),
		  "[a]\n\ty = 2 # y\n\tx = 1\n\n[b]\n\tz = 3\n");
	CHECK_STR(set("[a]", "a", "x", "1"), "[a]\n\tx = 1\n");
	CHECK_STR(set("[a]\n", "b.Sub Sec", "x", "1"), "[a]\n[b \"Sub Sec\"]\n\tx = 1\n");
	CHECK_STR(set("[a]\n", "b.c", "x", "1"), "[a]\n[b.c]\n\tx = 1\n");
}

TEST(set_known)
{
	CHECK_STR(set("[a]\nx = 1 ; keep\ny=2\n", "a", "x", "5"), "[a]\nx = 5 ; keep\ny=2\n");
	CHECK_STR(set("[a]\nx=1\nx=2\n", "a", "x", "5"), "[a]\nx=1\nx=5\n");
	CHECK_STR(set("[a]\nx=\n", "a", "x", "5"), "[a]\nx=5\n");
	CHECK_STR(set("[A]\nX=\"a b\" \n", "a", "x", "5"), "[A]\nX=5 \n");
	CHECK_STR(set("[a]\nx=a\\\nb\n[b]\n", "a", "x", "5"), "[a]\nx=5\n[b]\n");
}

/* Where a file has a wrong line, the section that it stands in is still the section. */
TEST(set_beside_errors)
{
	CHECK_STR(set("[a]\n=1\ny=2\n[b]\n", "a", "x", "1"), "[a]\n=1\ny=2\n\tx = 1\n[b]\n");
	CHECK_STR(set("[a]\ny=2\n=1\n[b]\n", "a", "x", "1"), "[a]\ny=2\n=1\n\tx = 1\n[b]\n");
	CHECK_STR(set("[b]\n=1\n[c]\n", "a", "x", "1"), "[b]\n=1\n[c]\n[a]\n\tx = 1\n");
}

TEST(set_quotes)
{
	static const char *const values[] = { "", " a", "a ", "a#b", "a;b", "a\"b", "a\\b", "a\nb", "a\tb", "a b" };

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		char want[100];

		snprintf(want, sizeof(want), "s.x=%s", values[i]);
		CHECK_STR(items(set("[s]\ny=1\n", "s", "x", values[i])) + strlen("s.y=1|"), want);
	}
}

TEST(set_refused)
{
	CHECK_STR(set("", "a", "x y", "1"), "refused");
	CHECK_STR(set("", "a", "1x", "1"), "refused");
	CHECK_STR(set("", "a", "", "1"), "refused");
	CHECK_STR(set("", "", "x", "1"), "refused");
	CHECK_STR(set("", "a\nb", "x", "1"), "refused");
	CHECK_STR(set("", "a]b", "x", "1"), "refused");
}

TEST_MAIN
