/* Tables as JSON. What a kind of cell becomes:
 *
 *     TEXT            "text"; null, or "" in reports      PERCENT, DECIMAL, MEAN   number; null where not finite
 *     ADDRESS         "0x1f"                              PLACE                    "f+0x3", or three members
 *     FLAG            true, false                         CHAIN                    [{"ip": ..., "symbol": ...}, ...]
 *     other numbers   number                              TALLY                    {"3": 1, "4": 2}
 *
 * A row is an object: a member for each column, in the order of the columns, "level" first in hierarchies and
 * "callgraph" last. Columns with a span are arrays. Rows and cells do not know the style: it is white space and one
 * habit (trims) that older documents have. */
#include "render/table/table_json.h"
#include <math.h>
#include "render/table/cell_text.h"

const struct table_json_style table_json_report = {
	.row = "\n\t\t\t", .comma = ",", .colon = ":", .end = "\n\t\t", .trims = true
};
const struct table_json_style table_json_lines = {
	.row = "\n", .comma = ", ", .colon = ": ", .end = "\n", .end_of_empty = true
};

/* "name" and the colon. */
static void put_name(const char *name, const struct table_json_style *style, struct outbuf *out)
{
	out_json_string(out, name, strlen(name));
	out_str(out, style->colon);
}

/* A string, without blanks at its ends if the style wants that. */
static void put_text(const char *text, const struct table_json_style *style, struct outbuf *out)
{
	size_t size = strlen(text);
	while (style->trims && size && text[size - 1] == ' ') size--;
	while (style->trims && size && *text == ' ') text++, size--;
	out_json_string(out, text, size);
}

/* JSON knows neither infinity nor what is not a number. */
static void put_real(const struct table_column *column, double value, struct outbuf *out)
{
	bool is_exact = column->kind == COLUMN_MEAN || column->data_decimals;
	if (!isfinite(value)) out_lit(out, "null");
	else if (is_exact) out_float(out, value, 0, column->data_decimals);
	else out_printf(out, "%.6g", value);
}

/* Hexadecimal in quotes: readers that keep numbers as doubles would lose bits. */
static void put_address(uint64_t address, struct outbuf *out)
{
	out_lit(out, "\"0x");
	out_hex(out, address, 0);
	out_char(out, '"');
}

/* Innermost first, as they are in the cell. Frames without a symbol have null. */
static void put_chain(const struct table_chain *chain, const struct table_json_style *style, struct outbuf *out)
{
	out_char(out, '[');
	for (size_t i = 0; i < chain->count; i++) {
		const struct table_place *place = &chain->places[i];
		out_str(out, i ? style->comma : "");
		out_char(out, '{');
		put_name("ip", style, out);
		put_address(place->address, out);
		out_str(out, style->comma);
		put_name("symbol", style, out);
		if (place->symbol) {
			put_text(place->symbol, style, out);
			out_str(out, style->comma);
			put_name("offset", style, out);
			out_dec(out, place->offset, 0);
		} else {
			out_lit(out, "null");
		}
		out_char(out, '}');
	}
	out_char(out, ']');
}

/* Keys are the numbers, also of what has a name. */
static void put_tally(const struct table_tally *tally, const struct table_json_style *style, struct outbuf *out)
{
	out_char(out, '{');
	for (size_t i = 0; i < tally->count; i++) {
		out_str(out, i ? style->comma : "");
		out_char(out, '"');
		out_sdec(out, tally->items[i].number, 0);
		out_char(out, '"');
		out_str(out, style->colon);
		out_dec(out, tally->items[i].count, 0);
	}
	out_char(out, '}');
}

/* A place as one string. */
static void put_place(const struct table_place *place, struct outbuf *out)
{
	if (!place->symbol) {
		put_address(place->address, out);
		return;
	}
	struct outbuf text;
	out_init(&text, -1);
	cell_text_place(place, &text);
	out_json_string(out, text.data, text.size);
	out_done(&text);
}

