#include "render/table/table_json.h"
#include <math.h>

static void put_value(const struct table_column *column, union table_cell cell, struct outbuf *out)
{
	switch (column->kind) {
	case COLUMN_PERCENT:
	case COLUMN_DECIMAL:
		if (isnan(cell.value)) out_lit(out, "null");
		else out_printf(out, "%.6g", cell.value);
		break;
	case COLUMN_NUMBER: out_dec(out, cell.number, 0); break;
	default: {
		const char *text = cell.text ? cell.text : "";
		size_t size = strlen(text);
		while (size && text[size - 1] == ' ') size--;
		while (size && *text == ' ') text++, size--;
		out_json_string(out, text, size);
	}
	}
}

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

void table_json(const struct table *table, struct outbuf *out)
{
	bool first = true;
	out_char(out, '[');
	for (size_t r = 0; r < table->rows.count; r++) {
		const struct table_row *row = &table->rows.items[r];
		const union table_cell *cells = row->cells;
		if (row->remark) continue;
		if (!first) out_char(out, ',');
		first = false;
		out_lit(out, "\n\t\t\t{");
		if (table->hierarchy) out_printf(out, "\"level\":%u,", row->level);
		for (size_t i = 0; i < table->columns.count; i++) {
			const struct table_column *column = &table->columns.items[i];
			if (table->hierarchy && column->kind == COLUMN_TEXT && !cells[0].text) { /* another level's */
				cells += column->span;
				continue;
			}
			if (out->data[out->size - 1] != '{' && out->data[out->size - 1] != ',') out_char(out, ',');
			out_json_string(out, column->name, strlen(column->name));
			out_char(out, ':');
			if (column->span > 1) out_char(out, '[');
			for (unsigned n = 0; n < column->span; n++) {
				if (n) out_char(out, ',');
				put_value(column, cells[n], out);
			}
			if (column->span > 1) out_char(out, ']');
			cells += column->span;
		}
		if (row->graph && row->graph->first_root != TREE_NONE) {
			out_lit(out, ",\"callgraph\":");
			put_graph(row->graph, row->graph->first_root, out);
		}
		out_char(out, '}');
		if (out->fd >= 0) (void)!out_flush_some(out); /* out remembers a failure */
	}
	if (table->rows.count) out_lit(out, "\n\t\t");
	out_char(out, ']');
}
