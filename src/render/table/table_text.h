/* Tables as text, in the layout of `perf report --stdio`: titles and dotted lines as comments, two blanks between
 * columns, call graphs below their rows. */
#ifndef RENDER_TABLE_TABLE_TEXT_H
#define RENDER_TABLE_TABLE_TEXT_H

#include "render/tree/tree_text.h"
#include "result/table.h"

/* How the table is written; zeroed: rows only, as wide as needed, on one thread. */
struct table_text_options {
	const char
		*separator; /* between cells instead of blanks, its first character in texts becomes '.'; NULL: none */
	bool titles;
	bool coloured; /* shares, with terminal escapes; not where there is a separator */
	const unsigned *widths;
	size_t nr_widths; /* -w: the first columns' widths, 0: as needed */
	struct tree_text_options graph;
	/* Of the terminal: names are shortened so that rows and graphs fit; 0: they are whole. Not where there is a
	 * separator. */
	unsigned columns;
	unsigned threads; /* 0: one */
};

/* Writes out in between what is more than a buffer of text. Returns 0 or what writing failed with: the rest is then
 * left out. */
int table_text(const struct table *table, const struct table_text_options *options, struct outbuf *out);
/* Appends the cell of a measured column, not lined up: "12.34%". */
void table_text_number(const struct table_column *column, union table_cell cell, struct outbuf *out);

#endif
