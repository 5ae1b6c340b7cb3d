/* The table of perf diff. Columns are laid out once (struct layout), rows chosen and put in order, cells filled. */
#include "analysis/diff/diff_stacks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/printable.h"

/* A row while rows are put in order. */
struct ordered_row {
	const struct diff_row *row;
	const struct ordering *ordering;
};

struct ordering {
	const struct diff *diff;
	const struct diff_table_options *options;
};

double diff_share(const struct diff *diff, const struct diff_row *row, size_t file)
{
	uint64_t total = diff->totals[file].period;
	return total ? 100.0 * (double)row->values[file].period / (double)total : 0;
}

double diff_delta(const struct diff *diff, const struct diff_row *row, size_t file)
{
	return diff_share(diff, row, file) - diff_share(diff, row, 0);
}

static bool has(const struct diff_row *row, size_t file) { return row->values[file].samples != 0; }

static int64_t weighted(const struct diff_row *row, size_t file, const struct diff_table_options *options)
{
	/* Wraps around, as the numbers of upstream do. */
	return (int64_t)(row->values[file].period * (uint64_t)options->weight_new -
			 row->values[0].period * (uint64_t)options->weight_base);
}

static double ratio(const struct diff_row *row, size_t file)
{
	return (double)row->values[file].period / (double)row->values[0].period;
}

/* ---- order */

static int compare_numbers(double a, double b) { return (a < b) - (a > b); }

/* By the computed column of a file, the greatest first; what the file does not have, last. */
static int compare_computed(const struct ordering *o, const struct diff_row *a, const struct diff_row *b, size_t file)
{
	bool has_a = has(a, file), has_b = has(b, file);
	if (!has_a || !has_b) return has_b - has_a;
	switch (o->options->method) {
	case DIFF_DELTA: return compare_numbers(diff_delta(o->diff, a, file), diff_delta(o->diff, b, file));
	case DIFF_DELTA_ABS:
		return compare_numbers(fabs(diff_delta(o->diff, a, file)), fabs(diff_delta(o->diff, b, file)));
	default: break;
	}
	/* Nothing to compute from comes behind what is computed: by period, or by its weighted period. */
	if (has(a, 0) != has(b, 0)) return has(b, 0) - has(a, 0);
	if (o->options->method == DIFF_RATIO && !has(a, 0))
		return compare_numbers((double)a->values[file].period, (double)b->values[file].period);
	if (o->options->method == DIFF_RATIO) return compare_numbers(ratio(a, file), ratio(b, file));
	int64_t l = weighted(a, file, o->options), r = weighted(b, file, o->options);
	return (l < r) - (l > r);
}

static int compare_rows(const void *pa, const void *pb)
{
	const struct ordered_row *l = pa, *r = pb;
	const struct ordering *o = l->ordering;
	const struct diff_row *a = l->row, *b = r->row;
	int order = o->options->order ? compare_computed(o, a, b, o->options->order) : 0;
	if (!order) order = compare_numbers(diff_share(o->diff, a, 0), diff_share(o->diff, b, 0));
	for (size_t file = 1; !order && file < o->diff->nr_files; file++) order = compare_computed(o, a, b, file);
	return order ? order : (a->position > b->position) - (a->position < b->position);
}

/* ---- columns and cells */

/* "Delta/1" where there are several. The text is the table's. */
static const char *title(struct table *table, const char *name, const struct diff *diff, size_t file)
{
	if (diff->nr_files <= 2) return name;
	_free_ char *text = xasprintf("%s/%zu", name, file);
	return arena_strdup(&table->arena, text);
}

static void add_column(struct table *table, const struct diff *diff, size_t file, const struct table_column *column)
{
	struct table_column named = *column;
	named.title = title(table, column->title, diff, file);
	named.title_right = true;
	named.align = ALIGN_RIGHT;
	table_add_column(table, &named);
}

