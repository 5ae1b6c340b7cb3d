/* Rows of a lock analysis that is complete: in the order they are shown in, and those of one class made one. */
#ifndef ANALYSIS_LOCK_LOCK_ROWS_H
#define ANALYSIS_LOCK_LOCK_ROWS_H

#include "result/lock_waits.h"

/* Makes one row of those of the same name; returns how many are left, at the front. They are to be sorted then. */
size_t lock_rows_combine(struct lock_row *rows, size_t count);
/* The same of rows with the same caller and kind of lock, which only their call chains tell apart. */
size_t lock_rows_combine_callers(struct lock_row *rows, size_t count);
/* Larger values of the key first; NR_LOCK_FIELDS: in order of names and addresses. */
void lock_rows_sort(struct lock_row *rows, size_t count, enum lock_field key);

#endif
