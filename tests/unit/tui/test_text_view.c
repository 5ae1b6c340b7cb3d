/* The pager on a screen in memory, with a text that comes through a pipe. */
#include "tests/unit/test.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include "tui/screen_memory.h"
#include "tui/view/text_view.h"

enum { PATIENCE_MS = 60000 };

/* A pipe with the text in it, closed at the other end. */
static int pipe_with(const char *text)
{
	int fds[2];
	if (pipe(fds) < 0) abort();
	if (fcntl(fds[1], F_SETPIPE_SZ, 1 << 20) < 0 || write(fds[1], text, strlen(text)) != (ssize_t)strlen(text))
		abort();
	close(fds[1]);
	return fds[0];
}

static struct text_lines *lines_of(const char *text, struct screen *screen)
{
	struct text_lines *lines;
	_err_done_ struct err err = ERR_INIT;
	if (text_lines_new(pipe_with(text), screen, &lines, &err) < 0) abort();
	text_lines_want(lines, SIZE_MAX);
	text_lines_wait(lines, SIZE_MAX, PATIENCE_MS);
	CHECK(text_lines_ended(lines, NULL));
	return lines;
}

TEST(lines_of_a_text)
{
	struct text_lines *lines = lines_of("one\n\nthree\nlast without an end", NULL);
	CHECK_INT(text_lines_count(lines), 4);
	CHECK_STR(text_lines_get(lines, 0), "one");
	CHECK_STR(text_lines_get(lines, 1), "");
	CHECK_STR(text_lines_get(lines, 3), "last without an end");
	CHECK_STR(text_lines_get(lines, 4), "");
	CHECK_STR(text_lines_get(lines, SIZE_MAX), "");
	text_lines_free(lines);
	lines = lines_of("", NULL);
	CHECK_INT(text_lines_count(lines), 0);
	text_lines_free(lines);
	text_lines_free(NULL);
}

TEST(many_lines_and_long_ones)
{
	struct strbuf text = STRBUF_INIT;
	for (unsigned i = 0; i < 1000; i++) strbuf_printf(&text, "line %u\n", i);
	for (unsigned i = 0; i < 100000; i++) strbuf_char(&text, 'x');
	strbuf_str(&text, "\nend\n");
	struct text_lines *lines = lines_of(strbuf_text(&text), NULL);
	CHECK_INT(text_lines_count(lines), 1002);
	for (unsigned i = 0; i < 1000; i += 37) {
		char expected[32];
		snprintf(expected, sizeof(expected), "line %u", i);
		CHECK_STR(text_lines_get(lines, i), expected);
	}
	CHECK_INT(strlen(text_lines_get(lines, 1000)), 64 << 10);
	CHECK_STR(text_lines_get(lines, 1001), "end");
	text_lines_free(lines);
	strbuf_done(&text);
}

TEST(no_more_is_read_than_is_wanted)
{
	int fds[2];
	struct text_lines *lines;
	_err_done_ struct err err = ERR_INIT;
	signal(SIGPIPE, SIG_IGN);
	if (pipe(fds) < 0 || fcntl(fds[1], F_SETFL, O_NONBLOCK) < 0) abort();
	CHECK_INT(text_lines_new(fds[0], NULL, &lines, &err), 0);
	text_lines_want(lines, 2);
	CHECK_INT(write(fds[1], "a\nb\n", 4), 4);
	text_lines_wait(lines, 2, PATIENCE_MS);
	CHECK_INT(text_lines_count(lines), 2);
	/* nobody takes this: the pipe fills up, and stays full */
	while (write(fds[1], "c\n", 2) == 2) {
	}
	CHECK_INT(errno, EAGAIN);
	CHECK_INT(text_lines_count(lines), 2);
	text_lines_want(lines, 3);
	text_lines_wait(lines, 3, PATIENCE_MS);
	CHECK(text_lines_count(lines) > 2);
	CHECK_STR(text_lines_get(lines, 2), "c");
	text_lines_free(lines);
	CHECK(write(fds[1], "d\n", 2) < 0 && errno == EPIPE); /* the writer is told that nobody reads */
	close(fds[1]);
}

/* What is on the screen when these keys were typed. The caller frees it. */
static char *play(const char *lines, unsigned nr_titles, const char *keys)
{
	struct screen *screen = screen_memory_open(7, 50);
	struct ui *ui = ui_new(screen);
	struct strbuf text = STRBUF_INIT;
	const struct text_view_options options = { .title = "The title", .nr_titles = nr_titles };
	ui_push(ui, text_view_new(lines_of(lines, screen), &options));
	screen_memory_type(screen, keys);
	ui_run(ui);
	screen_memory_text(screen, &text);
	ui_free(ui);
	screen_close(screen);
	return strbuf_take(&text);
}

static void check(const char *lines, unsigned nr_titles, const char *keys, const char *expected)
{
	char *text = play(lines, nr_titles, keys);
	CHECK_STR(text, expected);
	free(text);
}

static const char samples[] = "prog 10 1.0: cycles:\n"
			      "\tmain\n"
			      "\tstart\n"
			      "\n"
			      "prog 11 2.0: cycles:\n"
			      "\tfoo\n"
			      "\n"
			      "prog 12 3.0: cycles:\n"
			      "\tbar\n"
			      "\n";

TEST(entries_search_and_ends)
{
	check(samples, 0, ")",
	      "The title\n"
	      "prog 10 1.0: cycles:                             ◆\n"
	      "        main                                     ▒\n"
	      "        start                                    ▒\n"
	      "                                                 ▒\n"
	      "prog 11 2.0: cycles:                             ▒\n"
	      "line 5 of 10  Press '?' for help on key bindings\n");
	check(samples, 1, "G",
	      "The title\n"
	      "prog 10 1.0: cycles:\n"
	      "                                                 ▒\n"
	      "prog 12 3.0: cycles:                             ▒\n"
	      "        bar                                      ▒\n"
	      "                                                 ◆\n"
	      "10 lines, to the end\n");
	char *text = play(samples, 0, "/bar\r");
	CHECK(strstr(text, "line 9 of 10"));
	free(text);
	text = play(samples, 0, "/cycles\rnn");
	CHECK(strstr(text, "Not found: cycles"));
	free(text);
	text = play(samples, 0, "G/cycles\rNN");
	CHECK(strstr(text, "line 5 of 10"));
	free(text);
	text = play(samples, 0, ":7\r");
	CHECK(strstr(text, "line 7 of 10"));
	free(text);
	text = play(samples, 0, ":77\r");
	CHECK(strstr(text, "There are 10 lines"));
	free(text);
	text = play(samples, 0, "((");
	CHECK(strstr(text, "This is the first"));
	free(text);
	free(play("", 3, "G/x\r)(:1\rjk"));
}

TEST_MAIN
