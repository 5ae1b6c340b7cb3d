/* Rows move with the paths below them: a group is a row and those of deeper levels behind it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/sort.h"
#include "result/diff.h"
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

static bool is_real(const struct table_column *column)
{
	return column->kind == COLUMN_PERCENT || column->kind == COLUMN_DECIMAL || column->kind == COLUMN_MEAN;
}

static bool has_value(const struct table_column *column, union table_cell cell)
{
	if (column->kind == COLUMN_TEXT) return cell.text && *cell.text;
	if (is_real(column)) return isfinite(cell.value);
	if (column->is_signed) return cell.number != DIFF_NO_VALUE && cell.number != DIFF_NO_BASE;
	return !column->may_be_empty || cell.number != TABLE_NO_NUMBER;
}

/* Texts from A on, numbers from the greatest on. */
static int compare_cells(const struct table_column *column, union table_cell a, union table_cell b)
{
	if (column->kind == COLUMN_TEXT) return strcmp(a.text, b.text);
	if (is_real(column)) return (a.value < b.value) - (a.value > b.value);
	if (column->is_signed) return ((int64_t)a.number < (int64_t)b.number) - ((int64_t)a.number > (int64_t)b.number);
	return (a.number < b.number) - (a.number > b.number);
}

/* Empty cells come last in both directions. */
static int compare_groups(const void *pa, const void *pb, void *ctx)
{
	const struct order *order = ctx;
	const struct row_group *a = pa, *b = pb;
	const struct table_column *column = &order->table->columns.items[order->column];
	union table_cell l = order->table->rows.items[a->first].cells[order->column],
			 r = order->table->rows.items[b->first].cells[order->column];
	bool has_l = has_value(column, l), has_r = has_value(column, r);
	if (!has_l || !has_r) return has_r - has_l;
	int result = compare_cells(column, l, r);
	return order->reversed ? -result : result;
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

void diff_view_table(const struct table *all, const struct diff_view_shape *shape, struct table *ret)
{
	VEC(struct row_group) groups = VEC_INIT;
	for (size_t i = 0; i < all->columns.count; i++)
		if (!shape->hidden[i]) table_add_column(ret, &all->columns.items[i]);
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
