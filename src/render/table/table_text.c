/* Tables of `perf report --stdio`:
 *
 *     # Overhead  Command  Symbol
 *     # ........  .......  ......
 *     #
 *         40.00%  sh       main
 *                 |
 *                 ---main                  the row's graph (render/tree/tree_text.h)
 *
 * Names are cut or shortened to the width of their column, and columns of names get narrower where the terminal has not
 * enough room. Rows are made on several threads, in chunks, and put together in order.
 *
 * Where to begin: table_text, then put_row. A column is as wide as -w says, else as result/table.h does, names less
 * where the terminal is narrow (width_of, name_limit). put_cell writes one cell, put_numbers those of a group of
 * events; hierarchies have one column for all levels and a function of their own (put_hierarchy_row). */
#include "render/table/table_text.h"
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "base/printable.h"
#include "base/threads.h"
#include "render/tree/share_colour.h"
#include "render/short_name.h"

/* Whether it stands beside the column before it without a gap: both are parts of one thing. */
static bool is_joined(const struct table *table, size_t i)
{
	const struct table_column *column = &table->columns.items[i];
	return i && column->over && column->over == column[-1].over;
}

/* How much the table without its names takes of a line. */
static unsigned width_but_names(const struct table *table, const struct table_text_options *options,
				unsigned *ret_nr_names)
{
	unsigned width = 0;
	*ret_nr_names = 0;
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		bool given = i < options->nr_widths && options->widths[i];
		width += is_joined(table, i) ? 0 : 2; /* between columns, and before the first */
		if (column->is_name && !given) ++*ret_nr_names;
		else width += given ? options->widths[i] : column->width;
	}
	return width;
}

/* What names may take each, so that rows fit the terminal. */
static unsigned name_limit(const struct table *table, const struct table_text_options *options)
{
	unsigned nr_names, others = width_but_names(table, options, &nr_names);
	if (!options->columns || options->separator || !nr_names) return UINT32_MAX;
	unsigned left = options->columns > others ? options->columns - others : 0;
	return MAX(left / nr_names, (unsigned)SHORT_NAME_MIN);
}

/* What a cell is made for: of several values in one column, each. */
static unsigned width_of(const struct table *table, const struct table_text_options *options, size_t i)
{
	const struct table_column *column = &table->columns.items[i];
	if (i < options->nr_widths && options->widths[i]) return options->widths[i];
	if (column->is_name && options->columns) return MIN(column->width, name_limit(table, options));
	return column->kind == COLUMN_TEXT ? column->width : column->width / column->span;
}

/* A column of text can be made narrower than its title, one of numbers cannot. */
static unsigned column_width_of(const struct table *table, const struct table_text_options *options, size_t i)
{
	const struct table_column *column = &table->columns.items[i];
	unsigned width = width_of(table, options, i);
	return column->kind == COLUMN_TEXT ? width : MAX(width * column->span, column->width);
}

/* Takes off what is beyond width characters. */
static void cut_text(struct outbuf *out, size_t begin, unsigned width)
{
	size_t at = begin;
	for (unsigned n = 0; at < out->size; at++)
		if ((out->data[at] & 0xc0) != 0x80 && n++ == width) break;
	out->size = at;
}

/* A title in the middle of the columns it stands over, with lines to their ends: "--- Mem Op ---"; of one column on the
 * right. */
static void put_over(const char *title, unsigned width, bool alone, struct outbuf *out)
{
	unsigned size = (unsigned)strlen(title) + 2, lines = width > size ? width - size : 0;
	if (alone) {
		out_right(out, title, width);
		return;
	}
	for (unsigned n = lines / 2; n; n--) out_char(out, '-');
	out_char(out, ' ');
	out_str(out, title);
	out_char(out, ' ');
	for (unsigned n = lines - lines / 2; n; n--) out_char(out, '-');
}

/* The line above the titles, of tables with columns that are parts of something. */
static void put_titles_over(const struct table *table, const struct table_text_options *options, struct outbuf *out)
{
	bool any = false;
	for (size_t i = 0; i < table->columns.count; i++) any |= table->columns.items[i].over != NULL;
	if (!any) return;
	out_lit(out, "# ");
	for (size_t i = 0, next; i < table->columns.count; i = next) {
		unsigned width = column_width_of(table, options, i);
		for (next = i + 1; next < table->columns.count && is_joined(table, next); next++)
			width += column_width_of(table, options, next);
		if (i) out_str(out, options->separator ? options->separator : "  ");
		const char *over = table->columns.items[i].over;
		if (over) put_over(over, width, next == i + 1, out);
		else out_spaces(out, width);
	}
	out_char(out, '\n');
}

