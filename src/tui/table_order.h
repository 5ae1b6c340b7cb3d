/* The order of a table's rows by one of its columns, for who clicks on its title. */
#ifndef TUI_TABLE_ORDER_H
#define TUI_TABLE_ORDER_H

#include "result/table.h"

/* A cell and those of the column's other rows: texts from A on, numbers from the greatest on, places by address; or the
 * other way round (reversed). Empty cells come last in both directions. */
int table_order_cells(const struct table_column *column, union table_cell a, union table_cell b, bool reversed);
/* Puts rows into order, of equal cells as they stood. Rows of deeper levels stay behind the one that they are below. */
void table_order_rows(struct table *table, size_t column, bool reversed);

#endif
