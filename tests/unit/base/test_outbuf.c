#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "tests/unit/test.h"

static const char *text_of(struct outbuf *out)
{
	*out_reserve(out, 1) = '\0';
	return out->data ? out->data : "";
}

TEST(outbuf_text_and_padding)
{
	struct outbuf out;
	out_init(&out, -1);
	out_str(&out, "a");
	out_lit(&out, "bc");
	out_char(&out, 'd');
	out_left(&out, "x", 3);
	out_right(&out, "y", 3);
	out_left(&out, "long", 2);
	out_right(&out, "long", 2);
	out_spaces(&out, 2);
	out_printf(&out, "%d%s", 5, "!");
	CHECK_STR(text_of(&out), "abcdx    ylonglong  5!");
	CHECK_INT(out_flush(&out), 0); /* no descriptor: stays in memory */
	CHECK(out.size > 0);
	out_done(&out);
}

TEST(outbuf_fixed_and_padding_behind)
{
	struct outbuf out;
	out_init(&out, -1);
	out_fixed(&out, 1234567, 3, 10);
	out_fixed(&out, 5, 6, 0);
	out_fixed(&out, 0, 2, 5);
	out_fixed(&out, UINT64_MAX, 6, 1);
	size_t start = out.size;
	out_lit(&out, "ab");
	out_pad_from(&out, start, 4);
	out_pad_from(&out, start, 1);
	CHECK_STR(text_of(&out), "  1234.5670.000005 0.0018446744073709.551615ab  ");
	out_done(&out);
}

TEST(outbuf_shared_writes_whole_lines)
{
	struct outbuf out;
	int ends[2];
	char line[1001], text[3 * PIPE_BUF];
	size_t sizes[] = { 4 * 1001, 3 * 1001 + 5, 2 };
	/* a pipe of packets keeps writes apart */
	CHECK_INT(pipe2(ends, O_DIRECT | O_NONBLOCK), 0);
	memset(line, 'x', 1000);
	line[1000] = '\n';
	out_init(&out, ends[1]);
	out.shared = true;
	for (int i = 0; i < 7; i++) out_mem(&out, line, sizeof line);
	out_lit(&out, "tail\n");
	out_lit(&out, "no");
	CHECK_INT(out_flush(&out), 0);
	/* what has no end goes out after the last line */
	CHECK_INT(read(ends[0], text, sizeof text), sizes[0]);
	CHECK_INT(read(ends[0], text, sizeof text), sizes[1]);
	CHECK_INT(read(ends[0], text, sizeof text), sizes[2]);
	CHECK_INT(read(ends[0], text, sizeof text), -1);
	out_done(&out);
	close(ends[0]);
	close(ends[1]);
}

TEST(outbuf_of_nothing)
{
	struct outbuf out;
	out_init(&out, -1);
	out_mem(&out, NULL, 0);
	out_str(&out, "");
	out_spaces(&out, 0);
	CHECK(out_reserve(&out, 0) != NULL);
	CHECK_INT(out.size, 0);
	out_done(&out);
}

TEST(outbuf_long_printf)
{
	struct outbuf out;
	out_init(&out, -1);
	char *long_text = xmalloc(20001);
	memset(long_text, 'x', 20000);
	long_text[20000] = '\0';
	out_printf(&out, "<%s>", long_text);
	CHECK_INT(out.size, 20002);
	CHECK(out.data[0] == '<' && out.data[20001] == '>' && out.data[20000] == 'x');
	free(long_text);
	out_done(&out);
}

static void check_json(const char *text, size_t size, const char *want)
{
	struct outbuf out;
	out_init(&out, -1);
	out_json_string(&out, text, size);
	CHECK_STR(text_of(&out), want);
	out_done(&out);
}

TEST(outbuf_json_strings)
{
	check_json("", 0, "\"\"");
	check_json("plain text", 10, "\"plain text\"");
	check_json("a\"b\\c\n\t\r\b\f", 10, "\"a\\\"b\\\\c\\n\\t\\r\\b\\f\"");
	check_json("\0\x01\x1f\x7f", 4, "\"\\u0000\\u0001\\u001f\\u007f\"");
	check_json("ntrbf", 5, "\"ntrbf\"");
	check_json("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
	check_json("a\xff"
		   "b",
		   3,
		   "\"a\xef\xbf\xbd"
		   "b\"");
	check_json("\xc0\x80", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 /* overlong */
	check_json("\xed\xa0\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* surrogate */
	check_json("\xe2\x82", 2, "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 /* cut */
	check_json("\xf4\x90\x80\x80", 1, "\"\xef\xbf\xbd\"");
}

TEST(outbuf_flush_writes_all)
{
	int pipe_fds[2];
	CHECK(pipe(pipe_fds) == 0);
	struct outbuf out;
	out_init(&out, pipe_fds[1]);
	out_str(&out, "hello");
	CHECK_INT(out_flush_some(&out), 0);
	CHECK_INT(out.size, 5);
	CHECK_INT(out_flush(&out), 0);
	CHECK_INT(out.size, 0);
	char buf[8];
	CHECK_INT(read(pipe_fds[0], buf, sizeof(buf)), 5);
	CHECK(memcmp(buf, "hello", 5) == 0);
	close(pipe_fds[0]);
	signal(SIGPIPE, SIG_IGN);
	out_str(&out, "more");
	CHECK_INT(out_flush(&out), -EPIPE);
	CHECK_INT(out.size, 0); /* given up */
	CHECK_INT(out.error, -EPIPE);
	close(pipe_fds[1]);
	out_done(&out);
}

TEST_MAIN
