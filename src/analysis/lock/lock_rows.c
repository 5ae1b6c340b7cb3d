/* Rows in the order they are shown, and made one where they are of one class or caller. Rows that are equal by the
 * key come in the order of a hash table (`bucket`, then newest first by `nr`), as upstream's do. */
#include "analysis/lock/lock_rows.h"

#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"

/* nr ascends as rows are made, so that no two rows are equal here. */
static int compare_buckets(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	if (x->bucket != y->bucket) return x->bucket < y->bucket ? -1 : 1;
	return (x->nr < y->nr) - (x->nr > y->nr);
}

/* By name, locks of one name by address. */
static int compare_names(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	int r = strcmp(x->name, y->name);
	return r ? r : (x->lock_vaddr > y->lock_vaddr) - (x->lock_vaddr < y->lock_vaddr);
}

/* For combining: locks of one class are equal, wherever they are. */
static int compare_class_names(const void *a, const void *b)
{
	return strcmp(((const struct lock_row *)a)->name, ((const struct lock_row *)b)->name);
}

/* With an order among equals: which row of a class comes first, and so gives its facts, does not depend on qsort. */
static int compare_classes(const void *a, const void *b)
{
	int r = compare_class_names(a, b);
	return r ? r : compare_buckets(a, b);
}

/* By function and offset, then by kind of lock. */
static int compare_callers(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	int r = strcmp(x->caller ? x->caller->symbol : "", y->caller ? y->caller->symbol : "");
	if (r) return r;
	uint64_t x_off = x->caller ? x->caller->offset : 0, y_off = y->caller ? y->caller->offset : 0;
	if (x_off != y_off) return x_off < y_off ? -1 : 1;
	return strcmp(lock_type_of_wait(x->flags), lock_type_of_wait(y->flags));
}

/* The order that goes with compare_callers. */
static int compare_callers_first(const void *a, const void *b)
{
	int r = compare_callers(a, b);
	return r ? r : compare_buckets(a, b);
}

/* The value that a key orders by; the minimum of waits is 0 when none ended. */
static uint64_t value_of(const struct lock_row *row, enum lock_field field)
{
	switch (field) {
	case LOCK_FIELD_ACQUIRED: return row->nr_acquired;
	case LOCK_FIELD_CONTENDED: return row->nr_contended;
	case LOCK_FIELD_AVG: return lock_row_avg_ns(row);
	case LOCK_FIELD_TOTAL: return row->wait_ns;
	case LOCK_FIELD_MAX: return row->max_wait_ns;
	default: return row->min_wait_ns == UINT64_MAX ? 0 : row->min_wait_ns;
	}
}

/* Equals are in upstream's order, that of its hash table. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	enum lock_field key = *(const enum lock_field *)ctx;
	if (key == NR_LOCK_FIELDS) return compare_names(a, b);
	uint64_t x = value_of(a, key), y = value_of(b, key);
	if (x == y) return compare_buckets(a, b);
	return x < y ? 1 : -1;
}

/* Adds other to row. Counts and times only: whose they are stays what the first row says. */
static void merge(struct lock_row *row, const struct lock_row *other)
{
	row->nr_acquired += other->nr_acquired;
	row->nr_contended += other->nr_contended;
	row->nr_waits += other->nr_waits;
	row->wait_ns += other->wait_ns;
	row->max_wait_ns = MAX(row->max_wait_ns, other->max_wait_ns);
	row->min_wait_ns = MIN(row->min_wait_ns, other->min_wait_ns);
	row->broken |= other->broken;
}

/* Makes one row of those that are equal; `order` is the same comparison with an order among equals: the first one's
 * facts are kept. */
static size_t combine(struct lock_row *rows, size_t count, int (*order)(const void *a, const void *b),
		      int (*compare)(const void *a, const void *b))
{
	size_t kept = 0;
	if (!count) return 0;
	qsort(rows, count, sizeof(*rows), order);
	for (size_t i = 1; i < count; i++) {
		if (compare(&rows[kept], &rows[i]) == 0) merge(&rows[kept], &rows[i]);
		else rows[++kept] = rows[i];
	}
	return kept + 1;
}

size_t lock_rows_combine(struct lock_row *rows, size_t count)
{
	return combine(rows, count, compare_classes, compare_class_names);
}
size_t lock_rows_combine_callers(struct lock_row *rows, size_t count)
{
	return combine(rows, count, compare_callers_first, compare_callers);
}