/* Lines of comments: titles, and dots as wide as each column; with a separator only titles. */
static void put_titles(const struct table *table, const struct table_text_options *options, struct outbuf *out)
{
	put_titles_over(table, options, out);
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		unsigned width = column_width_of(table, options, i);
		if (i && !is_joined(table, i)) out_str(out, options->separator ? options->separator : "  ");
		size_t before = out->size;
		if (column->kind == COLUMN_TEXT && !column->title_right) out_name_left(out, column->title, width);
		else out_name_right(out, column->title, width);
		if (column->kind == COLUMN_TEXT) cut_text(out, before, width);
	}
	out_char(out, '\n');
	if (options->separator) return;
	out_lit(out, "# ");
	for (size_t i = 0; i < table->columns.count; i++) {
		if (i && !is_joined(table, i)) out_lit(out, "  ");
		for (unsigned n = column_width_of(table, options, i); n; n--) out_char(out, '.');
	}
	out_lit(out, "\n#\n");
}

/* A share with its sign, which takes the last column of the width; "N/A" for NaN. */
static void put_percent(double value, unsigned width, unsigned decimals, bool coloured, struct outbuf *out)
{
	if (isnan(value)) {
		out_right(out, "N/A", width);
		return;
	}
	coloured = coloured && share_colour_begin(value, out);
	if (width) out_char(out, ' ');
	out_float(out, value, width > 2 ? width - 2 : 0, decimals);
	out_char(out, '%');
	if (coloured) share_colour_end(out);
}

/* The cells of one kind of number in the width of one value. */
static void put_number(const struct table_column *column, union table_cell cell, unsigned width, bool coloured,
		       struct outbuf *out)
{
	switch (column->kind) {
	case COLUMN_PERCENT: put_percent(cell.value, width, column->over ? 1 : 2, coloured, out); break;
	case COLUMN_DECIMAL: out_float(out, cell.value, width, 1); break;
	default:
		if (width) out_char(out, ' ');
		out_dec(out, cell.number, width ? width - 1 : 0);
	}
}

void table_text_number(const struct table_column *column, union table_cell cell, struct outbuf *out)
{
	put_number(column, cell, 0, false, out);
}

/* width is of one value. With a separator they are not lined up. The column keeps its width, which may be more than all
 * of them together. */
static void put_numbers(const struct table_column *column, const union table_cell *cells, unsigned width,
			const struct table_text_options *options, struct outbuf *out)
{
	size_t before = out->size;
	/* parts of one thing are lined up all the same, as nothing else is between them */
	bool loose = options->separator && !column->over,
	     padded = options->separator || width * column->span < column->width,
	     coloured = options->coloured && !options->separator;
	for (unsigned i = 0; i < column->span; i++) {
		if (loose) out_char(out, ' ');
		put_number(column, cells[i], loose ? 0 : width, coloured && !padded, out);
	}
	size_t used = out->size - before;
	/* colours take no place on the screen: the width was measured without them, and the cells are written again
	 * with them */
	if (padded && coloured) {
		out->size = before;
		for (unsigned i = 0; i < column->span; i++) put_number(column, cells[i], width, true, out);
	}
	unsigned whole = MAX(width * column->span, column->width);
	if (padded && used < whole) out_spaces(out, whole - used);
}

/* width: of numbers, of one value. */
static void put_cell(const struct table_column *column, const union table_cell *cells, unsigned width, bool last,
		     const struct table_text_options *options, struct outbuf *out)
{
	if (column->kind != COLUMN_TEXT) {
		put_numbers(column, cells, width, options, out);
		return;
	}
	const char *separator = options->separator;
	size_t before = out->size;
	const char *text = cells[0].text ? cells[0].text : "";
	/* an ending of texts that is not counted in the width of the column */
	unsigned mark = column->uncounted ? (unsigned)strlen(column->uncounted) : 0;
	if (separator) {
		for (const char *p = text; *p; p++) out_char(out, *p == *separator ? '.' : *p);
	} else if (column->is_name && options->columns) {
		bool is_marked = mark && strlen(text) > mark &&
				 strcmp(text + strlen(text) - mark, column->uncounted) == 0;
		short_name_write(text, is_marked ? width + mark : width, out);
	} else {
		out_str(out, text);
	}
	out_name_from(out, before);
	size_t ending = 0;
	if (column->uncounted && out->size - before >= strlen(column->uncounted)) {
		ending = strlen(column->uncounted);
		if (memcmp(out->data + out->size - ending, column->uncounted, ending) != 0) ending = 0;
	}
	size_t size = out->size - before - ending;
	/* as upstream: what is wider than its column by itself stands out of it */
	bool longer = column->cut && width < column->width && width < size &&
		      short_name_width(out->data + before, size) > width;
	if (longer) cut_text(out, before, width);
	if (longer && ending) out_str(out, column->uncounted);
	unsigned used = short_name_width(out->data + before, out->size - before);
	/* written on the left, then moved, as its width is known only now */
	if (used < width && column->align == ALIGN_RIGHT) {
		out_spaces(out, width - used);
		memmove(out->data + before + width - used, out->data + before, out->size - before - (width - used));
		memset(out->data + before, ' ', width - used);
	} else if (used < width && (column->align != ALIGN_RAGGED || !last)) out_spaces(out, width - used);
}

