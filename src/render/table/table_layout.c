/* Lines of text by a layout: line_begin, then before, cell, after for each look, then line_end.
 *
 *     " | " before   "      11.250" cell, padded to its width   " ms" after
 *
 * Cells that take a function (write) are padded by it. Widths count characters, so that names in UTF-8 line up. */
#include "render/table/table_layout.h"
#include <string.h>
#include "base/printable.h"
#include "render/short_name.h"
#include "render/table/cell_text.h"

/* NULL is nothing. */
static void put(const char *text, struct outbuf *out)
{
	if (text) out_str(out, text);
}

/* Kinds whose cells are words: on the left of their width unless the look says otherwise. */
static bool is_text(enum column_kind kind)
{
	return kind == COLUMN_TEXT || kind == COLUMN_PLACE || kind == COLUMN_CHAIN || kind == COLUMN_TALLY;
}

/* The side on which a cell stands. */
static bool is_on_right(const struct table_look *look, enum column_kind kind)
{
	return look->on_right || (!look->on_left && !is_text(kind));
}

/* Moves what was written from start on to the right of the width. */
static void move_right(size_t start, unsigned width, struct outbuf *out)
{
	unsigned used = out->size > start ? short_name_width(out->data + start, out->size - start) : 0;
	if (used >= width) return;
	size_t size = out->size - start, blanks = width - used;
	out_spaces(out, blanks);
	memmove(out->data + start + blanks, out->data + start, size);
	memset(out->data + start, ' ', blanks);
}

/* Fills what was written from start on up to the width of the look, on the side that its kind or the look says. */
static void pad(const struct table_look *look, enum column_kind kind, size_t start, struct outbuf *out)
{
	if (!look->width) return;
	if (is_on_right(look, kind)) {
		move_right(start, look->width, out);
		return;
	}
	unsigned used = short_name_width(out->data + start, out->size - start);
	if (used < look->width) out_spaces(out, look->width - used);
}

/* A number in units: means and durations rounded, bytes and times cut off. */
static void put_unit(const struct table_look *look, enum column_kind kind, union table_cell cell, struct outbuf *out)
{
	/* of numbers as they are, so that the divisions below need no case of their own */
	uint64_t unit = look->unit ? look->unit : 1;
	bool is_plain = !look->unit || (kind != COLUMN_DURATION && unit == 1);
	unsigned width = look->on_left ? 0 : look->width;
	if (kind == COLUMN_MEAN) {
		out_float(out, cell.value / (double)unit, width, look->decimals);
	} else if (kind == COLUMN_BYTES || is_plain) {
		out_dec(out, cell.number / unit, width);
	} else if (kind == COLUMN_DURATION) {
		out_float(out, (double)cell.number / (double)unit, width, look->decimals);
	} else {
		/* the number is cut to the last decimal shown: out_fixed puts the point */
		for (unsigned i = 0; i < look->decimals; i++) unit /= 10;
		out_fixed(out, cell.number / (unit ? unit : 1), look->decimals, width);
	}
}

/* A cell in its width. Numbers are padded while they are written; all else is written first and padded then. */
static void put_cell(const struct table_column *column, const struct table_look *look, union table_cell cell,
		     struct outbuf *out)
{
	size_t start = out->size;
	/* 0: pad fills up on the right */
	unsigned width = look->on_left ? 0 : look->width;
	if (!cell_text_has(column, cell)) {
		pad(look, column->kind, start, out);
		return;
	}
	switch (column->kind) {
	case COLUMN_NUMBER:
	case COLUMN_COUNT:
		if (column->is_signed) out_sdec(out, (int64_t)cell.number, width);
		else out_dec(out, cell.number, width);
		break;
	case COLUMN_TIME:
	case COLUMN_DURATION:
	case COLUMN_MEAN:
	case COLUMN_BYTES: put_unit(look, column->kind, cell, out); break;
	case COLUMN_PERCENT:
	case COLUMN_DECIMAL: out_float(out, cell.value, width, look->decimals); break;
	case COLUMN_ADDRESS:
		if (!look->padded_hex) out_lit(out, "0x");
		if (look->padded_hex) out_hex0(out, cell.number, look->width);
		else out_hex(out, cell.number, 0);
		break;
	default: cell_text(column, cell, out); out_name_from(out, start);
	}
	if (is_text(column->kind) || look->on_left || column->kind == COLUMN_ADDRESS)
		pad(look, column->kind, start, out);
}

void table_layout_cell(const struct table *table, const struct table_row *row, const struct table_layout *layout,
		       const struct table_look *look, struct outbuf *out)
{
	if (look->write) look->write(layout, row, out);
	else put_cell(&table->columns.items[look->column], look, row->cells[look->column], out);
}

void table_layout_titles(const struct table *table, const struct table_layout *layout, struct outbuf *out)
{
	put(layout->line_begin, out);
	for (size_t i = 0; i < layout->nr_looks; i++) {
		const struct table_look *look = &layout->looks[i];
		const struct table_column *column = &table->columns.items[look->column];
		put(look->before, out);
		size_t start = out->size;
		out_str(out, look->heading ? look->heading : column->title);
		pad(look, column->kind, start, out);
		put(look->after, out);
	}
	out_str(out, layout->line_end ? layout->line_end : "\n");
}

void table_layout_row(const struct table *table, const struct table_row *row, const struct table_layout *layout,
		      struct outbuf *out)
{
	put(layout->line_begin, out);
	for (size_t i = 0; i < layout->nr_looks; i++) {
		const struct table_look *look = &layout->looks[i];
		put(look->before, out);
		table_layout_cell(table, row, layout, look, out);
		put(look->after, out);
	}
	out_str(out, layout->line_end ? layout->line_end : "\n");
	if (layout->below) layout->below(layout, row, out);
}

void table_layout_rows(const struct table *table, const struct table_layout *layout, struct outbuf *out)
{
	size_t count = layout->max_rows ? MIN(layout->max_rows, table->rows.count) : table->rows.count;
	for (size_t i = 0; i < count; i++) {
		table_layout_row(table, &table->rows.items[i], layout, out);
		if (out->fd >= 0) (void)!out_flush_some(out); /* out remembers a failure */
	}
}
