#include "base/printable.h"
#include "tests/unit/test.h"

static const char *shown(const char *text)
{
	static struct strbuf scratch;
	return printable(text, &scratch);
}

TEST(printable_clean_names_stay_themselves)
{
	static const char *const names[] = { "",
					     "a",
					     "swapper/0",
					     "std::vector<int, std::allocator<int> >::push_back",
					     "C:\\x\\nul",
					     "mit-\\x2d.slice",
					     "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x94\xa5",
					     "\xc2\xa0",
					     "~~~~~~~~~~~~~~~~~" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		CHECK(shown(names[i]) == names[i]);
		CHECK(printable_is_clean(names[i]));
		CHECK_INT(printable_size(names[i]), strlen(names[i]));
	}
}

TEST(printable_escapes)
{
	CHECK_STR(shown("c\x1b[2Jx\nfake\r"), "c\\x1b[2Jx\\x0afake\\x0d");
	CHECK_STR(shown("\t"), "\\x09");
	CHECK_STR(shown("del\x7f"), "del\\x7f");
	CHECK_STR(shown("12345678\x1f"
			"2345678\x7f"),
		  "12345678\\x1f2345678\\x7f");
	CHECK_STR(shown("\xc2\x9b"
			"31m"),
		  "\\xc2\\x9b31m");                                            /* U+009B, the 8-bit form of ESC [ */
	CHECK_STR(shown("\xc3\xaf\xff\xc3"), "\xc3\xaf\\xff\\xc3");            /* not UTF-8, cut off */
	CHECK_STR(shown("\xed\xa0\x80\xc0\x80"), "\\xed\\xa0\\x80\\xc0\\x80"); /* a surrogate, an overlong NUL */
	CHECK_INT(printable_size("a\x1b\xc3\xaf"), 1 + 4 + 2);
}

/* Every byte at every place of a word. */
TEST(printable_every_byte)
{
	for (unsigned byte = 1; byte < 256; byte++)
		for (unsigned at = 0; at < 45; at++) {
			char text[46] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
			text[at] = (char)byte;
			bool plain = byte >= 0x20 && byte < 0x7f;
			for (unsigned size = 0; size <= 45; size++)
				CHECK_INT(printable_prefix(text, size), plain || at >= size ? size : at);
			memcpy(text + (at ? 0 : 8), "\xc3\xaf", 2); /* what is longer than a byte, before and behind */
			CHECK_INT(printable_prefix(text, 45), plain || at == 1 ? 45 : at);
		}
}

TEST(printable_into_buffers)
{
	struct outbuf out;
	_strbuf_done_ struct strbuf sb = STRBUF_INIT;
	out_init(&out, -1);
	out_name(&out, "\x1b");
	out_name_left(&out, "a\n", 7);
	out_name_right(&out, "\n", 6);
	out_name_right(&out, "longer", 2);
	out_name_mem(&out, "\0z", 2);
	out_lines(&out, "a\x1b\n\tb", 5);
	out_char(&out, '\0');
	CHECK_STR(out.data, "\\x1ba\\x0a    \\x0alonger\\x00za\\x1b\n\tb");
	out_done(&out);
	strbuf_name(&sb, "x\n");
	strbuf_lines(&sb, "\ny\r\n", 4);
	CHECK_STR(strbuf_text(&sb), "x\\x0a\ny\\x0d\n");
}

TEST(printable_printf)
{
	struct outbuf out;
	static const char *const esc = "\x1b";
	out_init(&out, -1);
	out_printf(&out, "%s\t%d%%\n", "clean \xc3\xaf", 5);
	out_printf(&out, "[%s] [%6s] [%-6s] [%.2s] [%-*.*s]\n", esc, esc, esc, "a\nb", 8, 2, "a\nb");
	out_printf(&out, "%5.2f %llx %-4d| %04u %+d %zu %c %#x %s %*d %Lg\n", 1.5, 0x123456789abcull, -7, 42u, 3,
		   (size_t)9, 'x', 255u, esc, -4, 6, 2.5L);
	out_printf(&out, "%%%s%%\n", "\xff");
	out_printf(&out, "\x1b[31m%s\x1b[m %d\n", "red", 1); /* colours of ours, in the format */
	out_printf(&out, "\x1b[31m%s\x1b[m %d\n", "\x1b[32m", 1);
	out_char(&out, '\0');
	CHECK_STR(out.data, "clean \xc3\xaf\t5%\n"
			    "[\\x1b] [  \\x1b] [\\x1b  ] [a\\x0a] [a\\x0a   ]\n"
			    " 1.50 123456789abc -7  | 0042 +3 9 x 0xff \\x1b 6    2.5\n"
			    "%\\xff%\n"
			    "\x1b[31mred\x1b[m 1\n"
			    "\x1b[31m\\x1b[32m\x1b[m 1\n");
	out.size = 0;
	out_str(&out, "raw\n");
	out_str(&out, "a\x1b");
	out_name_from(&out, 4);
	out_char(&out, '\0');
	CHECK_STR(out.data, "raw\na\\x1b");
	CHECK_INT(printable_width("\xc3\xaf\x1b"), 5);
	out_done(&out);
}

TEST_MAIN
