#include "analysis/lock/lock_rows.h"

#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"

static int compare_buckets(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	return x->bucket != y->bucket ? x->bucket < y->bucket ? -1 : 1 : x->nr > y->nr ? -1 : x->nr < y->nr;
}

static int compare_names(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	int r = strcmp(x->name, y->name);
	return r ? r : x->lock_vaddr < y->lock_vaddr ? -1 : x->lock_vaddr > y->lock_vaddr;
}

static int compare_class_names(const void *a, const void *b)
{
	return strcmp(((const struct lock_row *)a)->name, ((const struct lock_row *)b)->name);
}

static int compare_classes(const void *a, const void *b)
{
	int r = compare_class_names(a, b);
	return r ? r : compare_buckets(a, b);
}

static int compare_callers(const void *a, const void *b)
{
	const struct lock_row *x = a, *y = b;
	int r = strcmp(x->caller ? x->caller : "", y->caller ? y->caller : "");
	return r ? r : strcmp(lock_type_of_wait(x->flags), lock_type_of_wait(y->flags));
}

static int compare_callers_first(const void *a, const void *b)
{
	int r = compare_callers(a, b);
	return r ? r : compare_buckets(a, b);
}

/* Equals are in upstream's order, that of its hash table. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	enum lock_field key = *(const enum lock_field *)ctx;
	if (key == NR_LOCK_FIELDS) return compare_names(a, b);
	uint64_t x = lock_row_value(a, key), y = lock_row_value(b, key);
	return x != y ? x < y ? 1 : -1 : compare_buckets(a, b);
}

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
