/* What a cell holds, as plain text: without width, unit or title. */
#ifndef RENDER_TABLE_CELL_TEXT_H
#define RENDER_TABLE_CELL_TEXT_H

#include "base/outbuf.h"
#include "result/table.h"

/* False: the cell is empty. */
bool cell_text_has(const struct table_column *column, union table_cell cell);
/* Nothing of an empty cell. Texts are as they are, numbers decimal, addresses "0x1f", flags 0 and 1, places
 * "symbol+0x1f" or their address, chains "place < place", tallies "name:3 name:1". Texts are not escaped: cells are
 * appended first and escaped by the caller (out_name_from). */
void cell_text(const struct table_column *column, union table_cell cell, struct outbuf *out);
/* "symbol", "symbol+0x1f", or "0x1f" where there is no symbol. */
void cell_text_place(const struct table_place *place, struct outbuf *out);

#endif
