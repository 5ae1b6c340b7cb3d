/* Line tables of a jitdump as one sorted array (jitdump_lines.h). Loads are in the file's order, so sorting each
 * load's rows sorts them all. */
#include "symbol/jit/jitdump_lines.h"

#include <stdlib.h>
#include <string.h>

struct collect {
	struct jitdump_table *table;
	struct debug_names *names;
	const char *last_file;
};

/* Interning takes a lock, so the last name is remembered: rows of one load are mostly of one file. */
static bool add_row(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator)
{
	struct collect *c = ctx;
	(void)discriminator; /* V8 writes columns there */
	if (!c->last_file || strcmp(c->last_file, file) != 0) c->last_file = debug_names_text(c->names, file);
	struct jitdump_row row = { .code_off = code_off, .file = c->last_file, .line = line };
	vec_push(&c->table->rows, row);
	return true;
}

static int rows_compare(const void *a, const void *b)
{
	const struct jitdump_row *x = a, *y = b;
	return x->code_off < y->code_off ? -1 : x->code_off > y->code_off;
}

/* Rows of one load by address; of several at one address the last counts, as in a line table. */
static void order_rows(struct jitdump_table *table, size_t first)
{
	struct jitdump_row *rows = table->rows.items;
	size_t kept = first;
	bool sorted = true;
	for (size_t i = first + 1; i < table->rows.count; i++) sorted &= rows[i - 1].code_off <= rows[i].code_off;
	if (!sorted) qsort(rows + first, table->rows.count - first, sizeof(*rows), rows_compare);
	for (size_t i = first; i < table->rows.count; i++) {
		if (kept > first && rows[kept - 1].code_off == rows[i].code_off) kept--;
		rows[kept++] = rows[i];
	}
	table->rows.count = kept;
}

struct jitdump_table *jitdump_table_new(const struct jitdump *dump, struct debug_names *names)
{
	struct jitdump_table *table = xcalloc(1, sizeof(*table));
	struct collect collect = { .table = table, .names = names };
	for (size_t i = 0; i < dump->loads.count; i++) {
		const struct jitdump_load *load = &dump->loads.items[i];
		size_t first = table->rows.count;
		jitdump_lines(dump, load, add_row, &collect);
		if (table->rows.count == first) continue;
		order_rows(table, first);
		struct jitdump_row end = { .code_off = load->code_off + load->size_bytes };
		vec_push(&table->rows, end);
	}
	if (table->rows.count) return table;
	jitdump_table_free(table);
	return NULL;
}

void jitdump_table_free(struct jitdump_table *table)
{
	if (!table) return;
	vec_done(&table->rows);
	free(table);
}

/* How many rows begin at or before code_off. */
static size_t rows_until(const struct jitdump_table *table, uint64_t code_off)
{
	size_t low = 0, high = table->rows.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (table->rows.items[middle].code_off <= code_off) low = middle + 1;
		else high = middle;
	}
	return low;
}

const struct jitdump_row *jitdump_table_find(const struct jitdump_table *table, uint64_t code_off)
{
	size_t n = rows_until(table, code_off);
	return n && table->rows.items[n - 1].file ? &table->rows.items[n - 1] : NULL;
}

/* UINT64_MAX behind the last row. */
uint64_t jitdump_table_piece_end(const struct jitdump_table *table, uint64_t code_off)
{
	size_t n = rows_until(table, code_off);
	return n < table->rows.count ? table->rows.items[n].code_off : UINT64_MAX;
}