/* ---- hierarchies: numbers, and then one column in which every level has its place */

enum { INDENT = 3 };

/* Columns of text: one for each level of the hierarchy. */
static unsigned nr_levels(const struct table *table)
{
	unsigned levels = 0;
	for (size_t i = 0; i < table->columns.count; i++) levels += table->columns.items[i].kind == COLUMN_TEXT;
	return levels;
}

/* The column of all levels begins there. */
static unsigned hierarchy_text_width(const struct table_text_options *options, const struct table_column *column,
				     unsigned begin)
{
	if (!column->is_name || !options->columns || options->separator) return column->width;
	return MIN(column->width,
		   MAX(options->columns > begin ? options->columns - begin : 0, (unsigned)SHORT_NAME_MIN));
}

/* Titles of a hierarchy have blanks in front, which line them up elsewhere. */
static const char *trimmed(const char *text) { return text + strspn(text, " "); }

/* "# numbers ...  level 1 / level 2 / ...", and dots below: the second part as wide as the widest level with its
 * indent, or as the titles. */
static void put_hierarchy_titles(const struct table *table, const struct table_text_options *options,
				 struct outbuf *out)
{
	unsigned indent = (nr_levels(table) - 1) * INDENT, level = 0, width = 0, titles = 0, numbers = 0;
	bool first = true;
	out_lit(out, "# ");
	if (!options->separator) out_spaces(out, indent);
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (column->kind == COLUMN_TEXT) continue;
		if (!first) out_lit(out, "  ");
		out_name_right(out, column->title, column->width);
		numbers += column->width + (first ? 0 : 2);
		first = false;
	}
	if (options->separator) out_str(out, options->separator);
	else out_lit(out, "  ");
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (column->kind != COLUMN_TEXT) continue;
		if (level) out_lit(out, " / ");
		out_name(out, trimmed(column->title));
		titles += (level ? 3 : 0) + (unsigned)strlen(trimmed(column->title));
		width = MAX(width, level * INDENT + hierarchy_text_width(options, column,
									 numbers + indent + 4 + level * INDENT));
		level++;
	}
	out_lit(out, "\n# ");
	for (unsigned n = numbers + (options->separator ? 0 : indent); n; n--) out_char(out, '.');
	if (options->separator) out_str(out, options->separator);
	else out_lit(out, "  ");
	for (unsigned n = MAX(width, titles); n; n--) out_char(out, '.');
	out_lit(out, "\n#\n");
}

/* A row of a hierarchy: numbers, then the text of its level, indented by that level. */
static void put_hierarchy_row(const struct table *table, const struct table_text_options *options,
			      const struct table_row *row, struct outbuf *out)
{
	unsigned levels = nr_levels(table), numbers = 0, level = 0;
	const union table_cell *cells = row->cells, *text = NULL;
	const struct table_column *text_column = NULL;
	size_t begin = out->size;
	out_spaces(out, row->level * INDENT);
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (column->kind == COLUMN_TEXT) {
			if (level++ == row->level) {
				text = cells;
				text_column = column;
			}
		} else {
			if (!options->separator) out_lit(out, "  ");
			else if (numbers) out_str(out, options->separator);
			put_cell(column, cells, column->width / column->span, false, options, out);
			numbers++;
		}
		cells += column->span;
	}
	/* a remark stands in place of the text; blanks stand in place of the numbers */
	if (row->remark) {
		size_t width = out->size - begin;
		out->size = begin;
		out_spaces(out, width);
	}
	if (options->separator) out_str(out, options->separator);
	else out_spaces(out, (levels - 1) * INDENT + 2);
	if (row->remark) {
		out_str(out, row->remark);
	} else if (text) { /* as wide as the column, and then without the blanks before it */
		size_t at = out->size;
		put_cell(text_column, text, hierarchy_text_width(options, text_column, (unsigned)(at - begin)), true,
			 options, out);
		/* blanks that line it up in a table of columns */
		size_t blanks = 0;
		while (at + blanks < out->size && out->data[at + blanks] == ' ') blanks++;
		memmove(out->data + at, out->data + at + blanks, out->size - at - blanks);
		out->size -= blanks;
	}
	out_char(out, '\n');
}

/* ---- rows on several threads: each makes the text of some, which is put together in order */

enum { CHUNK_ROWS = 512 };

/* Where text already has a column's cell with the same content: most columns repeat few of them. */
struct made_cell {
	uint64_t cell;
	size_t at, size_bytes; /* 0 bytes: none was made */
};
enum { MADE_CELLS = 16 };

