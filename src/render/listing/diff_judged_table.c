/* Judged rows as a table: the columns of diff_judged_text.c, whose cells say the same. */
#include <math.h>
#include "render/listing/diff_judged_text.h"

enum { COLUMN_BEFORE, COLUMN_AFTER, COLUMN_CHANGE, COLUMN_INTERVAL, COLUMN_VERDICT, NR_COLUMNS };
enum { INTERVAL_WIDTH = 20 };

static const struct table_column columns[NR_COLUMNS] = {
	{ .name = "before",
	  .title = "Before",
	  .kind = COLUMN_PERCENT,
	  .align = ALIGN_RIGHT,
	  .title_right = true,
	  .width = 8 },
	{ .name = "after",
	  .title = "After",
	  .kind = COLUMN_PERCENT,
	  .align = ALIGN_RIGHT,
	  .title_right = true,
	  .width = 8 },
	{ .name = "change",
	  .title = "Change",
	  .kind = COLUMN_PERCENT,
	  .is_signed = true,
	  .align = ALIGN_RIGHT,
	  .title_right = true,
	  .width = 8 },
	{ .name = "interval",
	  .title = "95% interval",
	  .kind = COLUMN_TEXT,
	  .align = ALIGN_RIGHT,
	  .title_right = true,
	  .width = INTERVAL_WIDTH },
	{ .name = "verdict", .title = "Verdict", .kind = COLUMN_TEXT, .width = 7 },
};

static const char *interval_text(struct table *table, const struct diff_judged *judged)
{
	struct outbuf out;
	if (isnan(judged->low)) return "";
	out_init(&out, -1);
	diff_judged_interval(judged, INTERVAL_WIDTH, &out);
	out_char(&out, '\0');
	const char *text = arena_strdup(&table->arena, out.data);
	out_done(&out);
	return text;
}

static struct table_row *add_row(struct table *table, const struct diff_judged *judged)
{
	struct table_row *row = table_add_row(table);
	row->cells[COLUMN_BEFORE].value = judged->before;
	row->cells[COLUMN_AFTER].value = judged->after;
	row->cells[COLUMN_CHANGE].value = judged->change;
	row->cells[COLUMN_INTERVAL].text = interval_text(table, judged);
	row->cells[COLUMN_VERDICT].text = diff_verdict_name(judged->verdict);
	for (size_t i = NR_COLUMNS; i < table->columns.count; i++) row->cells[i].text = "";
	return row;
}

/* Callers, in the last column of text, indented where paths part. */
static void add_paths(const struct diff *diff, const struct diff_row *from, struct table *table)
{
	for (size_t i = 0; from->paths && i < from->paths->paths.count; i++) {
		const struct diff_path *path = &from->paths->paths.items[i];
		struct table_row *row = add_row(table, &path->judged);
		_free_ char *text = xasprintf("%*s< %s", (int)(2 * path->nr_partings), "", path->label);
		row->level = path->depth + 1;
		row->cells[NR_COLUMNS - 1 + diff->keys.count].text = arena_strdup(&table->arena, text);
	}
}

void diff_judged_table(const struct diff_judgement *judgement, const struct diff *diff, struct table *ret)
{
	table_add_columns(ret, columns, NR_COLUMNS);
	for (size_t i = 0; i < diff->keys.count; i++) table_add_column(ret, &diff->keys.items[i]);
	for (size_t i = 0; i < judgement->rows.count; i++) {
		const struct diff_judged *judged = &judgement->rows.items[i];
		if (judged->verdict == DIFF_NOT_JUDGED) continue;
		struct table_row *row = add_row(ret, judged);
		row->id = judged->row->id;
		for (size_t n = 0; n < diff->keys.count; n++) row->cells[NR_COLUMNS + n].text = judged->row->texts[n];
		add_paths(diff, judged->row, ret);
	}
}
