/* Cells as plain text, by the kind of their column (result/table.h): what CSV has as fields, and what layouts have as
 * words. A new kind of cell is a case in cell_text_has and in cell_text, and in put_value of table_json.c. */
#include "render/table/cell_text.h"
#include <math.h>

/* Real numbers have NaN for "nothing", numbers TABLE_NO_NUMBER where the column may be empty. */
bool cell_text_has(const struct table_column *column, union table_cell cell)
{
	switch (column->kind) {
	case COLUMN_TEXT: return cell.text != NULL;
	case COLUMN_PLACE: return cell.place != NULL;
	case COLUMN_CHAIN: return cell.chain && cell.chain->count;
	case COLUMN_TALLY: return cell.tally && cell.tally->count;
	case COLUMN_PERCENT:
	case COLUMN_DECIMAL:
	case COLUMN_MEAN: return !isnan(cell.value);
	default: return !column->may_be_empty || cell.number != TABLE_NO_NUMBER;
	}
}

/* "0x1f" */
static void put_address(uint64_t address, struct outbuf *out)
{
	out_lit(out, "0x");
	out_hex(out, address, 0);
}

void cell_text_place(const struct table_place *place, struct outbuf *out)
{
	if (!place->symbol) {
		put_address(place->address, out);
		return;
	}
	out_str(out, place->symbol);
	if (!place->offset) return;
	out_char(out, '+');
	put_address(place->offset, out);
}

/* "inner < outer < outermost" */
static void put_chain(const struct table_chain *chain, struct outbuf *out)
{
	for (size_t i = 0; i < chain->count; i++) {
		if (i) out_lit(out, " < ");
		cell_text_place(&chain->places[i], out);
	}
}

/* "ENOENT:3 EAGAIN:1"; a number where it has no name. */
static void put_tally(const struct table_tally *tally, struct outbuf *out)
{
	for (size_t i = 0; i < tally->count; i++) {
		if (i) out_char(out, ' ');
		if (tally->items[i].name) out_str(out, tally->items[i].name);
		else out_sdec(out, tally->items[i].number, 0);
		out_char(out, ':');
		out_dec(out, tally->items[i].count, 0);
	}
}

/* As many decimals as the column says data has; else up to six significant digits. */
static void put_real(const struct table_column *column, double value, struct outbuf *out)
{
	if (column->kind == COLUMN_MEAN || column->data_decimals) out_float(out, value, 0, column->data_decimals);
	else out_printf(out, "%.6g", value);
}

void cell_text(const struct table_column *column, union table_cell cell, struct outbuf *out)
{
	if (!cell_text_has(column, cell)) return;
	switch (column->kind) {
	case COLUMN_TEXT: out_str(out, cell.text); break;
	case COLUMN_ADDRESS: put_address(cell.number, out); break;
	case COLUMN_PLACE: cell_text_place(cell.place, out); break;
	case COLUMN_CHAIN: put_chain(cell.chain, out); break;
	case COLUMN_TALLY: put_tally(cell.tally, out); break;
	case COLUMN_PERCENT:
	case COLUMN_DECIMAL:
	case COLUMN_MEAN: put_real(column, cell.value, out); break;
	default:
		if (column->is_signed) out_sdec(out, (int64_t)cell.number, 0);
		else out_dec(out, cell.number, 0);
	}
}