/* What the threads share. texts: one for each chunk that is being made or waits for its turn. */
struct rows_job {
	const struct table *table;
	const struct table_text_options *options;
	bool hierarchy;
	struct outbuf *out;
	struct outbuf *texts;
	size_t window;          /* by chunk % window */
	struct made_cell *made; /* of each worker's chunk */
	unsigned *widths;       /* by column */
};

/* A cell of a column as put_cell writes it, copied from where it was written before. made: as put_row has it. */
static void put_again(const struct rows_job *job, size_t column, const union table_cell *cells, struct made_cell *made,
		      struct outbuf *out)
{
	struct made_cell *known = &made[column * MADE_CELLS + hash_u64(cells->number) % MADE_CELLS];
	if (known->size_bytes && known->cell == cells->number) {
		char *to = out_reserve(out, known->size_bytes);
		memcpy(to, out->data + known->at, known->size_bytes);
		out->size += known->size_bytes;
		return;
	}
	const size_t at = out->size, nr_columns = job->table->columns.count;
	put_cell(&job->table->columns.items[column], cells, job->widths[column], column + 1 == nr_columns, job->options,
		 out);
	*known = (struct made_cell){ cells->number, at, out->size - at };
}

/* One row with the graph below it. made: MADE_CELLS a column, of this text. */
static void put_row(const struct rows_job *job, const struct table_row *row, struct made_cell *made, struct outbuf *out)
{
	const struct table *table = job->table;
	const struct table_text_options *options = job->options;
	const union table_cell *cells = row->cells;
	if (job->hierarchy) put_hierarchy_row(table, options, row, out);
	for (size_t i = 0; !job->hierarchy && i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (!options->separator && !is_joined(table, i)) out_lit(out, "  ");
		else if (i && !is_joined(table, i)) out_str(out, options->separator);
		const bool last = i + 1 == table->columns.count;
		if (column->span == 1) put_again(job, i, cells, made, out);
		else put_cell(column, cells, job->widths[i], last, options, out);
		cells += column->span;
	}
	if (!job->hierarchy) out_char(out, '\n');
	bool drawn = row->graph && tree_text(row->graph, &options->graph, row->period, out);
	if (drawn && options->graph.style != TREE_FOLDED && options->graph.style != TREE_FLAT) out_char(out, '\n');
}

/* A worker: the text of one chunk, into the chunk's place in the window. */
static void make_text(void *ctx, unsigned worker, size_t item)
{
	const struct rows_job *job = ctx;
	struct outbuf *text = &job->texts[item % job->window];
	const size_t nr_made = job->table->columns.count * MADE_CELLS;
	struct made_cell *made = &job->made[worker * nr_made];
	text->size = 0;
	memset(made, 0, nr_made * sizeof(*made));
	for (size_t r = item * CHUNK_ROWS; r < MIN((item + 1) * CHUNK_ROWS, job->table->rows.count); r++)
		put_row(job, &job->table->rows.items[r], made, text);
}

/* In the order of chunks, on one thread at a time: appends a chunk's text and writes out what is more than a buffer. */
static int keep_text(void *ctx, size_t item)
{
	struct rows_job *job = ctx;
	const struct outbuf *text = &job->texts[item % job->window];
	out_mem(job->out, text->data, text->size);
	return out_flush_some(job->out);
}

/* Titles here, rows by threads_ordered: make_text on any thread, keep_text in order. */
int table_text(const struct table *table, const struct table_text_options *options, struct outbuf *out)
{
	struct rows_job job = {
		.table = table, .options = options, .hierarchy = table->hierarchy && nr_levels(table), .out = out
	};
	unsigned threads = options->threads ? options->threads : 1;
	if (options->titles && job.hierarchy) put_hierarchy_titles(table, options, out);
	else if (options->titles) put_titles(table, options, out);
	/* a few chunks for each thread may wait for one that takes long */
	job.window = 4 * threads;
	job.texts = xcalloc(job.window, sizeof(*job.texts));
	for (size_t i = 0; i < job.window; i++) out_init(&job.texts[i], -1);
	job.widths = xcalloc(table->columns.count + 1, sizeof(*job.widths));
	for (size_t i = 0; i < table->columns.count; i++) job.widths[i] = width_of(table, options, i);
	job.made = xcalloc(threads * table->columns.count + 1, MADE_CELLS * sizeof(*job.made));
	int r = threads_ordered(threads, (table->rows.count + CHUNK_ROWS - 1) / CHUNK_ROWS, job.window, make_text,
				keep_text, &job);
	for (size_t i = 0; i < job.window; i++) out_done(&job.texts[i]);
	free(job.texts);
	free(job.made);
	free(job.widths);
	return r;
}
