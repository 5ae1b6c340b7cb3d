#include "analysis/lock_rows.h"

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

static int compare_classes(const void *a, const void *b)
{
	int r = strcmp(((const struct lock_row *)a)->name, ((const struct lock_row *)b)->name);
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

size_t lock_rows_combine(struct lock_row *rows, size_t count)
{
	size_t kept = 0;
	if (!count) return 0;
	qsort(rows, count, sizeof(*rows), compare_classes);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(rows[kept].name, rows[i].name) == 0) merge(&rows[kept], &rows[i]);
		else rows[++kept] = rows[i];
	}
	return kept + 1;
}

void lock_rows_sort(struct lock_row *rows, size_t count, enum lock_field key)
{
	if (count) qsort_r(rows, count, sizeof(*rows), compare_rows, &key);
}