static const struct table_column base_column = {
	.name = "baseline", .title = "Baseline", .kind = COLUMN_PERCENT, .may_be_empty = true
};
static const struct table_column base_period_column = {
	.name = "base_period", .title = "Base period", .kind = COLUMN_COUNT, .width = 14
};
static const struct table_column method_columns[NR_DIFF_METHODS] = {
	[DIFF_DELTA] = { .name = "delta",
			 .title = "Delta",
			 .kind = COLUMN_PERCENT,
			 .is_signed = true,
			 .may_be_empty = true,
			 .width = 7 },
	[DIFF_DELTA_ABS] = { .name = "delta",
			     .title = "Delta Abs",
			     .kind = COLUMN_PERCENT,
			     .is_signed = true,
			     .may_be_empty = true,
			     .width = 7 },
	[DIFF_RATIO] = { .name = "ratio",
			 .title = "Ratio",
			 .kind = COLUMN_DECIMAL,
			 .may_be_empty = true,
			 .data_decimals = 6,
			 .width = 14 },
	[DIFF_WDIFF] = { .name = "wdiff",
			 .title = "Weighted diff",
			 .kind = COLUMN_NUMBER,
			 .is_signed = true,
			 .width = 14 },
	[DIFF_CYCLES] = { .name = "cycles",
			  .title = "[Program Block Range] Cycles Diff",
			  .kind = COLUMN_TEXT,
			  .width = 70 },
};
static const struct table_column histogram_column = {
	.name = "histogram", .title = "stddev/Hist", .kind = COLUMN_TEXT, .width = 17
};
static const struct table_column formula_column = {
	.name = "formula", .title = "Formula", .kind = COLUMN_TEXT, .width = 70
};
static const struct table_column period_column = {
	.name = "period", .title = "Period", .kind = COLUMN_COUNT, .may_be_empty = true, .width = 14
};

/* The widest text of a key among the rows that are shown, and its title. */
static unsigned shown_width(const struct diff *diff, size_t key, const struct diff_row *const *rows, size_t count)
{
	size_t width = strlen(diff->keys.items[key].title);
	for (size_t i = 0; i < count; i++) width = MAX(width, printable_width(rows[i]->texts[key]));
	return (unsigned)MIN(width, (size_t)diff->keys.items[key].width);
}

void diff_table_columns(const struct diff *diff, const struct diff_table_options *options, bool histogram,
			struct table *table)
{
	add_column(table, diff, 0, &base_column);
	if (options->periods) add_column(table, diff, 0, &base_period_column);
	for (size_t file = 1; file < diff->nr_files; file++) {
		add_column(table, diff, file, &method_columns[options->method]);
		if (histogram) {
			add_column(table, diff, file, &histogram_column);
			vec_last(&table->columns)->align = ALIGN_LEFT;
		}
		if (options->formulas) add_column(table, diff, file, &formula_column);
		if (options->periods) add_column(table, diff, file, &period_column);
	}
	for (size_t i = 0; i < diff->columns.count; i++) {
		const struct diff_column *shown = &diff->columns.items[i];
		struct table_column column = shown->is_measured ? diff->measured.items[shown->index]
								: diff->keys.items[shown->index];
		if (shown->is_measured) {
			column.align = ALIGN_LEFT;
			column.title_right = column.may_be_empty = true;
			if (column.kind == COLUMN_DECIMAL) column.data_decimals = 1;
		}
		table_add_column(table, &column);
	}
}

/* A measured cell. Shares are of all that is shown, as those of the baseline are. */
static union table_cell measured_cell(const struct diff *diff, const struct diff_row *row, size_t index,
				      double base_total)
{
	bool is_percent = diff->measured.items[index].kind == COLUMN_PERCENT,
	     is_whole = diff->measured.items[index].kind == COLUMN_NUMBER;
	if (!row->measured)
		return is_whole ? (union table_cell){ .number = TABLE_NO_NUMBER } : (union table_cell){ .value = NAN };
	union table_cell cell = row->measured[index];
	if (is_percent) cell.value *= (double)diff->totals[0].period / base_total;
	return cell;
}

void diff_table_put_keys(const struct diff *diff, const struct diff_row *row, double base_total,
			 union table_cell *cells)
{
	for (size_t i = 0; i < diff->columns.count; i++) {
		const struct diff_column *shown = &diff->columns.items[i];
		if (shown->is_measured) cells[i] = measured_cell(diff, row, shown->index, base_total);
		else cells[i].text = row->texts[shown->index];
	}
}

