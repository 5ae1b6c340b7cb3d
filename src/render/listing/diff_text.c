/* The text of perf diff:
 *
 *     # Event 'cycles'
 *     #
 *     # Baseline  Delta Abs  Shared Object      Symbol
 *     # ........  .........  .................  .........
 *     #
 *         13.04%    -11.92%  [kernel.kallsyms]  [k] gamma
 *                   +11.24%  libc.so.6          [.] malloc
 *
 * With a separator, most cells stand on the left of their column, and shares of the baseline are without their sign. */
#include "render/listing/diff_text.h"
#include <math.h>
#include "base/printable.h"
#include "result/diff.h"
#include "render/short_name.h"
#include "render/tree/share_colour.h"

/* A column whose cells are texts of keys: on the left. */
static bool is_key(const struct table_column *column)
{
	return column->kind == COLUMN_TEXT && column->align != ALIGN_RIGHT;
}

/* What was measured, but stands among the keys. */
static bool is_among_keys(const struct table_column *column)
{
	return column->kind != COLUMN_TEXT && column->align != ALIGN_RIGHT;
}

/* As upstream, whose weighted differences are right in 14 columns, also where the column is wider. */
static void put_whole(const struct table_column *column, uint64_t number, struct outbuf *out)
{
	size_t begin = out->size;
	if (!column->is_signed) {
		if (!column->may_be_empty || number != TABLE_NO_NUMBER) out_dec(out, number, 0);
	} else if (number == DIFF_NO_BASE) {
		out_lit(out, "N/A");
	} else if (number != DIFF_NO_VALUE) {
		out_sdec(out, (int64_t)number, 14);
		if (out->size - begin < column->width) out_spaces(out, column->width - (out->size - begin));
	}
}

/* The number without blanks around it; nothing where there is none. */
static void put_number(const struct table_column *column, union table_cell cell, bool plain, struct outbuf *out)
{
	switch (column->kind) {
	case COLUMN_PERCENT:
		if (isnan(cell.value)) return;
		if (column->is_signed && !signbit(cell.value)) out_char(out, '+');
		out_float(out, cell.value, 0, 2);
		if (!plain || column->is_signed) out_char(out, '%');
		break;
	case COLUMN_DECIMAL:
		if (isinf(cell.value)) out_lit(out, "N/A");
		else if (!isnan(cell.value)) out_float(out, cell.value, 0, column->data_decimals);
		break;
	case COLUMN_TEXT:
		if (cell.text) out_name(out, cell.text);
		break;
	default: put_whole(column, cell.number, out);
	}
}

/* What was appended from begin on is moved to the right side of a cell. */
static void move_right(struct outbuf *out, size_t begin, unsigned width)
{
	size_t size = out->size - begin;
	if (size >= width) return;
	out_spaces(out, width - size);
	memmove(out->data + begin + width - size, out->data + begin, size);
	memset(out->data + begin, ' ', width - size);
}

/* As upstream: with a separator, ratios stand on the right all the same. */
static bool is_fitted(const struct table_column *column, union table_cell cell)
{
	return column->kind == COLUMN_DECIMAL && !is_among_keys(column) && isfinite(cell.value);
}

static void put_measured(const struct table_column *column, union table_cell cell, bool is_last,
			 const struct diff_text_style *style, struct outbuf *out)
{
	bool coloured = style->coloured && !style->separator && column->kind == COLUMN_PERCENT && !isnan(cell.value);
	coloured = coloured && share_colour_begin(cell.value, out);
	size_t begin = out->size;
	bool is_bare = style->separator && !is_among_keys(column);
	if (style->separator && !is_bare) out_char(out, ' ');
	/* As upstream: with a separator a weighted difference of 0 is left out. */
	bool is_left_out = is_bare && column->is_signed && column->kind == COLUMN_NUMBER && !cell.number;
	if (!is_left_out) put_number(column, cell, is_bare, out);
	bool is_right = !style->separator || is_fitted(column, cell);
	if (is_right) move_right(out, begin, column->width);
	else if (out->size - begin < column->width && (is_bare || !is_last))
		out_spaces(out, column->width - (out->size - begin));
	if (coloured) share_colour_end(out);
}

static void put_key(const struct table_column *column, const char *text, bool is_last,
		    const struct diff_text_style *style, struct outbuf *out)
{
	size_t begin = out->size;
	if (!text) text = "";
	if (style->separator)
		for (const char *c = text; *c; c++) out_char(out, *c == *style->separator ? '.' : *c);
	else out_str(out, text);
	out_name_from(out, begin);
	if (column->align == ALIGN_RAGGED && is_last) return;
	unsigned width = short_name_width(out->data + begin, out->size - begin);
	if (width < column->width) out_spaces(out, column->width - width);
}

static void put_row(const struct table *table, const struct table_row *row, const struct diff_text_style *style,
		    struct outbuf *out)
{
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (!style->separator) out_lit(out, "  ");
		else if (i) out_str(out, style->separator);
		bool is_last = i + 1 == table->columns.count;
		if (is_key(column)) put_key(column, row->cells[i].text, is_last, style, out);
		else put_measured(column, row->cells[i], is_last, style, out);
	}
	out_char(out, '\n');
}

static void put_titles(const struct table *table, const struct diff_text_style *style, struct outbuf *out)
{
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (i && style->separator) out_str(out, style->separator);
		else if (i) out_lit(out, "  ");
		if (column->title_right) out_name_right(out, column->title, column->width);
		else out_name_left(out, column->title, column->width);
	}
	out_char(out, '\n');
	if (style->separator) return;
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		if (i) out_lit(out, "  ");
		for (unsigned n = table->columns.items[i].width; n; n--) out_char(out, '.');
	}
	out_lit(out, "\n#\n");
}

static void put_head(const struct table *table, const char *event, const struct diff_text_style *style,
		     struct outbuf *out)
{
	out_lit(out, "# Event '");
	out_name(out, event);
	out_lit(out, "'\n#\n");
	if (style->files) {
		out_lit(out, "# Data files:\n");
		for (size_t i = 0; i < style->nr_files; i++) {
			out_printf(out, "#  [%zu] %s ", i, style->files[i]);
			if (i == 0) out_lit(out, "(Baseline)");
			out_char(out, '\n');
		}
		out_lit(out, "#\n");
	}
	put_titles(table, style, out);
}

void diff_text_cell(const struct table_column *column, union table_cell cell, struct outbuf *out)
{
	size_t begin = out->size, blanks = 0;
	if (column->kind == COLUMN_TEXT) {
		if (cell.text) out_str(out, cell.text);
		return;
	}
	put_number(column, cell, false, out);
	while (out->size > begin && out->data[out->size - 1] == ' ') out->size--;
	while (begin + blanks < out->size && out->data[begin + blanks] == ' ') blanks++;
	if (!blanks) return;
	out->size -= blanks;
	memmove(out->data + begin, out->data + begin + blanks, out->size - begin);
}

void diff_text(const struct table *table, const char *event, bool is_first, const struct diff_text_style *style,
	       struct outbuf *out)
{
	if (!is_first) out_char(out, '\n');
	if (!style->no_head) put_head(table, event, style, out);
	for (size_t i = 0; i < table->rows.count; i++) put_row(table, &table->rows.items[i], style, out);
}
