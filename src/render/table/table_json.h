/* Tables as JSON: an array of rows, each an object by column name (docs/json-report.md and the other docs/json-*.md).
 */
#ifndef RENDER_TABLE_TABLE_JSON_H
#define RENDER_TABLE_TABLE_JSON_H

#include "base/outbuf.h"
#include "result/table.h"

/* White space, which each document keeps. */
struct table_json_style {
	const char *row;           /* before each row */
	const char *comma, *colon; /* between members, and within */
	const char *end;           /* before the closing bracket, */
	bool end_of_empty;         /* also when there are no rows */
	bool trims;                /* texts lose blanks at both ends, which are there to line them up */
};
extern const struct table_json_style table_json_report; /* compact, rows indented by three tabs */
extern const struct table_json_style table_json_lines;  /* a row a line, blanks behind commas and colons */

/* Writes "[ ... ]". Rows that are remarks are left out. Flushes on the way where out has a descriptor; errors stay in
 * out->error. */
void table_json(const struct table *table, const struct table_json_style *style, struct outbuf *out);
/* Writes one row: "{ ... }". */
void table_json_row(const struct table *table, const struct table_row *row, const struct table_json_style *style,
		    struct outbuf *out);

#endif
