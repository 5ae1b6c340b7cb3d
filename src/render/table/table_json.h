/* Tables as JSON: an array of rows, each an object by column name; docs/json-report.md. */
#ifndef RENDER_TABLE_TABLE_JSON_H
#define RENDER_TABLE_TABLE_JSON_H

#include "base/outbuf.h"
#include "result/table.h"

/* Writes "[ ... ]", indented by two tabs. */
void table_json(const struct table *table, struct outbuf *out);

#endif
