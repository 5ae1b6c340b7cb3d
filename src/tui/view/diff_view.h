/* The browser of `perf diff`: the table of each event, with the cells that the text has. Rows are ordered, filtered and
 * searched; paths of calls are folded below them. */
#ifndef TUI_VIEW_DIFF_VIEW_H
#define TUI_VIEW_DIFF_VIEW_H

#include "base/err.h"
#include "base/outbuf.h"
#include "result/table.h"
#include "tui/ui.h"

struct diff_view_event {
	const char *name;
	/* Rows of deeper levels are below the ones in front of them. All events have the same columns, of a cell
	 * each. */
	const struct table *table;
	const char *about; /* what is compared or shown, lines of text */
};
struct diff_view_options {
	const struct diff_view_event *events; /* at least one */
	size_t nr_events;
	/* Rows are not of a comparison: cells are shown as their kinds say, and text is written to files of this name;
	 * NULL: they are of perf diff. */
	const char *plain_name;
	bool is_judged; /* files that are written begin with `about` */
	/* Writes text to a new file NAME.N; *ret_path is the caller's to free. 0, or -errno with err set. NULL: files
	 * cannot be written. */
	int (*save)(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err);
	void *ctx;
};

/* For ui_push. options are copied; what they point to must live as long as the view. */
struct view *diff_view_new(const struct diff_view_options *options);

#endif