void lock_rows_sort(struct lock_row *rows, size_t count, enum lock_field key)
{
	if (count) qsort_r(rows, count, sizeof(*rows), compare_rows, &key);
}

/* ---- as tables */

/* Names are those of exports; columns with a title have it on the terminal. */
static const struct table_column columns[NR_LOCK_COLUMNS] = {
	[LOCK_COLUMN_TID] = { .name = "tid", .kind = COLUMN_NUMBER },
	[LOCK_COLUMN_COMM] = { .name = "comm", .kind = COLUMN_TEXT },
	[LOCK_COLUMN_CLASS] = { .name = "name", .kind = COLUMN_TEXT },
	[LOCK_COLUMN_ADDRESS] = { .name = "address", .kind = COLUMN_ADDRESS },
	[LOCK_COLUMN_SYMBOL] = { .name = "symbol", .kind = COLUMN_TEXT },
	[LOCK_COLUMN_CALLER] = { .name = "caller", .kind = COLUMN_PLACE },
	[LOCK_COLUMN_CGROUP] = { .name = "cgroup", .kind = COLUMN_TEXT },
	[LOCK_COLUMN_TYPE] = { .name = "type", .kind = COLUMN_TEXT },
	[LOCK_COLUMN_ACQUIRED] = { .name = "acquired", .title = "acquired", .kind = COLUMN_COUNT },
	[LOCK_COLUMN_CONTENDED] = { .name = "contended", .title = "contended", .kind = COLUMN_COUNT },
	[LOCK_COLUMN_WAIT_TOTAL] = { .name = "wait_total_ns", .title = "total wait", .kind = COLUMN_DURATION },
	[LOCK_COLUMN_WAIT_MAX] = { .name = "wait_max_ns", .title = "max wait", .kind = COLUMN_DURATION },
	[LOCK_COLUMN_WAIT_MIN] = { .name = "wait_min_ns", .title = "min wait", .kind = COLUMN_DURATION },
	[LOCK_COLUMN_WAIT_AVG] = { .name = "wait_avg_ns", .title = "avg wait", .kind = COLUMN_DURATION },
	[LOCK_COLUMN_CHAIN] = { .name = "chain", .kind = COLUMN_CHAIN, .may_be_empty = true },
	[LOCK_COLUMN_BROKEN] = { .name = "broken", .kind = COLUMN_FLAG },
};

/* Columns that say what a row is about. */
static unsigned keys_of(enum lock_by by, enum lock_view view)
{
	switch (by) {
	case LOCK_BY_CALLER: return 1u << LOCK_COLUMN_CALLER | 1u << LOCK_COLUMN_TYPE | 1u << LOCK_COLUMN_CHAIN;
	case LOCK_BY_THREAD:
	case LOCK_BY_OWNER: return 1u << LOCK_COLUMN_TID | 1u << LOCK_COLUMN_COMM;
	case LOCK_BY_CGROUP: return 1u << LOCK_COLUMN_CGROUP;
	default: break;
	}
	switch (view) {
	case LOCK_VIEW_REPORT: return 1u << LOCK_COLUMN_CLASS | 1u << LOCK_COLUMN_ADDRESS;
	case LOCK_VIEW_CONTENTION: return 1u << LOCK_COLUMN_ADDRESS | 1u << LOCK_COLUMN_SYMBOL | 1u << LOCK_COLUMN_TYPE;
	default: return 1u << LOCK_COLUMN_ADDRESS | 1u << LOCK_COLUMN_SYMBOL;
	}
}

/* Bits of the columns that a view shows. */
static unsigned columns_of(enum lock_by by, enum lock_view view)
{
	const unsigned waits = 1u << LOCK_COLUMN_CONTENDED | 1u << LOCK_COLUMN_WAIT_TOTAL | 1u << LOCK_COLUMN_WAIT_MAX |
			       1u << LOCK_COLUMN_WAIT_MIN | 1u << LOCK_COLUMN_WAIT_AVG;
	switch (view) {
	case LOCK_VIEW_REPORT: return keys_of(by, view) | 1u << LOCK_COLUMN_ACQUIRED | waits | 1u << LOCK_COLUMN_BROKEN;
	case LOCK_VIEW_CONTENTION: return keys_of(by, view) | waits;
	default: return keys_of(by, view);
	}
}

