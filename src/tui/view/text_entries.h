/* Entries of a text: those that a filter lets through, each with its first line alone or with all of them. Twelve bytes
 * an entry that was looked at.
 *
 *     text_entries_begin(&entries, first_line, folded);
 *     while (text_entries_go_on(&entries, lines, &filter, 65536)) ...      as far as the text is read
 *     text_entries_line(&entries, row)                                     row below entries.nr_rows
 *     text_entries_done(&entries);
 */
#ifndef TUI_VIEW_TEXT_ENTRIES_H
#define TUI_VIEW_TEXT_ENTRIES_H

#include "tui/text_lines.h"
#include "tui/view/text_heading.h"

struct text_entry {
	uint32_t line; /* the first */
	uint32_t row;  /* that it is shown in */
	uint32_t nr_lines : 31;
	uint32_t is_open : 1; /* all lines are rows */
};

struct text_entries {
	VEC(struct text_entry) list;
	size_t next_line, nr_rows;
	bool folded; /* entries are not open at first */
	/* The entry that was begun: where, and the conditions it met so far. */
	bool has_begun;
	uint32_t begun_line;
	uint64_t met;
};

void text_entries_begin(struct text_entries *entries, size_t first_line, bool folded);
void text_entries_done(struct text_entries *entries);
/* Looks at up to max_lines lines of the text that are there. False: there is nothing more to look at now. */
bool text_entries_go_on(struct text_entries *entries, struct text_lines *lines, const struct text_filter *filter,
			size_t max_lines);
/* The line of the text that is shown in a row; SIZE_MAX: the row is not there. */
size_t text_entries_line(const struct text_entries *entries, size_t row);
/* The row of the last entry that begins at or before a line; 0: there is none. */
size_t text_entries_row(const struct text_entries *entries, size_t line);
/* Opens or folds the entry of a row, and returns the row of its first line; or all. */
size_t text_entries_toggle(struct text_entries *entries, size_t row);
void text_entries_fold(struct text_entries *entries, bool folded);

#endif
