#include "render/table_text.h"
#include <math.h>

static unsigned text_width(const char *text, size_t size_bytes)
{
	unsigned width = 0;
	for (size_t i = 0; i < size_bytes; i++) width += (text[i] & 0xc0) != 0x80;
	return width;
}

static unsigned width_of(const struct table *table, const struct table_text_options *options, size_t i)
{
	if (i < options->nr_widths && options->widths[i] && table->columns.items[i].kind == COLUMN_TEXT) return options->widths[i];
	return table->columns.items[i].width;
}

static void put_titles(const struct table *table, const struct table_text_options *options, struct outbuf *out)
{
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		unsigned width = width_of(table, options, i);
		if (i && options->separator) out_char(out, options->separator);
		else if (i) out_lit(out, "  ");
		if (column->kind == COLUMN_TEXT && !column->title_right) out_left(out, column->title, width);
		else out_right(out, column->title, width);
	}
	out_char(out, '\n');
	if (options->separator) return;
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		if (i) out_lit(out, "  ");
		for (unsigned n = width_of(table, options, i); n; n--) out_char(out, '.');
	}
	out_lit(out, "\n#\n");
}

static void put_number(const struct table_column *column, union table_cell cell, unsigned width, struct outbuf *out)
{
	switch (column->kind) {
	case COLUMN_PERCENT:
		if (isnan(cell.value)) {
			out_right(out, "N/A", width);
		} else {
			out_float(out, cell.value, width ? width - 1 : 0, 2);
			out_char(out, '%');
		}
		break;
	case COLUMN_DECIMAL: out_float(out, cell.value, width, 1); break;
	default: out_dec(out, cell.number, width);
	}
}

/* Takes off what is beyond width characters. */
static void cut_text(struct outbuf *out, size_t begin, unsigned width)
{
	size_t at = begin;
	for (unsigned n = 0; at < out->size; at++)
		if ((out->data[at] & 0xc0) != 0x80 && n++ == width) break;
	out->size = at;
}

/* With a separator numbers are not lined up, but columns keep their width. */
static void put_cell(const struct table_column *column, const union table_cell *cells, unsigned width, bool last, char separator, struct outbuf *out)
{
	size_t before = out->size;
	if (column->kind == COLUMN_TEXT) {
		const char *text = cells[0].text ? cells[0].text : "";
		if (separator) {
			for (const char *p = text; *p; p++) out_char(out, *p == separator ? '.' : *p);
		} else {
			out_str(out, text);
		}
		if (column->cut && width < out->size - before && text_width(out->data + before, out->size - before) > width) cut_text(out, before, width);
		unsigned used = text_width(out->data + before, out->size - before);
		if (used < width && (column->align != ALIGN_RAGGED || !last)) out_spaces(out, width - used);
		return;
	}
	for (unsigned i = 0; i < column->span; i++) {
		if (separator) out_char(out, ' ');
		put_number(column, cells[i], separator ? 0 : width / column->span, out);
	}
	if (separator && out->size - before < width) out_spaces(out, width - (out->size - before));
}

void table_text(const struct table *table, const struct table_text_options *options, struct outbuf *out)
{
	if (options->titles) put_titles(table, options, out);
	for (size_t r = 0; r < table->rows.count; r++) {
		const struct table_row *row = &table->rows.items[r];
		const union table_cell *cells = row->cells;
		for (size_t i = 0; i < table->columns.count; i++) {
			const struct table_column *column = &table->columns.items[i];
			if (!options->separator) out_lit(out, "  ");
			else if (i) out_char(out, options->separator);
			put_cell(column, cells, width_of(table, options, i), i + 1 == table->columns.count, options->separator, out);
			cells += column->span;
		}
		out_char(out, '\n');
		if (row->graph && tree_text(row->graph, &options->graph, row->period, out) && options->graph.style != TREE_FOLDED && options->graph.style != TREE_FLAT)
			out_char(out, '\n');
	}
}
