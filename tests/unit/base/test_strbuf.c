#include "base/strbuf.h"
#include "tests/unit/test.h"

TEST(strbuf_builds)
{
	_strbuf_done_ struct strbuf sb = STRBUF_INIT;
	CHECK_STR(strbuf_text(&sb), "");
	strbuf_str(&sb, "ab");
	strbuf_char(&sb, 'c');
	strbuf_printf(&sb, "%d", 42);
	strbuf_add(&sb, "xyz", 2);
	CHECK_STR(strbuf_text(&sb), "abc42xy");
	CHECK_INT(sb.size, 7);
	strbuf_clear(&sb);
	CHECK_STR(strbuf_text(&sb), "");
	for (int i = 0; i < 1000; i++) strbuf_printf(&sb, "%04d", i);
	CHECK_INT(sb.size, 4000);
	CHECK(strlen(sb.text) == 4000 && !strcmp(sb.text + 3996, "0999"));
}

TEST(strbuf_exact_fit)
{
	for (size_t size = 0; size < 200; size++) {
		struct strbuf sb = STRBUF_INIT;
		char text[200];
		memset(text, 'a', size);
		text[size] = '\0';
		strbuf_printf(&sb, "%s", text);
		CHECK_STR(strbuf_text(&sb), text);
		strbuf_str(&sb, text);
		CHECK_INT(strlen(strbuf_text(&sb)), size * 2);
		strbuf_done(&sb);
	}
}

TEST(strbuf_take_empties)
{
	struct strbuf sb = STRBUF_INIT;
	char *text = strbuf_take(&sb);
	CHECK_STR(text, "");
	free(text);
	strbuf_str(&sb, "x");
	text = strbuf_take(&sb);
	CHECK_STR(text, "x");
	CHECK_INT(sb.size, 0);
	free(text);
}

TEST_MAIN
