/* Titles, cells and nodes of a table on a screen: columns are as wide as result/table.h says, or as a layout does
 * (render/table/table_layout.h); shares are coloured. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "render/table/cell_text.h"
#include "tui/table_browser_private.h"

/* PERCENT_WIDTH: of "100.00%". */
enum { INDENT = 3, PERCENT_WIDTH = 7, WIDTH_MAX = 4096 };

static bool is_text(const struct table_column *column)
{
	return column->kind == COLUMN_TEXT || column->kind == COLUMN_PLACE || column->kind == COLUMN_CHAIN ||
	       column->kind == COLUMN_TALLY;
}

/* What a cell says, without its width. Texts are escaped where they are drawn. */
static void put_cell(const struct table_browser *b, const struct table_column *column, union table_cell cell,
		     struct strbuf *ret)
{
	struct outbuf out;
	if (b->options.put_cell) {
		b->options.put_cell(column, cell, ret);
	} else if (column->kind == COLUMN_TEXT) {
		strbuf_str(ret, cell.text ? cell.text : "");
	} else if (column->kind == COLUMN_PERCENT) {
		if (isnan(cell.value)) strbuf_str(ret, "N/A");
		else strbuf_printf(ret, "%.2f%%", cell.value);
	} else if (column->kind == COLUMN_DECIMAL) {
		strbuf_printf(ret, "%.1f", cell.value);
	} else {
		out_init(&out, -1);
		cell_text(column, cell, &out);
		strbuf_add(ret, out.data ? out.data : "", out.size);
		out_done(&out);
	}
}

/* Of a part also what it is a part of: there is one line of titles. */
static void put_title(const struct table_column *column, struct strbuf *ret)
{
	if (column->over) strbuf_printf(ret, "%s ", column->over);
	strbuf_str(ret, column->title);
}

/* As wide as the column says; where it does not, as wide as its widest cell. */
static unsigned width_of(const struct table_browser *b, size_t i, size_t first_cell)
{
	const struct table_column *column = &b->table.columns.items[i];
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	put_title(column, &text);
	unsigned width = MAX(column->width, screen_width(strbuf_text(&text)));
	if (column->kind == COLUMN_PERCENT) width = MAX(width, PERCENT_WIDTH);
	if (column->kind == COLUMN_TEXT || column->kind == COLUMN_PERCENT) return MIN(width, WIDTH_MAX);
	for (size_t row = 0; row < b->table.rows.count; row++)
		for (unsigned n = 0; n < column->span; n++) {
			strbuf_clear(&text);
			put_cell(b, column, b->table.rows.items[row].cells[first_cell + n], &text);
			width = MAX(width, (screen_width(strbuf_text(&text)) + (n ? 1 : 0)) * column->span);
		}
	return MIN(width, WIDTH_MAX);
}

void table_browser_measure(struct table_browser *browser)
{
	size_t cell = 0;
	free(browser->widths);
	browser->nr_columns = browser->table.columns.count;
	browser->widths = xcalloc(browser->nr_columns + 1, sizeof(*browser->widths));
	if (browser->options.layout) return;
	for (size_t i = 0; i < browser->nr_columns; i++) {
		browser->widths[i] = width_of(browser, i, cell);
		cell += browser->table.columns.items[i].span;
	}
}

static enum screen_style share_style(double percent)
{
	if (percent >= 5.0) return STYLE_TOP;
	return percent > 0.5 ? STYLE_MEDIUM : STYLE_LIGHT;
}

/* The cells of one column: several for a group of events. */
static void draw_cells(const struct table_browser *b, size_t i, const union table_cell *cells, struct line *line,
		       bool last)
{
	const struct table_column *column = &b->table.columns.items[i];
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	for (unsigned n = 0; n < column->span; n++) {
		enum screen_style style = STYLE_LIGHT;
		strbuf_clear(&text);
		put_cell(b, column, cells[n], &text);
		if (column->kind == COLUMN_PERCENT) style = share_style(fabs(cells[n].value));
		if (!is_text(column) || column->align == ALIGN_RIGHT)
			line_number(line, style, b->widths[i] / column->span, strbuf_text(&text));
		else if (last) line_text(line, style, strbuf_text(&text));
		else line_cell(line, style, b->widths[i], strbuf_text(&text));
	}
}

