/* The inside of the view of texts: text_view.c reads, draws and searches; text_view_list.c has entries, filters and
 * files. */
#ifndef TUI_VIEW_TEXT_VIEW_PRIVATE_H
#define TUI_VIEW_TEXT_VIEW_PRIVATE_H

#include "tui/view/text_entries.h"
#include "tui/view/text_view.h"

struct text_view {
	struct view view;
	struct browser browser; /* of the lines behind the titles */
	struct text_lines *lines;
	struct text_view_host host;
	char *title;
	unsigned nr_titles;
	size_t goal; /* rows that a search or a jump reads up to; 0: none is under way */
	struct strbuf sought;
	/* Rows are those of entries, not all lines: some are filtered out, or folded. */
	bool is_listed;
	struct text_entries entries;
	struct text_filter filter;
	struct strbuf filter_text;
	uint64_t wanted_ns; /* that a jump looks for */
};

/* The line of the text that a row shows; SIZE_MAX: none. And its text. */
size_t text_view_line(const struct text_view *v, size_t row);
const char *text_view_text(struct text_view *v, size_t row);
/* Takes what was read meanwhile, and asks for as much as may be looked at soon. */
void text_view_follow(struct text_view *v);
/* Reads on until a row is there. False: the text ended before it, or a key was pressed, or the interface was closed. */
bool text_view_read_up_to(struct text_view *v, size_t row);
/* The next row that `is` takes, beginning beside the selected one; reads on where the text goes on. SIZE_MAX: none, or
 * stopped. */
size_t text_view_look_for(struct text_view *v, bool backwards, bool (*is)(struct text_view *v, size_t row));

/* Takes lines that were read as entries; false: nothing was new. */
bool text_view_list(struct text_view *v);
void text_view_ask_filter(struct text_view *v);
void text_view_toggle(struct text_view *v);
void text_view_fold(struct text_view *v, bool folded);
void text_view_ask_time(struct text_view *v);
void text_view_save(struct text_view *v);

#endif
