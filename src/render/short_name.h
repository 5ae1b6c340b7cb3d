/* Names of functions made to fit: those of C++ templates reach thousands of characters. */
#ifndef RENDER_SHORT_NAME_H
#define RENDER_SHORT_NAME_H

#include "base/outbuf.h"

/* Columns of a text: one a character of UTF-8. */
unsigned short_name_width(const char *text, size_t size_bytes);

/* Writes the name in at most width columns where it is longer: template arguments are left out first ("vector<...>"),
 * the innermost before those around them, then parameters ("f(...)"), at last what is in the middle. Less than 8
 * columns count as 8. */
void short_name_write(const char *name, unsigned width, struct outbuf *out);

#endif
