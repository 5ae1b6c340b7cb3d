/* A text in a window: what a pager does, for what commands print (perf script, perf sched timehist). Only what was
 * looked at, or searched, is read from the pipe that the text comes through; memory is bounded (tui/text_lines.h). */
#ifndef TUI_VIEW_TEXT_VIEW_H
#define TUI_VIEW_TEXT_VIEW_H

#include "tui/text_lines.h"
#include "tui/ui.h"

struct text_view_options {
	const char *title;  /* the first line. Copied */
	unsigned nr_titles; /* so many lines at the beginning are titles of columns, which always stay visible */
};

/* A view to push, on the screen that lines wake. Takes lines over. Never NULL. */
struct view *text_view_new(struct text_lines *lines, const struct text_view_options *options);

#endif
