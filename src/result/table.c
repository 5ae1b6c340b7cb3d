/* Tables. The cells of a row are one block of the table's arena, those of rows added together one block for all. */
#include "result/table.h"
#include <string.h>

void table_init(struct table *table)
{
	*table = (struct table){ 0 };
	arena_init(&table->arena);
}

void table_done(struct table *table)
{
	for (size_t i = 0; i < table->rows.count; i++) tree_free(table->rows.items[i].graph);
	vec_done(&table->columns);
	vec_done(&table->rows);
	arena_done(&table->arena);
	for (size_t i = 0; i < table->nr_arenas; i++) arena_done(&table->arenas[i]);
	free(table->arenas);
}

struct table_column *table_add_column(struct table *table, const struct table_column *column)
{
	vec_push(&table->columns, *column);
	struct table_column *added = vec_last(&table->columns);
	if (!added->span) added->span = 1;
	if (!added->title) added->title = added->name;
	unsigned title = (unsigned)strlen(added->title);
	if (added->width < title) added->width = title;
	table->nr_cells += added->span;
	return added;
}

void table_add_columns(struct table *table, const struct table_column *columns, size_t count)
{
	for (size_t i = 0; i < count; i++) (void)table_add_column(table, &columns[i]);
}

struct table_row *table_add_row(struct table *table)
{
	struct table_row *row = vec_add(&table->rows);
	*row = (struct table_row){ .cells = arena_zalloc(&table->arena, table->nr_cells * sizeof(union table_cell)) };
	return row;
}

struct table_row *table_add_unset_rows(struct table *table, size_t count)
{
	if (!count) return NULL;
	size_t first = table->rows.count;
	vec_reserve(&table->rows, first + count);
	table->rows.count += count;
	struct table_row *rows = table->rows.items + first;
	union table_cell *cells = arena_alloc(&table->arena, count * table->nr_cells * sizeof(*cells));
	for (size_t i = 0; i < count; i++) rows[i] = (struct table_row){ .cells = cells + i * table->nr_cells };
	return rows;
}

struct table_row *table_add_rows(struct table *table, size_t count)
{
	struct table_row *rows = table_add_unset_rows(table, count);
	if (rows) memset(rows->cells, 0, count * table->nr_cells * sizeof(*rows->cells));
	return rows;
}

struct arena *table_add_arenas(struct table *table, size_t count)
{
	table->arenas = xcalloc(count, sizeof(*table->arenas));
	table->nr_arenas = count;
	for (size_t i = 0; i < count; i++) arena_init(&table->arenas[i]);
	return table->arenas;
}

const struct table_place *table_add_place(struct table *table, uint64_t address, const char *symbol, uint64_t offset)
{
	struct table_place *place = arena_zalloc(&table->arena, sizeof(*place));
	*place = (struct table_place){ address, symbol, offset };
	return place;
}
