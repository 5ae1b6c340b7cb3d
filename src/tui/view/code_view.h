/* The view of a function's code: what annotate shows on a terminal. Source and instructions with their weights, arrows
 * of jumps, calls that can be followed; it begins at the hottest instruction. */
#ifndef TUI_VIEW_CODE_VIEW_H
#define TUI_VIEW_CODE_VIEW_H

#include "base/outbuf.h"
#include "render/listing/code_line.h"
#include "result/source.h"
#include "tui/ui.h"

/* Where other code comes from; functions may be NULL, and their keys then say so. Listings are initialised by the view.
 * 0, or -errno with err set, which the view shows. All but save are called beside the interface, one at a time. */
struct code_view_host {
	void *ctx;
	/* The function that has an address of the file that the listing is of: where a call goes. Comes before
	 * result_source.code_at. */
	int (*code_at)(void *ctx, const struct code_listing *listing, uint64_t vaddr, struct code_listing *ret,
		       struct err *err);
	/* The function before (step -1) or behind (1) the one shown last, by weight. */
	int (*neighbour)(void *ctx, int step, struct code_listing *ret, struct err *err);
	/* The function of the listing with the weights that it has by now; asked now and then, of functions that calls
	 * were followed to, too. 1: nothing is new. */
	int (*refresh)(void *ctx, const struct code_listing *listing, struct code_listing *ret, struct err *err);
	/* Writes text to a file whose name begins with this; *ret_path is the caller's. */
	int (*save)(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err);
};

struct code_view_options {
	const char *title; /* the first line: "Samples: 403  of event ..."; NULL: the names of the events. Copied */
	struct code_line_options line;
	bool hides_source, numbers; /* as with the keys s and k at first */
	bool jump_sources;
	bool hides_arrows;
	bool in_place; /* no threads: tests */
	struct code_view_host host;
};

/* A view to push; takes the listing over (*listing is empty afterwards). Never NULL. */
struct view *code_view_new(struct code_listing *listing, const struct code_view_options *options);
/* The code of a row of a result: asks source->code, and of calls source->code_at where options->host has no code_at.
 * source is copied, what it points to must live as long. NULL with err set where there is none. */
struct view *code_view_of_row(const struct result_source *source, uint64_t row, const struct code_view_options *options,
			      struct err *err);

#endif
