/* A bar on the terminal for passes that take long: from the first second on, at most ten times a second, and wiped away
 * at the end. */
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/compiler.h"
#include "cli/console.h"
#include "cli/pager.h"

#define NS_PER_SECOND 1000000000u
#define SHOW_AFTER_NS NS_PER_SECOND
#define REDRAW_NS (NS_PER_SECOND / 10)
/* How often in all the clock is looked at: reading it for each of millions of events would cost more than the bar. */
#define STEPS 1000

void progress_start(struct progress *progress, const char *title, uint64_t total)
{
	int fd = pager_terminal_fd();

	*progress = (struct progress){
		.title = title, .total = total, .fd = fd, .enabled = total && !console.quiet && isatty(fd)
	};
	if (progress->enabled) progress->start_ns = clock_now_ns();
}

/* Of the terminal that the bar is on, which may have been resized. */
static unsigned columns(int fd)
{
	struct winsize size;
	return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

/* next is set before anything else: also a call that draws nothing must not be repeated at once. */
void progress_draw(struct progress *progress, uint64_t done)
{
	uint64_t now = clock_now_ns();
	char bar[160];

	progress->next = done + MAX(progress->total / STEPS, 1u);
	if (now - progress->start_ns < SHOW_AFTER_NS || now - progress->drawn_ns < REDRAW_NS) return;
	progress->drawn_ns = now;
	progress->drawn = true;
	/* The title, two brackets, blanks and the percentage take ten columns besides the bar. */
	unsigned width = columns(progress->fd), text = (unsigned)strlen(progress->title) + 10;
	unsigned length = width > text ? MIN(width - text, (unsigned)sizeof(bar) - 1) : 0;
	unsigned filled = (unsigned)((double)MIN(done, progress->total) / (double)progress->total * length);
	memset(bar, '#', filled);
	memset(bar + filled, '.', length - filled);
	bar[length] = 0;
	dprintf(progress->fd, "\r%s [%s] %3u%%", progress->title, bar,
		(unsigned)((double)MIN(done, progress->total) / (double)progress->total * 100));
}

void progress_finish(struct progress *progress)
{
	if (progress->drawn) dprintf(progress->fd, "\r\033[K");
	progress->enabled = progress->drawn = false;
}
