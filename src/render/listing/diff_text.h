/* Differences between recordings as text, in the layout of perf diff: measured columns on the left, keys on the
 * right. */
#ifndef RENDER_LISTING_DIFF_TEXT_H
#define RENDER_LISTING_DIFF_TEXT_H

#include "base/outbuf.h"
#include "result/table.h"

struct diff_text_style {
	/* Between cells, which keep their widths all the same; in texts of rows its first character becomes '.'. NULL:
	 * two blanks. */
	const char *separator;
	bool no_head; /* nothing but rows */

	bool coloured;
	/* Recordings are named in the head; NULL: they are not. */
	const char *const *files;
	size_t nr_files;
};

/* The table of one event (analysis/diff/diff_table.h). is_first: no line stands in front. */
void diff_text(const struct table *table, const char *event, bool is_first, const struct diff_text_style *style,
	       struct outbuf *out);
/* What the cell says in that text, without the blanks around it; texts as they are, not escaped. Nothing where there is
 * no value. */
void diff_text_cell(const struct table_column *column, union table_cell cell, struct outbuf *out);

#endif