/* The report has locks that were taken, the view of contention those that were waited for. */
static bool is_shown(const struct lock_row *row, enum lock_view view)
{
	if (view == LOCK_VIEW_REPORT) return row->nr_acquired;
	return view == LOCK_VIEW_INFO || row->wait_ns;
}

/* What tells a row from the others of its table. */
static uint64_t id_of(const struct lock_row *row, enum lock_by by)
{
	switch (by) {
	case LOCK_BY_ADDRESS: return row->lock_vaddr;
	case LOCK_BY_THREAD:
	case LOCK_BY_OWNER: return (uint32_t)row->tid;
	default: return row->nr + 1;
	}
}

/* Fills all columns; those that the view does not have are hidden. */
static void show_row(const struct lock_row *row, enum lock_by by, enum lock_view view, struct table *table)
{
	struct table_row *shown = table_add_row(table);
	union table_cell *cells = shown->cells;
	shown->id = id_of(row, by);
	/* Contention shows an unknown thread as -1; the column is signed then. */
	cells[LOCK_COLUMN_TID].number = (uint32_t)row->tid;
	if (view == LOCK_VIEW_CONTENTION) cells[LOCK_COLUMN_TID].number = (uint64_t)(int64_t)row->tid;
	cells[LOCK_COLUMN_COMM].text = row->comm;
	cells[LOCK_COLUMN_CLASS].text = row->name;
	cells[LOCK_COLUMN_ADDRESS].number = row->lock_vaddr;
	cells[LOCK_COLUMN_SYMBOL].text = row->name;
	cells[LOCK_COLUMN_CALLER].place = row->caller;
	cells[LOCK_COLUMN_CGROUP].text = row->cgroup;
	cells[LOCK_COLUMN_TYPE].text = by == LOCK_BY_ADDRESS ? lock_type_of_lock(row->flags)
							     : lock_type_of_wait(row->flags);
	cells[LOCK_COLUMN_ACQUIRED].number = row->nr_acquired;
	cells[LOCK_COLUMN_CONTENDED].number = row->nr_contended;
	cells[LOCK_COLUMN_WAIT_TOTAL].number = row->wait_ns;
	cells[LOCK_COLUMN_WAIT_MAX].number = row->max_wait_ns;
	cells[LOCK_COLUMN_WAIT_MIN].number = value_of(row, LOCK_FIELD_MIN);
	cells[LOCK_COLUMN_WAIT_AVG].number = lock_row_avg_ns(row);
	cells[LOCK_COLUMN_CHAIN].chain = row->chain;
	cells[LOCK_COLUMN_BROKEN].number = row->broken;
}

/* Counts are of all rows, also of those that the view or the limit leaves out. */
void lock_rows_show(const struct lock_row *rows, size_t count, size_t limit, struct lock_result *result)
{
	unsigned shown = columns_of(result->by, result->view);
	struct table *table = &result->rows;
	for (size_t i = 0; i < NR_LOCK_COLUMNS; i++) {
		struct table_column column = columns[i];
		column.is_hidden = !(shown >> i & 1);
		if (i == LOCK_COLUMN_TID) column.is_signed = result->view == LOCK_VIEW_CONTENTION;
		if (i == LOCK_COLUMN_SYMBOL && result->view == LOCK_VIEW_INFO) column.name = column.title = "name";
		(void)table_add_column(table, &column);
	}
	result->nr_all = count;
	for (size_t i = 0; i < count; i++) {
		result->nr_broken += rows[i].broken;
		result->nr_contended += rows[i].nr_contended;
		if (!is_shown(&rows[i], result->view)) continue;
		if (limit && table->rows.count >= limit) table->nr_left_out++;
		else show_row(&rows[i], result->by, result->view, table);
	}
}

void lock_threads_show(const struct lock_thread *threads, size_t count, struct lock_result *result)
{
	static const struct table_column thread_columns[] = {
		[LOCK_THREAD_TID] = { .name = "tid", .kind = COLUMN_NUMBER },
		[LOCK_THREAD_COMM] = { .name = "comm", .kind = COLUMN_TEXT },
	};
	table_add_columns(&result->threads, thread_columns, ARRAY_SIZE(thread_columns));
	struct table_row *rows = table_add_rows(&result->threads, count);
	for (size_t i = 0; i < count; i++) {
		rows[i].id = threads[i].tid;
		rows[i].cells[LOCK_THREAD_TID].number = threads[i].tid;
		rows[i].cells[LOCK_THREAD_COMM].text = threads[i].comm;
	}
}
