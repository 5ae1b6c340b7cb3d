/* Tables as lines of fields (RFC 4180, with any separator): the columns' names, and a line a row. */
#ifndef RENDER_TABLE_TABLE_CSV_H
#define RENDER_TABLE_TABLE_CSV_H

#include "render/table/table_layout.h"

/* layout: which columns, in which order and unit, under which headings (each look needs one); NULL: all that documents
 * have, by name. Fields that hold the separator, a quote or a line's end are quoted. Control characters of names are
 * written as \xNN. Flushes on the way where out has a descriptor; errors stay in out->error. */
void table_csv(const struct table *table, const struct table_layout *layout, const char *separator, struct outbuf *out);

/* The same without the line of names. Here layout must not be NULL. For tables that follow each other below one line of
 * names. */
void table_csv_rows(const struct table *table, const struct table_layout *layout, const char *separator,
		    struct outbuf *out);

#endif
