/* A result of perf c2c as tables of a browser. Texts of the tables are the result's or the table's own. */
#ifndef TUI_VIEW_C2C_VIEW_TABLE_H
#define TUI_VIEW_C2C_VIEW_TABLE_H

#include "render/listing/c2c_text.h"
#include "result/table.h"

/* Fills table, initialised by the caller, with all lines; a row's id is its line's index + 1. */
void c2c_table_lines(const struct c2c_result *result, struct table *table);
/* The same with the rows of a line. A row's id is its index + 1. */
void c2c_table_rows(const struct c2c_result *result, const struct c2c_line *line, const struct c2c_text_style *style,
		    struct table *table);

#endif
