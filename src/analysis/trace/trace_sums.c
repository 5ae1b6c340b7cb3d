/* Sums by call become rows of tables. The total over threads is found by sorting all sums by the name of their call,
 * and adding up runs of equal names. By name, not by number: 32-bit and 64-bit programs have different numbers for
 * one call. */
#include "analysis/trace/trace_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"
#include "base/vec.h"

typedef VEC(const struct trace_sum *) sum_list;

static int compare_names(const void *a, const void *b)
{
	return strcmp((*(const struct trace_sum *const *)a)->name, (*(const struct trace_sum *const *)b)->name);
}

static int compare_totals(const void *a, const void *b)
{
	const struct trace_sum *x = a, *y = b;
	if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int compare_errnos(const void *a, const void *b)
{
	int64_t x = ((const struct table_tally_item *)a)->number, y = ((const struct table_tally_item *)b)->number;
	return x < y ? -1 : x > y;
}

/* Adds part's errnos to sum's, which are unsorted until add_up sorts them. Few numbers: looked for one after the
 * other. */
static void add_errnos(struct trace_sum *sum, const struct trace_sum *part)
{
	for (size_t i = 0; i < part->nr_errnos; i++) {
		size_t at = 0;
		while (at < sum->nr_errnos && sum->errnos[at].number != part->errnos[i].number) at++;
		if (at < sum->nr_errnos) {
			sum->errnos[at].count += part->errnos[i].count;
			continue;
		}
		sum->errnos = xreallocarray(sum->errnos, sum->nr_errnos + 1, sizeof(*sum->errnos));
		sum->errnos[sum->nr_errnos++] = part->errnos[i];
	}
}

/* The sum of squared distances from the mean: the reverse of error = sqrt(squares / (n - 1) / n), see stat_mean.h. */
static double squares_of(const struct trace_sum *sum)
{
	double n = (double)sum->nr_calls, error = sum->deviation / 100 * sum->mean_ns;
	return error * error * n * (n - 1);
}

/* One call's sums of all threads, at least one, become one. The squares of parts are combined as for Welford's
 * method: those of each part, plus those of its mean's distance from the common mean. */
static void add_up(struct trace_sum *ret, const struct trace_sum *const *parts, size_t nr_parts)
{
	struct trace_sum sum = { .number = parts[0]->number, .name = parts[0]->name, .min_ns = parts[0]->min_ns };
	double squares = 0;
	for (size_t i = 0; i < nr_parts; i++) {
		const struct trace_sum *part = parts[i];
		sum.nr_calls += part->nr_calls;
		sum.nr_errors += part->nr_errors;
		sum.total_ns += part->total_ns;
		sum.min_ns = fmin(sum.min_ns, part->min_ns);
		sum.max_ns = fmax(sum.max_ns, part->max_ns);
		add_errnos(&sum, part);
	}
	double n = (double)sum.nr_calls;
	sum.mean_ns = n > 0 ? sum.total_ns / n : 0;
	for (size_t i = 0; i < nr_parts; i++) {
		double distance = parts[i]->mean_ns - sum.mean_ns;
		squares += squares_of(parts[i]) + (double)parts[i]->nr_calls * distance * distance;
	}
	if (n > 1 && sum.mean_ns > 0) sum.deviation = 100 * sqrt(squares / (n - 1) / n) / sum.mean_ns;
	if (sum.nr_errnos) qsort(sum.errnos, sum.nr_errnos, sizeof(*sum.errnos), compare_errnos);
	*ret = sum;
}

/* ---- as tables */

static void add_row(struct table *table, const struct trace_sum *sum)
{
	struct table_row *row = table_add_row(table);
	union table_cell *cells = row->cells;
	/* 0 would mean no id. */
	row->id = sum->number + 1;
	cells[TRACE_SUM_NAME].text = arena_strdup(&table->arena, sum->name);
	cells[TRACE_SUM_CALLS].number = sum->nr_calls;
	cells[TRACE_SUM_ERRORS].number = sum->nr_errors;
	cells[TRACE_SUM_TOTAL].value = sum->total_ns;
	cells[TRACE_SUM_MIN].value = sum->min_ns;
	cells[TRACE_SUM_MEAN].value = sum->mean_ns;
	cells[TRACE_SUM_MAX].value = sum->max_ns;
	cells[TRACE_SUM_DEVIATION].value = sum->deviation;
	if (!sum->nr_errnos) return;
	const struct table_tally tally = {
		arena_memdup(&table->arena, sum->errnos, sum->nr_errnos * sizeof(*sum->errnos)), sum->nr_errnos
	};
	cells[TRACE_SUM_ERRNOS].tally = arena_memdup(&table->arena, &tally, sizeof(tally));
}

/* Fills a table of calls. Texts and errnos are copied into it. */
static void make_table(struct table *table, const struct trace_sum *sums, size_t nr_sums)
{
	static const struct table_column columns[NR_TRACE_SUM_COLUMNS] = {
		[TRACE_SUM_NAME] = { .name = "name", .kind = COLUMN_TEXT },
		[TRACE_SUM_CALLS] = { .name = "calls", .kind = COLUMN_COUNT },
		[TRACE_SUM_ERRORS] = { .name = "errors", .kind = COLUMN_COUNT },
		[TRACE_SUM_TOTAL] = { .name = "total_ns", .kind = COLUMN_MEAN },
		[TRACE_SUM_MIN] = { .name = "min_ns", .kind = COLUMN_MEAN },
		[TRACE_SUM_MEAN] = { .name = "mean_ns", .kind = COLUMN_MEAN, .data_decimals = 1 },
		[TRACE_SUM_MAX] = { .name = "max_ns", .kind = COLUMN_MEAN },
		[TRACE_SUM_DEVIATION] = { .name = "stddev_percent", .kind = COLUMN_PERCENT, .data_decimals = 2 },
		[TRACE_SUM_ERRNOS] = { .name = "errnos", .kind = COLUMN_TALLY, .may_be_empty = true },
	};
	table_init(table);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < nr_sums; i++) add_row(table, &sums[i]);
}

