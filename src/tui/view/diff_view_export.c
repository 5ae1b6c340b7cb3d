/* What is shown, all of it, also what is folded: as the text of perf diff, as fields, as JSON. */
#include "base/printable.h"
#include "render/listing/diff_text.h"
#include "render/table/table_csv.h"
#include "render/table/table_json.h"
#include "render/table/table_text.h"
#include "result/diff.h"
#include "tui/popup.h"
#include "tui/view/diff_view_private.h"

enum export_kind { EXPORT_TEXT, EXPORT_CSV, EXPORT_JSON };
static const struct {
	const char *title, *name;
} kinds[] = { { "Text (as perf diff writes it)", "perf.diff" }, { "CSV", "perf.csv" }, { "JSON", "perf.json" } };

/* Lines of `about` as comments. */
static void put_about(const char *about, struct outbuf *out)
{
	for (const char *end; *about; about = end + (*end == '\n')) {
		end = strchrnul(about, '\n');
		_free_ char *line = xstrndup(about, (size_t)(end - about));
		out_lit(out, "# ");
		out_name(out, line);
		out_char(out, '\n');
	}
	out_lit(out, "#\n");
}

/* Cells as texts: numbers that are not there are empty fields then. */
static void make_texts(struct table *table)
{
	for (size_t i = 0; i < table->columns.count; i++) {
		struct table_column *column = &table->columns.items[i];
		for (size_t row = 0; column->kind != COLUMN_TEXT && row < table->rows.count; row++) {
			union table_cell *cell = &table->rows.items[row].cells[i];
			struct outbuf text;
			out_init(&text, -1);
			diff_text_cell(column, *cell, &text);
			out_char(&text, '\0');
			cell->text = arena_strdup(&table->arena, text.data);
			out_done(&text);
		}
		column->kind = COLUMN_TEXT;
	}
}

/* Marks of what is not there become the one that documents know. */
static void make_empty(struct table *table)
{
	for (size_t i = 0; i < table->columns.count; i++) {
		struct table_column *column = &table->columns.items[i];
		if (column->kind != COLUMN_NUMBER || !column->is_signed) continue;
		column->may_be_empty = true;
		for (size_t row = 0; row < table->rows.count; row++) {
			uint64_t *number = &table->rows.items[row].cells[i].number;
			if (*number == DIFF_NO_VALUE || *number == DIFF_NO_BASE) *number = TABLE_NO_NUMBER;
		}
	}
}

static void put(const struct diff_view *v, struct table *table, enum export_kind kind, struct outbuf *out)
{
	const struct diff_view_event *event = &v->options.events[v->event];
	const struct diff_text_style style = { 0 };
	bool is_plain = v->options.plain_name;
	switch (kind) {
	case EXPORT_TEXT:
		if (is_plain) {
			(void)!table_text(table, &(struct table_text_options){ .titles = true }, out);
			break;
		}
		if (v->options.is_judged) put_about(event->about, out);
		diff_text(table, event->name, true, &style, out);
		break;
	case EXPORT_CSV:
		if (!is_plain) make_texts(table);
		table_csv(table, NULL, ",", out);
		break;
	case EXPORT_JSON:
		if (!is_plain) make_empty(table);
		table_json(table, &table_json_lines, out);
		out_char(out, '\n');
	}
}

void diff_view_export(struct diff_view *v, bool asks)
{
	_err_done_ struct err err = ERR_INIT;
	_free_ char *path = NULL;
	const char *titles[ARRAY_SIZE(kinds)];
	struct outbuf out;
	struct table table;
	const char *plain_name = v->options.plain_name;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) titles[i] = kinds[i].title;
	if (plain_name) titles[EXPORT_TEXT] = "Text";
	if (!v->options.save) {
		ui_complain(v->view.ui, "Files cannot be written from here");
		return;
	}
	int kind = asks ? popup_menu(v->view.ui, "Write what is shown as", titles, ARRAY_SIZE(titles)) : EXPORT_TEXT;
	if (kind < 0) return;
	table_init(&table);
	out_init(&out, -1);
	diff_view_table(v->options.events[v->event].table, &v->shape, &table);
	put(v, &table, (enum export_kind)kind, &out);
	const char *name = kind == EXPORT_TEXT && plain_name ? plain_name : kinds[kind].name;
	if (v->options.save(v->options.ctx, name, &out, &path, &err) < 0)
		ui_complain(v->view.ui, "%s", err.message ? err.message : "Cannot write the file");
	else ui_say(v->view.ui, "%s written!", path ? path : name);
	out_done(&out);
	table_done(&table);
}
