/* The entries of the report. Weights are html_profile.c's; here are the texts of the other columns: for profile number
 * p and event number e
 *
 *     textsP    count of rows; of each column of texts the text of each row
 *     valuesE   of each measured column the text of each row, as perf report --stdio has it
 */
#include "base/strbuf.h"
#include "render/html/html_section.h"
#include "render/table/table_text.h"

extern const char html_table_js[];

static bool html_table_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only && page->nr_profiles && page->profiles[0].table;
}

/* Columns of texts: the keys that entries are told apart by. The others are measured. */
static bool is_text(const struct table_column *column) { return column->kind == COLUMN_TEXT; }

/* "Load" of "Mem Op": what columns that are parts of one thing have in common stands in front. */
static void put_title(struct html_writer *w, const struct table_column *column)
{
	struct strbuf title = STRBUF_INIT;
	if (column->over) strbuf_printf(&title, "%s: ", column->over);
	strbuf_str(&title, column->title);
	html_facts_text(w, strbuf_text(&title));
	strbuf_done(&title);
}

static void put_columns(struct html_writer *w, const struct table *table)
{
	out_char(&w->facts, '[');
	for (size_t i = 0; table && i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		out_printf(&w->facts, "%s{\"name\":", i ? "," : "");
		html_facts_text(w, column->name);
		out_lit(&w->facts, ",\"title\":");
		put_title(w, column);
		out_printf(&w->facts, ",\"number\":%s}", is_text(column) ? "false" : "true");
	}
	out_char(&w->facts, ']');
}

/* Cells that begin at `cell` of a column's rows, or of the event's part of a measured one. */
static void put_cells(struct html_writer *w, const struct table *table, const struct table_column *column, size_t cell)
{
	struct outbuf text;
	out_init(&text, -1);
	for (size_t row = 0; row < table->rows.count; row++) {
		const union table_cell *value = &table->rows.items[row].cells[cell];
		const char *shown = value->text ? value->text : "";
		if (!is_text(column)) {
			text.size = 0;
			table_text_number(column, *value, &text);
			out_char(&text, '\0');
			shown = text.data;
		}
		html_data_number(&w->data, html_name(&w->names, shown));
	}
	out_done(&text);
}

/* All columns of texts, or what all measured ones have of an event. */
static void put_all(struct html_writer *w, const struct table *table, bool texts, size_t event)
{
	for (size_t i = 0, cell = 0; i < table->columns.count; cell += table->columns.items[i++].span)
		if (is_text(&table->columns.items[i]) == texts)
			put_cells(w, table, &table->columns.items[i], texts ? cell : cell + event);
}

static void html_table_put(struct html_writer *w)
{
	size_t number = 0;
	out_lit(&w->facts, "\"tables\":[");
	for (size_t p = 0; p < w->page->nr_profiles; p++) {
		const struct page_profile *profile = &w->page->profiles[p];
		if (p) out_char(&w->facts, ',');
		put_columns(w, profile->table);
		html_data_number(&w->data, profile->table->rows.count);
		put_all(w, profile->table, true, 0);
		html_data_put(&w->data, "texts", p, w->out);
		for (size_t e = 0; e < profile->nr_events; e++, number++) {
			put_all(w, profile->table, false, e);
			html_data_put(&w->data, "values", number, w->out);
		}
	}
	out_lit(&w->facts, "],");
}

const struct html_section html_section_table = {
	.name = "table",
	.is_there = html_table_is_there,
	.put = html_table_put,
	.script = html_table_js,
};