/* The line "total": what all threads have together. */
static void make_total(struct trace_thread *ret, const struct trace_thread_sums *threads, size_t nr_threads,
		       uint64_t nr_events)
{
	sum_list parts = VEC_INIT;
	size_t nr_sums = 0;
	*ret = (struct trace_thread){ .comm = "total", .nr_events = nr_events };
	for (size_t i = 0; i < nr_threads; i++) {
		const struct trace_thread *thread = &threads[i].thread;
		ret->nr_minor_faults += thread->nr_minor_faults;
		ret->nr_major_faults += thread->nr_major_faults;
		ret->has_run_time |= thread->has_run_time;
		ret->run_time_ns += thread->run_time_ns;
		for (size_t k = 0; k < threads[i].nr_sums; k++) vec_push(&parts, &threads[i].sums[k]);
	}
	if (parts.count) qsort(parts.items, parts.count, sizeof(*parts.items), compare_names);
	_free_ struct trace_sum *sums = xcalloc(parts.count + 1, sizeof(*sums));
	for (size_t from = 0, to; from < parts.count; from = to) {
		for (to = from + 1; to < parts.count && compare_names(&parts.items[from], &parts.items[to]) == 0;) to++;
		add_up(&sums[nr_sums++], &parts.items[from], to - from);
	}
	if (nr_sums) qsort(sums, nr_sums, sizeof(*sums), compare_totals);
	make_table(&ret->calls, sums, nr_sums);
	for (size_t i = 0; i < nr_sums; i++) free(sums[i].errnos);
	vec_done(&parts);
}

/* As upstream orders them: who has most is shown last. */
static int compare_threads(const void *a, const void *b)
{
	const struct trace_thread *x = &((const struct trace_thread_sums *)a)->thread,
				  *y = &((const struct trace_thread_sums *)b)->thread;
	if (x->nr_events != y->nr_events) return x->nr_events < y->nr_events ? -1 : 1;
	if (x->cgroup && y->cgroup) return strcmp(x->cgroup, y->cgroup);
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

void trace_summary_init(struct trace_summary *ret, struct trace_thread_sums *threads, size_t nr_threads,
			uint64_t nr_events)
{
	*ret = (struct trace_summary){ .nr_events = nr_events, .nr_threads = nr_threads };
	ret->threads = xcalloc(nr_threads + 1, sizeof(*ret->threads));
	if (nr_threads) qsort(threads, nr_threads, sizeof(*threads), compare_threads);
	for (size_t i = 0; i < nr_threads; i++) {
		ret->threads[i] = threads[i].thread;
		make_table(&ret->threads[i].calls, threads[i].sums, threads[i].nr_sums);
	}
	make_total(&ret->total, threads, nr_threads, nr_events);
}

void trace_summary_done(struct trace_summary *summary)
{
	for (size_t i = 0; i < summary->nr_threads; i++) table_done(&summary->threads[i].calls);
	if (summary->threads) table_done(&summary->total.calls);
	free(summary->threads);
	*summary = (struct trace_summary){ 0 };
}
