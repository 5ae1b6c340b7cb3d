/* Columns of both tables in one place: what a distribution shows, and what a single latency shows, on the terminal and
 * in exports. */
#include "analysis/latency/latency_table.h"

/* Columns of distributions; names are those of exports, titles those of the terminal. */
static const struct table_column columns[NR_LATENCY_COLUMNS] = {
	[LATENCY_GROUP] = { .name = "group", .kind = COLUMN_TEXT, .may_be_empty = true },
	[LATENCY_COUNT] = { .name = "count", .title = "count", .kind = COLUMN_COUNT },
	[LATENCY_MIN] = { .name = "min_ns", .title = "min", .kind = COLUMN_DURATION },
	[LATENCY_P50] = { .name = "p50_ns", .title = "p50", .kind = COLUMN_DURATION },
	[LATENCY_P75] = { .name = "p75_ns", .title = "p75", .kind = COLUMN_DURATION },
	[LATENCY_P90] = { .name = "p90_ns", .title = "p90", .kind = COLUMN_DURATION },
	[LATENCY_P95] = { .name = "p95_ns", .title = "p95", .kind = COLUMN_DURATION },
	[LATENCY_P99] = { .name = "p99_ns", .title = "p99", .kind = COLUMN_DURATION },
	[LATENCY_P99_9] = { .name = "p99_9_ns", .title = "p99.9", .kind = COLUMN_DURATION },
	[LATENCY_P99_99] = { .name = "p99_99_ns", .title = "p99.99", .kind = COLUMN_DURATION },
	[LATENCY_MAX] = { .name = "max_ns", .title = "max", .kind = COLUMN_DURATION },
	[LATENCY_MEAN] = { .name = "mean_ns", .title = "mean", .kind = COLUMN_MEAN, .data_decimals = 1 },
	[LATENCY_DEVIATION] = { .name = "deviation_ns", .title = "sd", .kind = COLUMN_MEAN, .data_decimals = 1 },
	[LATENCY_TOTAL] = { .name = "total_ns", .title = "total", .kind = COLUMN_MEAN },
};

/* What is not known of a CPU or task is -1, for which its columns are signed. */
static const struct table_column slowest_columns[NR_LATENCY_SLOWEST_COLUMNS] = {
	[LATENCY_SLOWEST_BEGIN] = { .name = "begin_ns", .kind = COLUMN_TIME },
	[LATENCY_SLOWEST_LATENCY] = { .name = "latency_ns", .kind = COLUMN_DURATION },
	[LATENCY_SLOWEST_CPU] = { .name = "cpu", .kind = COLUMN_NUMBER, .is_signed = true },
	[LATENCY_SLOWEST_END_CPU] = { .name = "end_cpu", .kind = COLUMN_NUMBER, .is_signed = true },
	[LATENCY_SLOWEST_PID] = { .name = "pid", .kind = COLUMN_NUMBER, .is_signed = true },
	[LATENCY_SLOWEST_TID] = { .name = "tid", .kind = COLUMN_NUMBER, .is_signed = true },
	[LATENCY_SLOWEST_COMM] = { .name = "comm", .kind = COLUMN_TEXT },
	[LATENCY_SLOWEST_GROUP] = { .name = "group", .kind = COLUMN_TEXT, .may_be_empty = true },
};
/* Behind them, where latencies are calls. */
static const struct table_column own_columns[] = {
	{ .name = "end_ns", .kind = COLUMN_TIME },
	{ .name = "own_ns", .kind = COLUMN_DURATION },
};

void latency_table_init(struct table *table, bool slowest)
{
	table_init(table);
	if (slowest) table_add_columns(table, slowest_columns, ARRAY_SIZE(slowest_columns));
	else table_add_columns(table, columns, ARRAY_SIZE(columns));
}

void latency_table_add_own(struct table *table) { table_add_columns(table, own_columns, ARRAY_SIZE(own_columns)); }

/* Quantiles are asked for together: one walk over the distribution finds them all. */
void latency_table_add(struct table *table, const char *group, uint64_t id, const struct latency_histogram *histogram)
{
	static const enum latency_column at[] = { LATENCY_P50, LATENCY_P75,   LATENCY_P90,   LATENCY_P95,
						  LATENCY_P99, LATENCY_P99_9, LATENCY_P99_99 };
	static const double shares[ARRAY_SIZE(at)] = { 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999 };
	uint64_t quantiles[ARRAY_SIZE(at)];
	struct table_row *row = table_add_row(table);
	union table_cell *cells = row->cells;
	row->id = id;
	cells[LATENCY_GROUP].text = group;
	cells[LATENCY_COUNT].number = histogram->count;
	cells[LATENCY_MIN].number = histogram->min_ns;
	latency_histogram_quantiles(histogram, shares, ARRAY_SIZE(shares), quantiles);
	for (size_t i = 0; i < ARRAY_SIZE(at); i++) cells[at[i]].number = quantiles[i];
	cells[LATENCY_MAX].number = histogram->max_ns;
	cells[LATENCY_MEAN].value = histogram->mean_ns;
	cells[LATENCY_DEVIATION].value = latency_histogram_deviation(histogram);
	cells[LATENCY_TOTAL].value = histogram->sum_ns;
}

/* Numbers as -1 (not known) in a signed column. */
static uint64_t signed_cell(uint32_t number) { return (uint64_t)(int64_t)(int32_t)number; }

void latency_table_add_slowest(struct table *table, const struct latency_row *row)
{
	union table_cell *cells = table_add_row(table)->cells;
	cells[LATENCY_SLOWEST_BEGIN].number = row->begin_ns;
	cells[LATENCY_SLOWEST_LATENCY].number = latency_row_ns(row);
	cells[LATENCY_SLOWEST_CPU].number = signed_cell(row->cpu);
	cells[LATENCY_SLOWEST_END_CPU].number = signed_cell(row->end_cpu);
	cells[LATENCY_SLOWEST_PID].number = signed_cell(row->pid);
	cells[LATENCY_SLOWEST_TID].number = signed_cell(row->tid);
	cells[LATENCY_SLOWEST_COMM].text = row->comm;
	cells[LATENCY_SLOWEST_GROUP].text = row->group;
	if (!row->is_call) return;
	cells[LATENCY_SLOWEST_END].number = row->end_ns;
	cells[LATENCY_SLOWEST_OWN].number = row->own_ns;
}
