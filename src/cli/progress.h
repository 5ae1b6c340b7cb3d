/* A bar on the last line of a terminal for work that takes longer than a second. Costs a comparison when nothing is
 * to be drawn.
 *
 *     Processing events [#########............................]  24%
 *
 * Use: progress_start, progress_update for every step with the amount done so far, progress_finish. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* One bar. Members are progress.c's own. */
struct progress {
	/* The caller's text, which must outlive the bar. */
	const char *title;
	/* total: the amount that is 100 %, in any unit. next: the amount at which to look at the clock again. */
	uint64_t total, next;
	/* Of CLOCK_MONOTONIC; drawn_ns 0: never drawn. */
	uint64_t start_ns, drawn_ns;
	/* The terminal. enabled: there is one, and a total. drawn: something must be wiped. */
	int fd;
	bool enabled, drawn;
};

/* title ("Processing events") stays the caller's. total 0: unknown, no bar. Draws only when stderr is a terminal, or
 * was before the pager came, and -q was not given. For work that is done before the first line of output. */
void progress_start(struct progress *progress, const char *title, uint64_t total);
/* Draws when it is time; progress_update calls it. */
void progress_draw(struct progress *progress, uint64_t done);
/* Wipes the bar. */
void progress_finish(struct progress *progress);

/* May be called for every step; from one thread at a time. */
static inline void progress_update(struct progress *progress, uint64_t done)
{
	if (progress->enabled && done >= progress->next) progress_draw(progress, done);
}

#endif
