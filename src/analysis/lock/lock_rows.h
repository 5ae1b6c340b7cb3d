/* Rows of a lock analysis that is complete: in the order they are shown in, and those of one class made one. */
#ifndef ANALYSIS_LOCK_LOCK_ROWS_H
#define ANALYSIS_LOCK_LOCK_ROWS_H

#include "result/lock_waits.h"

/* What was counted for one caller, thread, lock ... Texts, caller and chain are owned by the analysis. */
struct lock_row {
	const char *name;   /* lockdep's class; by address of contention: the symbol there, "" when there is none */
	const char *comm;   /* by thread and owner */
	const char *cgroup; /* by cgroup: its path */
	const struct table_place *caller; /* by caller; NULL: not known */
	const struct table_chain *chain;  /* by caller: of the first wait; NULL: nobody asked for it */
	uint64_t lock_vaddr;              /* by address */
	int32_t tid;                      /* by thread and owner; -1: not known */
	uint32_t flags;                   /* LCB_F_* of the first wait */
	bool is_contention;               /* of contention_begin, whose flags tell what kind of lock it is */
	/* Its events did not follow each other as they should (lock_stats.c). */
	bool broken;
	uint64_t nr_acquired;
	/* Waits that began, and waits that ended. The times below are of those that ended. */
	uint64_t nr_contended, nr_waits;
	uint64_t wait_ns, max_wait_ns;
	uint64_t min_wait_ns; /* UINT64_MAX: nobody's wait ended */
	/* The order among equals: bucket of a hash table, then the newest (largest nr) first. */
	uint32_t bucket, nr;
};

/* A thread and its name, for `perf lock info`. */
struct lock_thread {
	uint32_t tid;
	const char *comm;
};

/* 0 when no wait ended. */
static inline uint64_t lock_row_avg_ns(const struct lock_row *row)
{
	return row->nr_waits ? row->wait_ns / row->nr_waits : 0;
}

/* Sorts rows by name, and makes one of those with the same name. Returns how many are left, at the front; they are
 * to be sorted again. */
size_t lock_rows_combine(struct lock_row *rows, size_t count);
/* Likewise of rows with the same caller and kind of lock, which only their call chains tell apart. */
size_t lock_rows_combine_callers(struct lock_row *rows, size_t count);
/* Larger values of the key first. NR_LOCK_FIELDS: in order of names and addresses. */
void lock_rows_sort(struct lock_row *rows, size_t count, enum lock_field key);

/* Fills result->rows, which was initialised, with those rows that result->view is about, at most `limit` (0: all).
 * Sets the counts of result, which are of all rows. Texts are borrowed. */
void lock_rows_show(const struct lock_row *rows, size_t count, size_t limit, struct lock_result *result);
/* Fills result->threads, in the order given. Names are borrowed. */
void lock_threads_show(const struct lock_thread *threads, size_t count, struct lock_result *result);

#endif
