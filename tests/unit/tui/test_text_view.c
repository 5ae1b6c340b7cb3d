/* The pager on a screen in memory, with a text that comes through a pipe. */
#include "tests/unit/test.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include "tui/screen_memory.h"
#include "tui/view/text_heading.h"
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

static void check_heading(const char *line, const char *comm, uint64_t tid, uint64_t time_ns, const char *event)
{
	struct text_heading heading;
	text_heading_parse(line, &heading);
	_free_ char *got_comm = xstrndup(heading.comm.text ? heading.comm.text : "", heading.comm.size);
	_free_ char *got_event = xstrndup(heading.event.text ? heading.event.text : "", heading.event.size);
	CHECK_STR(got_comm, comm);
	CHECK_STR(got_event, event);
	CHECK_INT(heading.tid, tid);
	CHECK_INT(heading.time_ns, time_ns);
}

TEST(headings_say_who_and_when)
{
	check_heading("tree_fp   15806   380.157531:     500000 cpu-clock:ppp: ", "tree_fp", 15806, 380157531000,
		      "cpu-clock:ppp");
	check_heading("  a b 3/4 [001]   382.451904: sched:sched_waking: comm=x [ns]", "a b", 4, 382451904000,
		      "sched:sched_waking");
	check_heading("     382.451943 [0000]  migration/0[18]             0.000", "migration/0", 18, 382451943000, "");
	check_heading("     382.451943 [0000]  my thread[12/10]            0.000", "my thread", 12, 382451943000, "");
	check_heading("     382.454857 [0000]  <idle>                      0.000", "<idle>", UINT64_MAX, 382454857000,
		      "");
	check_heading("no time at all", "", UINT64_MAX, 0, "");
	check_heading("1.0:", "", UINT64_MAX, 1000000000, "");
	check_heading("[1.0:", "", UINT64_MAX, 0, "");
	check_heading("] 1.5: ]", "", UINT64_MAX, 1500000000, "]");
	check_heading("99999999999999999999.1: x", "", UINT64_MAX, 0, "");
}

/* What these keys leave on the screen has the text. */
static void check_has(const char *keys, const char *text)
{
	char *screen = play(samples, 0, keys);
	if (!strstr(screen, text)) fprintf(stderr, "%s\n", screen);
	CHECK(strstr(screen, text) != NULL);
	free(screen);
}

TEST(entries_are_folded_and_filtered)
{
	check(samples, 0, "C",
	      "The title\n"
	      "prog 10 1.0: cycles:\n"
	      "prog 11 2.0: cycles:\n"
	      "prog 12 3.0: cycles:\n"
	      "\n"
	      "\n"
	      "line 1 of 3, 3 entries  Press '?' for help on key\n");
	check(samples, 0, "Cje",
	      "The title\n"
	      "prog 10 1.0: cycles:\n"
	      "prog 11 2.0: cycles:\n"
	      "        foo\n"
	      "\n"
	      "prog 12 3.0: cycles:\n"
	      "line 2 of 5, 3 entries  Press '?' for help on key\n");
	check_has("Cjee", "line 2 of 3, 3 entries");
	check_has("CE:10\r", "line 10 of 10");
	check_has("Gkke", "line 8 of 8, 3 entries");
	/* by a function, by a thread, by both, by what is not there */
	check_has("ffoo\r", "line 1 of 3, 1 entries");
	check_has("&tid=12\r", "The title, filter: tid=12");
	check_has("&tid=12\r", "\nprog 12 3.0: cycles:");
	check_has("fcomm=PROG event=cyc pid=10 start\r", "line 1 of 4, 1 entries");
	check_has("fcomm=prog foo bar\r", "No entry is so: comm=prog foo bar");
	check_has("ftid=x\r", "take a number");
	/* none: all lines again, and the entry that was selected is */
	check_has("Gftid=11\rf\x15\r", "line 5 of 10");
}

TEST(times_are_found)
{
	check_has("t2\r", "line 5 of 10");
	check_has("t1.5\r", "line 5 of 10");
	check_has("Gt+0.0\r", "line 1 of 10");
	check_has("t+2\r", "line 8 of 10");
	check_has("t9\r", "Nothing is there at or behind 9 s");
	check_has("tsoon\r", "This is no time in seconds: soon");
	check_has("Ct2.5\r", "line 3 of 3");
	check_has("w", "Files cannot be written from here");
}

/* text_view_host: into memory. */
static struct strbuf written = STRBUF_INIT;
static int create(void *ctx, const char *name, struct outbuf *ret_out, char **ret_path, struct err *err)
{
	out_init(ret_out, -1);
	*ret_path = xstrdup(name);
	return 0;
}
static int finish(void *ctx, struct outbuf *out, const char *path, struct err *err)
{
	strbuf_add(&written, out->data, out->size);
	out_done(out);
	return 0;
}

TEST(what_is_shown_is_written)
{
	struct screen *screen = screen_memory_open(7, 50);
	struct ui *ui = ui_new(screen);
	const struct text_view_options options = { .host = { .create = create, .close = finish } };
	ui_push(ui, text_view_new(lines_of(samples, screen), &options));
	screen_memory_type(screen, "fbar\rw");
	ui_run(ui);
	CHECK_STR(strbuf_text(&written), "prog 12 3.0: cycles:\n\tbar\n\n");
	ui_free(ui);
	screen_close(screen);
	strbuf_done(&written);
}

TEST(many_entries)
{
	struct strbuf text = STRBUF_INIT;
	for (unsigned i = 0; i < 20000; i++) strbuf_printf(&text, "p %u %u.0: x:\n\tf%u\n\n", i, i + 1, i % 7);
	char *screen = play(strbuf_text(&text), 0, "ff3\rC:1000\r");
	CHECK(strstr(screen, "line 1000 of 2857"));
	CHECK(strstr(screen, "p 6996 6997.0: x:"));
	free(screen);
	screen = play(strbuf_text(&text), 0, "Ct15000\re");
	CHECK(strstr(screen, "p 14999 15000.0: x:\n        f5") || strstr(screen, "p 14999 15000.0: x:"));
	free(screen);
	strbuf_done(&text);
}

TEST_MAIN