/* One cell. Empty cells are null; of texts the style decides. */
static void put_value(const struct table_column *column, union table_cell cell, const struct table_json_style *style,
		      struct outbuf *out)
{
	if (!cell_text_has(column, cell) && column->kind != COLUMN_TEXT) {
		out_lit(out, "null");
		return;
	}
	switch (column->kind) {
	case COLUMN_PERCENT:
	case COLUMN_DECIMAL:
	case COLUMN_MEAN: put_real(column, cell.value, out); break;
	case COLUMN_ADDRESS: put_address(cell.number, out); break;
	case COLUMN_FLAG: out_str(out, cell.number ? "true" : "false"); break;
	case COLUMN_PLACE: put_place(cell.place, out); break;
	case COLUMN_CHAIN: put_chain(cell.chain, style, out); break;
	case COLUMN_TALLY: put_tally(cell.tally, style, out); break;
	case COLUMN_TEXT:
		if (cell.text) put_text(cell.text, style, out);
		else out_str(out, style->trims ? "\"\"" : "null");
		break;
	default:
		if (column->is_signed) out_sdec(out, (int64_t)cell.number, 0);
		else out_dec(out, cell.number, 0);
	}
}

/* Nodes of a level, each with its children. As deep as the tree is. */
static void put_graph(const struct tree *tree, uint32_t first, struct outbuf *out)
{
	out_char(out, '[');
	for (uint32_t id = first; id != TREE_NONE; id = tree->nodes.items[id].next) {
		const struct tree_node *node = &tree->nodes.items[id];
		if (id != first) out_char(out, ',');
		out_lit(out, "{\"name\":");
		out_json_string(out, node->label, strlen(node->label));
		out_lit(out, ",\"period\":");
		out_dec(out, node->period, 0);
		out_lit(out, ",\"samples\":");
		out_dec(out, node->count, 0);
		if (node->first_child != TREE_NONE) {
			out_lit(out, ",\"children\":");
			put_graph(tree, node->first_child, out);
		}
		out_char(out, '}');
	}
	out_char(out, ']');
}

/* A place as members: {"callsite": "0x1f", "symbol": "f", "symbol_offset": 3}. */
static void put_place_members(const struct table_column *column, const struct table_place *place,
			      const struct table_json_style *style, struct outbuf *out)
{
	put_name(column->name, style, out);
	put_address(place->address, out);
	if (!place->symbol) return;
	out_str(out, style->comma);
	put_name("symbol", style, out);
	put_text(place->symbol, style, out);
	out_str(out, style->comma);
	put_name("symbol_offset", style, out);
	out_dec(out, place->offset, 0);
}

/* Whether the row's object has the column: not what is hidden or may be empty and is. */
static bool is_member(const struct table *table, const struct table_column *column, const union table_cell *cells)
{
	if (column->is_hidden || (column->may_be_empty && !cell_text_has(column, *cells))) return false;
	/* of hierarchies a row has the text of its level */
	return !(table->hierarchy && column->kind == COLUMN_TEXT && !cells[0].text);
}

/* cells moves on by each column's span, also of columns that are left out. */
void table_json_row(const struct table *table, const struct table_row *row, const struct table_json_style *style,
		    struct outbuf *out)
{
	const union table_cell *cells = row->cells;
	const char *comma = "";
	out_char(out, '{');
	if (table->hierarchy) {
		out_printf(out, "\"level\":%u", row->level);
		comma = style->comma;
	}
	for (size_t i = 0; i < table->columns.count; cells += table->columns.items[i++].span) {
		const struct table_column *column = &table->columns.items[i];
		if (!is_member(table, column, cells)) continue;
		out_str(out, comma);
		comma = style->comma;
		if (column->kind == COLUMN_PLACE && column->is_address_too && cells->place) {
			put_place_members(column, cells->place, style, out);
			continue;
		}
		put_name(column->name, style, out);
		if (column->span > 1) out_char(out, '[');
		for (unsigned n = 0; n < column->span; n++) {
			if (n) out_char(out, ',');
			put_value(column, cells[n], style, out);
		}
		if (column->span > 1) out_char(out, ']');
	}
	if (row->graph && row->graph->first_root != TREE_NONE) {
		out_lit(out, ",\"callgraph\":");
		put_graph(row->graph, row->graph->first_root, out);
	}
	out_char(out, '}');
}

void table_json(const struct table *table, const struct table_json_style *style, struct outbuf *out)
{
	bool first = true;
	out_char(out, '[');
	for (size_t r = 0; r < table->rows.count; r++) {
		const struct table_row *row = &table->rows.items[r];
		if (row->remark) continue;
		if (!first) out_char(out, ',');
		first = false;
		out_str(out, style->row);
		table_json_row(table, row, style, out);
		if (out->fd >= 0) (void)!out_flush_some(out); /* out remembers a failure */
	}
	if (table->rows.count || style->end_of_empty) out_str(out, style->end);
	out_char(out, ']');
}
