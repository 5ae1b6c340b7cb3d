/* The view of code, for the files that it is made of: code_view.c (what it shows, and where one goes from there),
 * code_view_draw.c (how lines look). */
#ifndef TUI_VIEW_CODE_VIEW_PRIVATE_H
#define TUI_VIEW_CODE_VIEW_PRIVATE_H

#include "tui/view/code_view.h"

struct code_view {
	struct view view;
	struct browser browser;
	struct code_listing listing;
	struct code_view_options options;
	char *title;
	/* Lines of the listing that are shown: browser rows. */
	VEC(uint32_t) shown;
	VEC(uint32_t) hot;    /* instructions with weight, heaviest first */
	VEC(uint32_t) jumped; /* where jumps were followed from, last one last */
	unsigned address_width, jumps_width, number_width, mnemonic_width;
	bool shows_places, shows_cycle_range;
	struct strbuf sought;
	/* Of a row of a result (code_view_of_row). */
	struct result_source source;
	uint64_t row;
};

/* Widths of columns, after the listing or the options changed. */
void code_view_measure(struct code_view *view);
/* The titles of columns, and one line of the listing. */
void code_view_draw_titles(const struct code_view *view, struct line *line);
void code_view_draw_line(const struct code_view *view, struct line *line, uint32_t index);
/* A vertical line from the selected jump to where it goes; rows are those of the screen. */
void code_view_draw_arrow(const struct code_view *view, struct screen *screen, struct area area);
/* The whole listing as text, as it is shown. */
void code_view_print(const struct code_view *view, struct outbuf *out);

#endif