/* A line in the shape of a layout. */
static void draw_layout(const struct table_browser *b, const struct table_row *row, struct line *line)
{
	struct outbuf out;
	struct table_layout layout = *b->options.layout;
	out_init(&out, -1);
	layout.line_end = "";
	layout.below = NULL;
	if (row) table_layout_row(&b->table, row, &layout, &out);
	else table_layout_titles(&b->table, &layout, &out);
	out_char(&out, 0);
	line_text(line, row ? STYLE_LIGHT : STYLE_ROOT, out.data);
	out_done(&out);
}

/* Once there were signs, rows stay where they are, also when a filter leaves none that opens. */
static bool has_folds(struct table_browser *b)
{
	for (size_t i = 0; i < b->lines.count && !b->has_folds; i++) b->has_folds = b->lines.items[i].can_open;
	return b->has_folds;
}

/* Between the numbers of a hierarchy and the texts of its levels, as wide as upstream's. */
static unsigned levels_gap(const struct table_browser *b)
{
	unsigned nr_levels = 0;
	for (size_t i = 0; i < b->nr_columns; i++) nr_levels += is_text(&b->table.columns.items[i]);
	return nr_levels ? 2 + (nr_levels - 1) * INDENT : 2;
}

/* Of a hierarchy the texts of all levels share a column, that of the row's level; the whole row is indented by its
 * level (draw_line), as upstream's is. */
static void draw_hierarchy(const struct table_browser *b, const struct table_row *row, struct line *line)
{
	size_t cell = 0, level = 0;
	for (size_t i = 0; i < b->nr_columns; i++) {
		if (!is_text(&b->table.columns.items[i])) {
			if (i) line_blanks(line, 2);
			draw_cells(b, i, &row->cells[cell], line, false);
		}
		cell += b->table.columns.items[i].span;
	}
	line_blanks(line, levels_gap(b));
	cell = 0;
	for (size_t i = 0; i < b->nr_columns && !row->remark; i++) {
		const struct table_column *column = &b->table.columns.items[i];
		if (is_text(column) && level++ == row->level) {
			const char *text = row->cells[cell].text ? row->cells[cell].text : "";
			line_text(line, STYLE_LIGHT, text + strspn(text, " "));
		}
		cell += column->span;
	}
	if (row->remark) line_text(line, STYLE_DIM, row->remark);
}

static void draw_row(const struct table_browser *b, const struct table_row *row, struct line *line)
{
	size_t cell = 0;
	if (b->options.layout) {
		draw_layout(b, row, line);
		return;
	}
	if (b->table.hierarchy) {
		draw_hierarchy(b, row, line);
		return;
	}
	for (size_t i = 0; i < b->nr_columns; i++) {
		if (i) line_blanks(line, 2);
		draw_cells(b, i, &row->cells[cell], line, i + 1 == b->nr_columns);
		cell += b->table.columns.items[i].span;
	}
}

static void draw_node(const struct table_browser *b, const struct table_line *at, struct line *line)
{
	const struct table_row *row = &b->table.rows.items[at->row];
	const struct tree_node *node = &row->graph->nodes.items[at->node];
	char share[32];
	if (b->options.draw_node) {
		b->options.draw_node(b->options.ctx, line, row, row->graph, at->node);
		return;
	}
	if (row->period) {
		double percent = 100.0 * (double)node->period / (double)row->period;
		snprintf(share, sizeof(share), "%.2f%% ", percent);
		line_text(line, share_style(percent), share);
	}
	line_text(line, STYLE_LIGHT, node->label ? node->label : "");
}