static union table_cell computed_cell(const struct diff *diff, const struct diff_table_options *options,
				      const struct diff_row *row, size_t file)
{
	bool is_number = options->method == DIFF_WDIFF;
	if (!has(row, file))
		return is_number ? (union table_cell){ .number = DIFF_NO_VALUE } : (union table_cell){ .value = NAN };
	switch (options->method) {
	case DIFF_DELTA:
	case DIFF_DELTA_ABS: return (union table_cell){ .value = diff_delta(diff, row, file) };
	case DIFF_RATIO: return (union table_cell){ .value = has(row, 0) ? ratio(row, file) : (double)INFINITY };
	default: break;
	}
	return (union table_cell){ .number = has(row, 0) ? (uint64_t)weighted(row, file, options) : DIFF_NO_BASE };
}

/* How a cell is computed, with numbers. */
static const char *formula(struct table *table, const struct diff *diff, const struct diff_table_options *options,
			   const struct diff_row *row, size_t file)
{
	unsigned long long base = row->values[0].period, new = row->values[file].period;
	_free_ char *text = NULL;
	if (!has(row, file)) return NULL;
	switch (options->method) {
	case DIFF_RATIO: text = xasprintf("%.0f / %.0f", (double)new, (double)base); break;
	case DIFF_WDIFF:
		text = xasprintf("(%llu * %lld) - (%llu * %lld)", new, (long long)options->weight_new, base,
				 (long long)options->weight_base);
		break;
	default:
		text = xasprintf("(%llu * 100 / %llu) - (%llu * 100 / %llu)", new,
				 (unsigned long long)diff->totals[file].period, base,
				 (unsigned long long)diff->totals[0].period);
	}
	return arena_strdup(&table->arena, text);
}

void diff_table_put(struct table *table, const struct diff *diff, const struct diff_table_options *options,
		    const struct diff_row *row, double base_total, unsigned level)
{
	struct table_row *added = table_add_row(table);
	union table_cell *cell = added->cells;
	added->id = row->id;
	added->period = row->values[0].period;
	added->level = level;
	cell++->value = has(row, 0) ? 100.0 * (double)row->values[0].period / base_total : NAN;
	if (options->periods) cell++->number = row->values[0].period;
	for (size_t file = 1; file < diff->nr_files; file++) {
		*cell++ = computed_cell(diff, options, row, file);
		if (options->formulas) cell++->text = formula(table, diff, options, row, file);
		if (options->periods) cell++->number = has(row, file) ? row->values[file].period : TABLE_NO_NUMBER;
	}
	diff_table_put_keys(diff, row, base_total, cell);
}

bool diff_row_is_matched(const struct diff *diff, const struct diff_row *row)
{
	for (size_t file = 1; file < diff->nr_files; file++)
		if (has(row, file)) return has(row, 0);
	return false;
}

void diff_table_sort(const struct diff *diff, const struct diff_table_options *options, const struct diff_row **rows,
		     size_t count)
{
	struct ordering ordering = { diff, options };
	_free_ struct ordered_row *ordered = xmalloc((count + 1) * sizeof(*ordered));
	for (size_t i = 0; i < count; i++) ordered[i] = (struct ordered_row){ rows[i], &ordering };
	if (count) qsort(ordered, count, sizeof(*ordered), compare_rows);
	for (size_t i = 0; i < count; i++) rows[i] = ordered[i].row;
}

void diff_table(const struct diff *diff, const struct diff_table_options *options, struct table *table)
{
	_free_ const struct diff_row **rows = xmalloc((diff->rows.count + 1) * sizeof(*rows));
	size_t count = 0;
	uint64_t total = diff->totals[0].period;
	for (size_t i = 0; i < diff->rows.count; i++) {
		const struct diff_row *row = &diff->rows.items[i];
		if (options->baseline_only && !diff_row_is_matched(diff, row)) total -= row->values[0].period;
		else rows[count++] = row;
	}
	diff_table_sort(diff, options, rows, count);
	diff_table_columns(diff, options, false, table);
	size_t first_key = table->columns.count - diff->columns.count;
	for (size_t i = 0; options->baseline_only && i < diff->columns.count; i++)
		if (!diff->columns.items[i].is_measured)
			table->columns.items[first_key + i].width = shown_width(diff, diff->columns.items[i].index,
										rows, count);
	/* As upstream: shares of the baseline are of all but the rows that are left out, where deltas stay what they
	 * are. */
	for (size_t i = 0; i < count; i++) {
		diff_table_put(table, diff, options, rows[i], total ? (double)total : 1, 0);
		if (options->stack_limit > 0) diff_stacks_put(table, diff, options, rows[i], total ? (double)total : 1);
	}
}
