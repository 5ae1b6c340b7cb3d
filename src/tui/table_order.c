/* Rows move with those below them: a group is a row and the ones of deeper levels behind it. */
#include "tui/table_order.h"
#include <math.h>
#include <string.h>
#include "base/sort.h"
#include "result/diff.h"

struct row_group {
	size_t first, count; /* rows */
};

/* What the comparison knows. */
struct order {
	const struct table *table;
	const struct table_column *column;
	size_t cell; /* of the column, the first one */
	bool reversed;
};

static bool is_real(const struct table_column *column)
{
	return column->kind == COLUMN_PERCENT || column->kind == COLUMN_DECIMAL || column->kind == COLUMN_MEAN;
}

static bool has_value(const struct table_column *column, union table_cell cell)
{
	switch (column->kind) {
	case COLUMN_TEXT: return cell.text && *cell.text;
	case COLUMN_PLACE: return cell.place;
	case COLUMN_CHAIN:
	case COLUMN_TALLY: return false;
	default: break;
	}
	if (is_real(column)) return isfinite(cell.value);
	if (column->is_signed) return cell.number != DIFF_NO_VALUE && cell.number != DIFF_NO_BASE;
	return !column->may_be_empty || cell.number != TABLE_NO_NUMBER;
}

static int compare_values(const struct table_column *column, union table_cell a, union table_cell b)
{
	if (column->kind == COLUMN_TEXT) return strcmp(a.text, b.text);
	if (column->kind == COLUMN_PLACE)
		return (a.place->address > b.place->address) - (a.place->address < b.place->address);
	if (is_real(column)) return (a.value < b.value) - (a.value > b.value);
	if (column->is_signed) return ((int64_t)a.number < (int64_t)b.number) - ((int64_t)a.number > (int64_t)b.number);
	return (a.number < b.number) - (a.number > b.number);
}

int table_order_cells(const struct table_column *column, union table_cell a, union table_cell b, bool reversed)
{
	bool has_a = has_value(column, a), has_b = has_value(column, b);
	if (!has_a || !has_b) return has_b - has_a;
	int result = compare_values(column, a, b);
	return reversed ? -result : result;
}

static int compare_groups(const void *pa, const void *pb, void *ctx)
{
	const struct order *order = ctx;
	const struct row_group *a = pa, *b = pb;
	const struct table_row *rows = order->table->rows.items;
	int result = table_order_cells(order->column, rows[a->first].cells[order->cell],
				       rows[b->first].cells[order->cell], order->reversed);
	return result ? result : (a->first > b->first) - (a->first < b->first);
}

void table_order_rows(struct table *table, size_t column, bool reversed)
{
	struct order order = { .table = table, .column = &table->columns.items[column], .reversed = reversed };
	VEC(struct row_group) groups = VEC_INIT;
	size_t count = table->rows.count, next = 0;
	for (size_t i = 0; i < column; i++) order.cell += table->columns.items[i].span;
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && table->rows.items[end].level;) end++;
		vec_push(&groups, ((struct row_group){ i, end - i }));
	}
	sort_parallel(groups.items, groups.count, sizeof(*groups.items), compare_groups, &order, 1);
	struct table_row *rows = xmalloc(count * sizeof(*rows) + 1);
	for (size_t i = 0; i < groups.count; i++)
		for (size_t k = 0; k < groups.items[i].count; k++)
			rows[next++] = table->rows.items[groups.items[i].first + k];
	if (count) memcpy(table->rows.items, rows, count * sizeof(*rows));
	free(rows);
	vec_done(&groups);
}
