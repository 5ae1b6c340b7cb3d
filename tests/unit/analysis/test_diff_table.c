/* The table of perf diff: what is computed, in which order, and what stands where nothing can be. */
#include <math.h>
#include "tests/unit/test.h"
#include "analysis/diff/diff_table.h"

enum { NR_ROWS = 4 };

/* Periods of rows a to d, before and after; 0: it is not there. */
static const uint64_t periods[2][NR_ROWS] = { { 50, 30, 20, 0 }, { 50, 90, 0, 60 } };

static void make_tables(struct table tables[2], struct diff *diff)
{
	diff_init(diff, 2);
	for (size_t file = 0; file < 2; file++) {
		table_init(&tables[file]);
		table_add_columns(&tables[file],
				  (const struct table_column[]){ { .name = "symbol", .kind = COLUMN_TEXT } }, 1);
		for (size_t i = 0; i < NR_ROWS; i++) {
			if (!periods[file][i]) continue;
			struct table_row *row = table_add_row(&tables[file]);
			row->id = i + 1;
			row->period = periods[file][i];
			row->cells[0].text = (const char *const[]){ "a", "b", "c", "d" }[i];
			diff->totals[file].period += row->period;
		}
		diff_add_table(diff, file, &tables[file]);
	}
	diff_set_order(diff);
}

/* The names of the rows, in order. */
static void check_order(const struct table *table, const char *want)
{
	char got[NR_ROWS + 1] = { 0 };
	for (size_t i = 0; i < table->rows.count; i++)
		got[i] = table->rows.items[i].cells[table->columns.count - 1].text[0];
	CHECK_STR(got, want);
}

#define WITH_TABLE(...)                                                        \
	struct table tables[2], table;                                         \
	struct diff diff;                                                      \
	const struct diff_table_options options = { .order = 1, __VA_ARGS__ }; \
	make_tables(tables, &diff);                                            \
	table_init(&table);                                                    \
	diff_table(&diff, &options, &table)
static void done(struct table tables[2], struct diff *diff, struct table *table)
{
	table_done(table);
	diff_done(diff);
	table_done(&tables[0]);
	table_done(&tables[1]);
}

TEST(deltas_by_their_distance)
{
	WITH_TABLE(.method = DIFF_DELTA_ABS);
	check_order(&table, "dabc"); /* +30, -25, +15, gone */
	CHECK(isnan(table.rows.items[0].cells[0].value));
	CHECK(fabs(table.rows.items[0].cells[1].value - 30) < 1e-9);
	CHECK(fabs(table.rows.items[1].cells[1].value + 25) < 1e-9);
	CHECK(isnan(table.rows.items[3].cells[1].value));
	done(tables, &diff, &table);
}

TEST(deltas_by_growth)
{
	WITH_TABLE(.method = DIFF_DELTA);
	check_order(&table, "dbac");
	done(tables, &diff, &table);
}

TEST(ratios_need_a_baseline)
{
	WITH_TABLE(.method = DIFF_RATIO);
	check_order(&table, "badc");
	CHECK(fabs(table.rows.items[0].cells[1].value - 3) < 1e-9);
	CHECK(isinf(table.rows.items[2].cells[1].value));
	CHECK(isnan(table.rows.items[3].cells[1].value));
	done(tables, &diff, &table);
}

TEST(weighted_differences)
{
	WITH_TABLE(.method = DIFF_WDIFF, .weight_base = 2, .weight_new = 1, .formulas = true);
	check_order(&table, "badc");
	CHECK_INT((int64_t)table.rows.items[0].cells[1].number, 30);
	CHECK_STR(table.rows.items[0].cells[2].text, "(90 * 1) - (30 * 2)");
	CHECK_INT((int64_t)table.rows.items[1].cells[1].number, -50);
	CHECK(table.rows.items[2].cells[1].number == DIFF_NO_BASE);
	CHECK(table.rows.items[3].cells[1].number == DIFF_NO_VALUE);
	done(tables, &diff, &table);
}

TEST(only_what_both_have)
{
	WITH_TABLE(.method = DIFF_DELTA_ABS, .baseline_only = true);
	check_order(&table, "ab");
	CHECK(fabs(table.rows.items[0].cells[0].value - 62.5) < 1e-9);
	done(tables, &diff, &table);
}

TEST_MAIN
