/* The terminal that perf runs in, as a screen. */
#ifndef TUI_SCREEN_TERMINAL_H
#define TUI_SCREEN_TERMINAL_H

#include "base/err.h"
#include "tui/screen.h"

struct screen_terminal_options {
	const char *term;  /* $TERM */
	int in_fd, out_fd; /* both the terminal's; they stay the caller's */
	bool colours;      /* false: bold, reverse and the like tell styles apart (NO_COLOR) */
	bool unicode;      /* the terminal shows UTF-8 */
	bool mouse;
	/* "red,default" for a row of style.def with that name; NULL: none is changed. May be called only while the
	 * screen is opened. */
	const char *(*colour_of)(void *ctx, const char *name);
	void *colour_of_ctx;
};

/* Takes the terminal: its screen is another one until screen_close, keys come as they are typed. 0, or -errno with err
 * set: -ENOTSUP without ncursesw, -ENOENT for a terminal that is not known (both: use --stdio). One at a time. */
int screen_terminal_open(const struct screen_terminal_options *options, struct screen **ret,
			 struct err *err) _warn_unused_;

#endif
