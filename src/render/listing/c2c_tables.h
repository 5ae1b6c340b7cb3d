/* The two tables of c2c_text.c. */
#ifndef RENDER_LISTING_C2C_TABLES_H
#define RENDER_LISTING_C2C_TABLES_H

#include "render/listing/c2c_text.h"

/* A title between two rules. */
void c2c_text_heading(const char *title, struct outbuf *out);
void c2c_text_lines(const struct c2c_result *result, struct outbuf *out);
void c2c_text_rows(const struct c2c_result *result, const struct c2c_text_style *style, struct outbuf *out);

#endif
