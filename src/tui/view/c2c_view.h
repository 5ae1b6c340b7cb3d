/* The browser of `perf c2c report`: cache lines, and for each the rows of who accesses which part of it, with their
 * call graphs. */
#ifndef TUI_VIEW_C2C_VIEW_H
#define TUI_VIEW_C2C_VIEW_H

#include "base/err.h"
#include "render/listing/c2c_text.h"
#include "tui/view.h"

/* What only a command can do; functions may be NULL, and their keys then say so. */
struct c2c_view_host {
	void *ctx;
	/* A view of the code of a row, to be pushed; NULL with err set where there is none. */
	struct view *(*code)(void *ctx, const struct c2c_row *row, struct err *err);
};

/* The list of lines, for ui_push. result must live as long as the interface; style is copied: which columns there are,
 * and how wide at first. */
struct view *c2c_view_new(const struct c2c_result *result, const struct c2c_text_style *style,
			  const struct c2c_view_host *host);

#endif
