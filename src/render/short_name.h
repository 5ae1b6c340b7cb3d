/* Names of functions made to fit: those of C++ templates reach thousands of characters. */
#ifndef RENDER_SHORT_NAME_H
#define RENDER_SHORT_NAME_H

#include "base/outbuf.h"

/* Columns of a text: one a character of UTF-8. */
unsigned short_name_width(const char *text, size_t size_bytes);

/* Writes the name in at most width columns where it is longer: template arguments are left out first ("vector<...>"),
 * the innermost before those around them, then parameters ("f(...)"), at last what is in the middle. Less than 8
 * columns count as 8. Nothing is escaped here: the caller does that before (short_name_fit) or after. */
void short_name_write(const char *name, unsigned width, struct outbuf *out);

enum { SHORT_NAME_MIN = 24 }; /* columns that a name gets on a terminal, however little room its row has */

/* A name in a row of text that is being made, escapes included; size_bytes is 0 where there is none. The row begins at
 * row_at, which is the first column, or at an earlier one of its line. */
struct short_name_place {
	size_t row_at, name_at, size_bytes;
};

/* Where the last line of the text begins, for struct short_name_place. */
size_t short_name_row(const struct outbuf *out);
/* Columns of the text from row_at on: tabs go on to the next multiple of 8, colours take none. */
unsigned short_name_columns(const struct outbuf *out, size_t row_at);
/* Shortens the name in its place so that the text from row_at to the end takes at most `columns`; the name keeps
 * SHORT_NAME_MIN. To be called when the row is complete but for its newline; place->name_at and size_bytes then are of
 * the old name and not valid any more. */
void short_name_fit(struct outbuf *out, const struct short_name_place *place, unsigned columns);

#endif
