/* The rows of a profile: shares, and the texts of key columns, on all cores.
 *
 * Lines are given out in chunks; a worker fills the cells of its lines' rows column by column, makes texts in an
 * arena of its own and notes the widest of each column. Columns whose texts depend on their width (KEY_WIDTH) are
 * then filled once more. */
#include "analysis/profile/rows/hist_reporter.h"
#include <assert.h>
#include <stdlib.h>
#include "base/hash.h"
#include "base/outbuf.h"
#include "base/threads.h"

/* CACHED_TEXTS: slots for each column and worker. LINES_AHEAD: whose entries are fetched before they are asked for. */
enum { CHUNK_LINES = 128, CACHED_TEXTS = 64, LINES_AHEAD = 16 };

/* Cells that were seen lately share their text. */
struct cached_text {
	uint64_t cell;
	const char *text;
};

/* A column of the table and where its cells are in a row. */
struct row_column {
	const struct hist_column *column;
	struct table_column *shown;
	size_t first_cell;
	bool skipped;   /* in this pass */
	unsigned width; /* that its texts are made for; 0 while it is being found out */
};

/* What a thread has for itself while rows are made. */
struct row_worker {
	struct arena *arena; /* of the table */
	struct outbuf out;
	unsigned *widths;          /* by column: of the widest text */
	struct cached_text *texts; /* CACHED_TEXTS a column */
};

/* The rows in the making. */
struct rows {
	const struct reporter *r;
	struct table *table;
	/* Lines that texts are made of, because widths depend on them: all lines, also those too light for a row, as
	 * upstream has it; with max_rows only those up to the last row. */
	size_t nr_lines;
	uint32_t *row_of_line; /* row + 1, 0: too light to be shown */
	struct row_column *columns;
	size_t nr_columns;
	struct row_worker *workers;
	size_t nr_workers;
};

/* Column n of lines begin .. end: its widths, and its cells in the rows of lines that have one. */
static void put_texts(const struct rows *rows, struct row_worker *w, size_t n, size_t begin, size_t end)
{
	const struct reporter *r = rows->r;
	const struct row_column *c = &rows->columns[n];
	struct cached_text *texts = &w->texts[n * CACHED_TEXTS];
	for (size_t line = begin; line < end; line++) {
		const struct hist_entry *entry = any_entry(r, &r->lines[line * r->nr_events]);
		uint64_t cell = hist_cell(r->hist, entry, c->column->key_index);
		if (c->column->key->flags & KEY_TOTAL) cell *= entry->count;
		struct cached_text *known = &texts[hash_u64(cell) % CACHED_TEXTS];
		if (!known->text || known->cell != cell) {
			w->out.size = 0;
			c->column->key->format(r->hist->env, cell, c->width, &w->out);
			*known = (struct cached_text){ cell, arena_strndup(w->arena, w->out.data ? w->out.data : "",
									   w->out.size) };
			w->widths[n] = MAX(w->widths[n], hist_cell_width(r, c->column, cell, known->text));
		}
		if (rows->row_of_line[line])
			rows->table->rows.items[rows->row_of_line[line] - 1].cells[c->first_cell].text = known->text;
	}
}

/* The same of a measured column, a cell for each event. */
static void put_values(const struct rows *rows, size_t n, size_t begin, size_t end)
{
	const struct reporter *r = rows->r;
	const struct row_column *c = &rows->columns[n];
	for (size_t line = begin; line < end; line++) {
		if (!rows->row_of_line[line]) continue;
		union table_cell *cells = rows->table->rows.items[rows->row_of_line[line] - 1].cells + c->first_cell;
		for (size_t e = 0; e < r->nr_events; e++) {
			const struct hist_entry *entry = r->lines[line * r->nr_events + e];
			cells[e] = hist_field_cell(r, c->column->field,
						   entry ? value_of(r, c->column->field, entry, e) : 0,
						   entry ? entry->count : 0, e);
		}
	}
}

/* Starts fetching what the lines' cells are read from: lines in order are anywhere in memory. */
static void fetch_cells(const struct rows *rows, size_t begin, size_t end)
{
	const struct reporter *r = rows->r;
	for (size_t line = begin; line < end; line++) __builtin_prefetch(any_entry(r, &r->lines[line * r->nr_events]));
	for (size_t line = begin; line < end; line++)
		hist_prefetch_cells(r->hist, any_entry(r, &r->lines[line * r->nr_events]));
}

/* threads_for: the lines of one chunk. */
static void put_chunk(void *ctx, unsigned worker, size_t item)
{
	const struct rows *rows = ctx;
	size_t begin = item * CHUNK_LINES, end = MIN(begin + CHUNK_LINES, rows->nr_lines);
	fetch_cells(rows, begin, end);
	for (size_t n = 0; n < rows->nr_columns; n++) {
		if (rows->columns[n].skipped) continue;
		if (rows->columns[n].column->field) put_values(rows, n, begin, end);
		else put_texts(rows, &rows->workers[worker], n, begin, end);
	}
}

/* Fills the columns that are not skipped, and widens them to the widest text of any worker. */
static void put_all(struct rows *rows)
{
	threads_for((unsigned)rows->nr_workers, (rows->nr_lines + CHUNK_LINES - 1) / CHUNK_LINES, put_chunk, rows);
	for (size_t i = 0; i < rows->nr_workers; i++)
		for (size_t n = 0; n < rows->nr_columns; n++)
			rows->columns[n].shown->width = MAX(rows->columns[n].shown->width, rows->workers[i].widths[n]);
}

