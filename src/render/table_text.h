/* Tables as text, in the layout of `perf report --stdio`: titles and dotted lines as comments, two blanks between columns, call
   graphs below their rows. */
#ifndef RENDER_TABLE_TEXT_H
#define RENDER_TABLE_TEXT_H

#include "render/tree_text.h"
#include "result/table.h"

struct table_text_options {
	char separator;          /* between cells instead of blanks; 0: none */
	bool titles;
	const unsigned *widths; size_t nr_widths; /* -w: the first columns' widths, 0: as needed */
	struct tree_text_options graph;
};

void table_text(const struct table *table, const struct table_text_options *options, struct outbuf *out);

#endif
