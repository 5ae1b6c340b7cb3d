/* The bar on a terminal: when it is drawn, how wide it is, and that it is wiped. */
#include "cli/progress.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "tests/unit/test.h"

static int terminal = -1, screen = -1;

/* A terminal of so many columns; what is written to it comes out of screen. */
static bool open_terminal(unsigned short columns)
{
	const struct winsize size = { .ws_row = 24, .ws_col = columns };
	screen = posix_openpt(O_RDWR | O_NOCTTY);
	if (screen < 0 || grantpt(screen) < 0 || unlockpt(screen) < 0) return false;
	terminal = open(ptsname(screen), O_RDWR | O_NOCTTY);
	return terminal >= 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0;
}

static void close_terminal(void)
{
	if (terminal >= 0) close(terminal);
	if (screen >= 0) close(screen);
	terminal = screen = -1;
}

/* A bar that was begun long ago. */
static struct progress bar_of(uint64_t total)
{
	return (struct progress){ .title = "Work", .total = total, .fd = terminal, .enabled = true };
}

/* What came to the screen; an end is marked, as there may be nothing. */
static const char *shown(void)
{
	static char text[400];
	size_t size = 0;
	(void)!write(terminal, "|", 1);
	while (size + 1 < sizeof(text) && read(screen, text + size, 1) == 1 && text[size] != '|') size++;
	text[size] = '\0';
	return text;
}

/* The bar is as wide as leaves room for title and percentage. */
static const char *drawn(unsigned short columns, uint64_t done, uint64_t total)
{
	const char *text = "no terminal";
	if (open_terminal(columns)) {
		struct progress bar = bar_of(total);
		progress_draw(&bar, done);
		text = shown();
	}
	close_terminal();
	return text;
}

TEST(widths)
{
	CHECK_STR(drawn(24, 0, 100), "\rWork [..........]   0%");
	CHECK_STR(drawn(24, 25, 100), "\rWork [##........]  25%");
	CHECK_STR(drawn(24, 100, 100), "\rWork [##########] 100%");
	CHECK_STR(drawn(24, 300, 100), "\rWork [##########] 100%"); /* more than was announced */
	CHECK_STR(drawn(15, 50, 100), "\rWork [.]  50%");
	CHECK_STR(drawn(14, 50, 100), "\rWork []  50%");
	CHECK_STR(drawn(3, 50, 100), "\rWork []  50%");
}

/* A terminal that does not know how wide it is (a serial line) counts as 80 columns. */
TEST(unknown_width)
{
	CHECK_INT(strlen(drawn(0, 50, 100)), strlen(drawn(80, 50, 100)));
	CHECK_INT(strlen(drawn(80, 50, 100)), 1 + 78);
	CHECK(strlen(drawn(2000, 50, 100)) < 200);
}

TEST(when_it_is_drawn)
{
	if (!open_terminal(24)) SKIP("there are no terminals here");
	struct progress bar = bar_of(5000);
	progress_update(&bar, 1);
	CHECK_STR(shown(), "\rWork [..........]   0%");
	CHECK_INT(bar.next, 6); /* steps of a thousandth */
	bar.drawn_ns = 0;
	bar.next = 2501;
	progress_update(&bar, 2500); /* the next step is not reached */
	CHECK_STR(shown(), "");
	progress_update(&bar, 2501);
	CHECK_STR(shown(), "\rWork [#####.....]  50%");
	progress_finish(&bar);
	CHECK_STR(shown(), "\r\033[K");
	progress_finish(&bar); /* once */
	CHECK_STR(shown(), "");
	bar.drawn_ns = 0;
	progress_update(&bar, 5000);
	CHECK_STR(shown(), "");
	close_terminal();
}

TEST_MAIN