/* Fills the columns whose texts depend on the column's width once more, now that it is known. */
static void put_fitted(struct rows *rows)
{
	bool any = false;
	for (size_t n = 0; n < rows->nr_columns; n++) {
		struct row_column *c = &rows->columns[n];
		c->skipped = !c->column->key || !(c->column->key->flags & KEY_WIDTH);
		c->width = c->shown->width;
		any |= !c->skipped;
	}
	if (!any) return;
	for (size_t i = 0; i < rows->nr_workers; i++)
		memset(rows->workers[i].texts, 0, rows->nr_columns * CACHED_TEXTS * sizeof(*rows->workers[i].texts));
	put_all(rows);
}

/* What the joiner has to know before it names rows. */
static void note_rows(const struct rows *rows, struct hist_joiner *joiner)
{
	const struct reporter *r = rows->r;
	hist_joiner_begin(joiner, r->hist);
	for (size_t n = 0; n < rows->nr_lines; n++)
		if (rows->row_of_line[n]) hist_joiner_note(joiner, r->hist, any_entry(r, &r->lines[n * r->nr_events]));
	hist_joiner_settle(joiner);
}

/* threads_for: ids of the rows of one chunk of lines. A joiner's depend on what it was asked before. */
static void name_rows(void *ctx, unsigned worker, size_t item)
{
	const struct rows *rows = ctx;
	const struct reporter *r = rows->r;
	struct hist_joiner *joiner = r->options->joiner;
	const size_t end = MIN((item + 1) * CHUNK_LINES, rows->nr_lines);
	for (size_t n = item * CHUNK_LINES; n < end; n++) {
		if (!rows->row_of_line[n]) continue;
		const struct hist_entry *entry = any_entry(r, &r->lines[n * r->nr_events]);
		struct table_row *row = &rows->table->rows.items[rows->row_of_line[n] - 1];
		row->period = entry->total_period;
		row->id = joiner ? hist_joiner_id(joiner, r->hist, entry) : hist_entry_row(entry);
	}
}

/* Gives lines their rows: those that are heavy enough, the first max_rows of them. A group's first event decides. */
static void number_rows(struct rows *rows)
{
	const struct reporter *r = rows->r;
	size_t max_rows = r->options->max_rows ? r->options->max_rows : SIZE_MAX;
	uint32_t count = 0;
	rows->nr_lines = r->nr_lines;
	rows->row_of_line = xmalloc(r->nr_lines * sizeof(*rows->row_of_line) + 1);
	for (size_t n = 0; n < r->nr_lines; n++) {
		const struct hist_entry *leader = r->lines[n * r->nr_events];
		if (n + LINES_AHEAD < r->nr_lines) __builtin_prefetch(r->lines[(n + LINES_AHEAD) * r->nr_events]);
		bool light = hist_is_light(r->options, leader, r->totals[0]);
		rows->row_of_line[n] = 0;
		if (light) continue;
		if (count < max_rows) rows->row_of_line[n] = ++count;
		else rows->table->nr_left_out++;
		if (count == max_rows && rows->nr_lines == r->nr_lines) rows->nr_lines = n + 1;
	}
	table_add_unset_rows(rows->table, count); /* put_all sets each cell */
	if (r->options->joiner) note_rows(rows, r->options->joiner);
	threads_for(r->options->joiner ? 1 : (unsigned)rows->nr_workers,
		    (rows->nr_lines + CHUNK_LINES - 1) / CHUNK_LINES, name_rows, rows);
}

void hist_rows(const struct reporter *r, struct table *table)
{
	struct rows rows = { .r = r, .table = table, .nr_workers = r->options->threads ? r->options->threads : 1 };
	number_rows(&rows);
	rows.columns = xcalloc(r->layout->columns.count + 1, sizeof(*rows.columns));
	for (size_t i = 0, cell = 0; i < r->layout->columns.count; i++) {
		if (!hist_column_shown(r, &r->layout->columns.items[i])) continue;
		struct table_column *shown = &table->columns.items[rows.nr_columns];
		rows.columns[rows.nr_columns++] = (struct row_column){ .column = &r->layout->columns.items[i],
								       .shown = shown,
								       .first_cell = cell };
		cell += shown->span;
	}
	rows.workers = xcalloc(rows.nr_workers, sizeof(*rows.workers));
	struct arena *arenas = table_add_arenas(table, rows.nr_workers);
	for (size_t i = 0; i < rows.nr_workers; i++) {
		struct row_worker *w = &rows.workers[i];
		w->arena = &arenas[i];
		out_init(&w->out, -1);
		w->widths = xcalloc(rows.nr_columns + 1, sizeof(*w->widths));
		w->texts = xcalloc(rows.nr_columns + 1, CACHED_TEXTS * sizeof(*w->texts));
	}
	put_all(&rows);
	put_fitted(&rows);
	for (size_t i = 0; i < rows.nr_workers; i++) {
		out_done(&rows.workers[i].out);
		free(rows.workers[i].widths);
		free(rows.workers[i].texts);
	}
	free(rows.workers);
	free(rows.columns);
	free(rows.row_of_line);
}
