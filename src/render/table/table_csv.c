/* CSV. A field is appended first and then looked at: where it holds the separator, a quote or a line's end it is taken
 * back and written in quotes, with quotes in it doubled (RFC 4180, section 2). */
#include "render/table/table_csv.h"
#include "base/printable.h"
#include "render/table/cell_text.h"

/* Makes a field of what was written from start on. */
static void end_field(const char *separator, size_t start, struct outbuf *out)
{
	size_t size = out->size - start;
	/* separators may have several characters */
	bool is_special = size >= strlen(separator) && memmem(out->data + start, size, separator, strlen(separator));
	for (size_t i = start; i < out->size; i++)
		is_special |= out->data[i] == '"' || out->data[i] == '\n' || out->data[i] == '\r';
	if (!is_special) return;
	/* a copy, as doubling quotes in place would overwrite what is still to be read */
	_free_ char *field = xstrndup(out->data + start, size);
	out->size = start;
	out_char(out, '"');
	for (const char *p = field; *p; p++) {
		if (*p == '"') out_char(out, '"');
		out_char(out, *p);
	}
	out_char(out, '"');
}

/* A cell as plain text, with control characters escaped before it is quoted. */
static void put_field(const struct table_column *column, union table_cell cell, const char *separator,
		      struct outbuf *out)
{
	size_t start = out->size;
	cell_text(column, cell, out);
	out_name_from(out, start);
	end_field(separator, start, out);
}

/* A heading, in quotes where it has to be. */
static void put_name(const char *name, const char *separator, struct outbuf *out)
{
	size_t start = out->size;
	out_str(out, name);
	end_field(separator, start, out);
}

/* All columns that documents have; a column of several cells is several fields of one name. */
static void put_all(const struct table *table, const char *separator, struct outbuf *out)
{
	const char *between = "";
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		for (unsigned n = 0; !column->is_hidden && n < column->span; n++) {
			out_str(out, between);
			between = separator;
			put_name(column->name, separator, out);
		}
	}
	out_char(out, '\n');
	for (size_t r = 0; r < table->rows.count; r++) {
		const union table_cell *cell = table->rows.items[r].cells;
		between = "";
		for (size_t i = 0; i < table->columns.count; i++) {
			const struct table_column *column = &table->columns.items[i];
			for (unsigned n = 0; n < column->span; n++, cell++) {
				if (column->is_hidden) continue;
				out_str(out, between);
				between = separator;
				put_field(column, *cell, separator, out);
			}
		}
		out_char(out, '\n');
		if (out->fd >= 0) (void)!out_flush_some(out); /* out remembers a failure */
	}
}

void table_csv_rows(const struct table *table, const struct table_layout *layout, const char *separator,
		    struct outbuf *out)
{
	for (size_t r = 0; r < table->rows.count; r++) {
		for (size_t i = 0; i < layout->nr_looks; i++) {
			if (i) out_str(out, separator);
			size_t start = out->size;
			table_layout_cell(table, &table->rows.items[r], layout, &layout->looks[i], out);
			end_field(separator, start, out);
		}
		out_char(out, '\n');
		if (out->fd >= 0) (void)!out_flush_some(out);
	}
}

void table_csv(const struct table *table, const struct table_layout *layout, const char *separator, struct outbuf *out)
{
	if (!layout) {
		put_all(table, separator, out);
		return;
	}
	for (size_t i = 0; i < layout->nr_looks; i++) {
		if (i) out_str(out, separator);
		const struct table_look *look = &layout->looks[i];
		put_name(look->heading ? look->heading : table->columns.items[look->column].title, separator, out);
	}
	out_char(out, '\n');
	table_csv_rows(table, layout, separator, out);
}
