/* The entries of the report. Weights are html_profile.c's; here are the texts of the other columns: for profile number
 * p
 *
 *     textsP   count of rows; of each column the text of each row
 */
#include "render/html/html_section.h"

extern const char html_table_js[];

static bool html_table_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only && page->nr_profiles && page->profiles[0].table;
}

/* Columns of texts: the keys that entries are told apart by. */
static bool is_text(const struct table_column *column) { return column->kind == COLUMN_TEXT; }

static void put_columns(struct html_writer *w, const struct table *table)
{
	const char *comma = "";
	out_char(&w->facts, '[');
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (!is_text(column)) continue;
		out_printf(&w->facts, "%s{\"name\":", comma);
		html_facts_text(w, column->name);
		out_lit(&w->facts, ",\"title\":");
		html_facts_text(w, column->title);
		out_char(&w->facts, '}');
		comma = ",";
	}
	out_char(&w->facts, ']');
}

static void html_table_put(struct html_writer *w)
{
	out_lit(&w->facts, "\"tables\":[");
	for (size_t p = 0; p < w->page->nr_profiles; p++) {
		const struct table *table = w->page->profiles[p].table;
		if (p) out_char(&w->facts, ',');
		put_columns(w, table);
		html_data_number(&w->data, table->rows.count);
		for (size_t i = 0, cell = 0; i < table->columns.count; cell += table->columns.items[i++].span) {
			if (!is_text(&table->columns.items[i])) continue;
			for (size_t row = 0; row < table->rows.count; row++) {
				const char *text = table->rows.items[row].cells[cell].text;
				html_data_number(&w->data, html_name(&w->names, text ? text : ""));
			}
		}
		html_data_put(&w->data, "texts", p, w->out);
	}
	out_lit(&w->facts, "],");
}

const struct html_section html_section_table = {
	.name = "table",
	.is_there = html_table_is_there,
	.put = html_table_put,
	.script = html_table_js,
};
