/* Rows move with the paths below them: a group is a row and those of deeper levels behind it. */
#include <stdlib.h>
#include <string.h>
#include "base/sort.h"
#include "tui/table_order.h"
#include "tui/view/diff_view_private.h"

struct row_group {
	size_t first, count; /* rows */
};

/* What qsort's comparison knows. */
struct order {
	const struct table *table;
	size_t column;
	bool reversed;
};

static int compare_groups(const void *pa, const void *pb, void *ctx)
{
	const struct order *order = ctx;
	const struct row_group *a = pa, *b = pb;
	const struct table_row *rows = order->table->rows.items;
	return table_order_cells(&order->table->columns.items[order->column], rows[a->first].cells[order->column],
				 rows[b->first].cells[order->column], order->reversed);
}

static bool has_text(const struct table *table, const struct row_group *group, const char *text)
{
	for (size_t row = group->first; row < group->first + group->count; row++)
		for (size_t i = 0; i < table->columns.count; i++) {
			const struct table_column *column = &table->columns.items[i];
			const char *cell = table->rows.items[row].cells[i].text;
			if (column->kind == COLUMN_TEXT && cell && line_find(cell, text)) return true;
		}
	return false;
}

static void add_group(const struct table *all, const struct row_group *group, const bool *hidden, struct table *ret)
{
	for (size_t i = group->first; i < group->first + group->count; i++) {
		const struct table_row *from = &all->rows.items[i];
		struct table_row *row = table_add_row(ret);
		size_t cell = 0;
		row->id = i + 1;
		row->level = from->level;
		row->period = from->period;
		for (size_t n = 0; n < all->columns.count; n++)
			if (!hidden[n]) row->cells[cell++] = from->cells[n];
	}
}

static void reverse(struct row_group *groups, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		struct row_group group = groups[i];
		groups[i] = groups[count - 1 - i];
		groups[count - 1 - i] = group;
	}
}

/* Texts that lines of text may write beyond their column (addresses in front of names, with -v) are not cut. */
static unsigned width_of(const struct table *table, size_t n)
{
	const struct table_column *column = &table->columns.items[n];
	unsigned width = column->width;
	for (size_t i = 0; column->kind == COLUMN_TEXT && i < table->rows.count; i++) {
		const char *text = table->rows.items[i].cells[n].text;
		if (text) width = MAX(width, screen_width(text));
	}
	return width;
}

void diff_view_table(const struct table *all, const struct diff_view_shape *shape, struct table *ret)
{
	VEC(struct row_group) groups = VEC_INIT;
	for (size_t i = 0; i < all->columns.count; i++)
		if (!shape->hidden[i]) {
			struct table_column column = all->columns.items[i];
			column.width = width_of(all, i);
			table_add_column(ret, &column);
		}
	for (size_t i = 0, end; i < all->rows.count; i = end) {
		for (end = i + 1; end < all->rows.count && all->rows.items[end].level;) end++;
		struct row_group group = { i, end - i };
		if (!*shape->filter || has_text(all, &group, shape->filter)) vec_push(&groups, group);
	}
	if (shape->order_1) {
		struct order order = { all, shape->order_1 - 1, shape->reversed };
		sort_parallel(groups.items, groups.count, sizeof(*groups.items), compare_groups, &order, 1);
	} else if (shape->reversed) {
		reverse(groups.items, groups.count);
	}
	for (size_t i = 0; i < groups.count; i++) add_group(all, &groups.items[i], shape->hidden, ret);
	vec_done(&groups);
}

size_t diff_view_count(const struct table *table)
{
	size_t count = 0;
	for (size_t i = 0; i < table->rows.count; i++) count += !table->rows.items[i].level;
	return count;
}