/* "+", "-" or a blank, and one more. */
static void draw_fold(const struct table_line *at, struct line *line)
{
	const char *sign = at->is_open ? "- " : "+ ";
	line_text(line, STYLE_LIGHT, at->can_open ? sign : "  ");
}

struct drawing {
	const struct table_browser *browser;
	bool has_folds;
};

static void draw_line(void *ctx, struct line *line, size_t number)
{
	const struct drawing *drawing = ctx;
	const struct table_browser *b = drawing->browser;
	const struct table_line *at = &b->lines.items[number];
	if (at->node == TREE_NONE) {
		line_blanks(line, at->depth * INDENT);
		if (drawing->has_folds) draw_fold(at, line);
		draw_row(b, &b->table.rows.items[at->row], line);
	} else {
		line_blanks(line, at->depth * INDENT);
		draw_fold(at, line);
		draw_node(b, at, line);
	}
}

static void draw_titles(struct table_browser *b, struct line *line, bool folds)
{
	vec_clear(&b->title_ends);
	if (folds) line_text(line, STYLE_ROOT, "  ");
	if (b->options.layout) {
		draw_layout(b, NULL, line);
		return;
	}
	bool first = true, first_text = true;
	for (int texts = 0; texts < 2; texts++)
		for (size_t i = 0; i < b->nr_columns; i++) {
			const struct table_column *column = &b->table.columns.items[i];
			/* those of a hierarchy's levels come last, as "Command / Symbol" */
			if (b->table.hierarchy ? is_text(column) != texts : texts) continue;
			_strbuf_done_ struct strbuf text = STRBUF_INIT;
			put_title(column, &text);
			const char *title = strbuf_text(&text);
			if (b->table.hierarchy && texts && !first_text) line_text(line, STYLE_ROOT, " / ");
			else if (b->table.hierarchy && texts) line_blanks(line, levels_gap(b));
			else if (!first) line_text(line, STYLE_ROOT, "  ");
			first = false;
			if (texts) first_text = false;
			if (b->table.hierarchy && texts) line_text(line, STYLE_ROOT, title + strspn(title, " "));
			else if (!is_text(column) || column->title_right)
				line_number(line, STYLE_ROOT, b->widths[i], title);
			else line_cell(line, STYLE_ROOT, b->widths[i], title);
			vec_push(&b->title_ends, ((struct table_title){ i, line->at }));
		}
}

void table_browser_draw(struct table_browser *browser, struct screen *screen, struct area area)
{
	struct drawing drawing = { browser, has_folds(browser) };
	bool titles = !browser->hides_titles && !browser->options.has_no_titles && area.rows > 1;
	browser->titles = (struct area){ area.row, area.column, titles ? 1 : 0, area.columns };
	if (titles) {
		struct line line = { .screen = screen,
				     .row = area.row,
				     .column = area.column,
				     .width = area.columns,
				     .blank = STYLE_ROOT,
				     .scrolled = browser->browser.scrolled };
		screen_put(screen, area.row, area.column, area.columns, STYLE_ROOT, "");
		draw_titles(browser, &line, drawing.has_folds);
		area.row++, area.rows--;
	}
	browser_draw(&browser->browser, screen, area, draw_line, &drawing);
}

void table_browser_text(const struct table_browser *browser, const struct table_line *line, struct strbuf *ret)
{
	const struct table_row *row = &browser->table.rows.items[line->row];
	if (line->node != TREE_NONE) {
		const char *label = row->graph->nodes.items[line->node].label;
		strbuf_str(ret, label ? label : "");
		return;
	}
	if (row->remark) strbuf_str(ret, row->remark);
	size_t cell = 0;
	for (size_t i = 0; i < browser->nr_columns && !row->remark; i++) {
		const struct table_column *column = &browser->table.columns.items[i];
		for (unsigned n = 0; n < column->span; n++) {
			put_cell(browser, column, row->cells[cell + n], ret);
			strbuf_char(ret, ' ');
		}
		cell += column->span;
	}
}
