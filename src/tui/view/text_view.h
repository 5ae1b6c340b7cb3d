/* A text in a window: what a pager does, for what commands print (perf script, perf sched timehist). Only what was
 * looked at, or searched, is read from the pipe that the text comes through; memory is bounded (tui/text_lines.h). */
#ifndef TUI_VIEW_TEXT_VIEW_H
#define TUI_VIEW_TEXT_VIEW_H

#include "base/outbuf.h"
#include "tui/text_lines.h"
#include "tui/ui.h"

/* What only a command can do; create NULL: files cannot be written. Both return 0, or -errno with err set. */
struct text_view_host {
	void *ctx;
	/* A new file beside those of before, NAME.N; *ret_path is the caller's to free. */
	int (*create)(void *ctx, const char *name, struct outbuf *ret_out, char **ret_path, struct err *err);
	/* Writes what is left, and closes it. */
	int (*close)(void *ctx, struct outbuf *out, const char *path, struct err *err);
};
struct text_view_options {
	struct text_view_host host;
	const char *title;  /* the first line. Copied */
	unsigned nr_titles; /* so many lines at the beginning are titles of columns, which always stay visible */
};

/* A view to push, on the screen that lines wake. Takes lines over. Never NULL. */
struct view *text_view_new(struct text_lines *lines, const struct text_view_options *options);

#endif
