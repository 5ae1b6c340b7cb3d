/* How long locks were waited for: what `perf lock report|info|contention` show, from recordings as well as live from
 * BPF programs. docs/json-lock.md describes it as a document. */
#ifndef RESULT_LOCK_WAITS_H
#define RESULT_LOCK_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "result/table.h"

/* What a row is: a place that waits, a thread, a lock, a thread that others wait for, a control group. */
enum lock_by { LOCK_BY_CALLER, LOCK_BY_THREAD, LOCK_BY_ADDRESS, LOCK_BY_OWNER, LOCK_BY_CGROUP };

/* What a row can be ordered by, and its columns. */
enum lock_field {
	LOCK_FIELD_ACQUIRED,
	LOCK_FIELD_CONTENDED,
	LOCK_FIELD_AVG,
	LOCK_FIELD_TOTAL,
	LOCK_FIELD_MAX,
	LOCK_FIELD_MIN,
	NR_LOCK_FIELDS
};

/* The kinds of events that may come in an order in which they cannot happen, for example because some were lost. */
enum lock_step { LOCK_STEP_ACQUIRE, LOCK_STEP_ACQUIRED, LOCK_STEP_CONTENDED, LOCK_STEP_RELEASE, NR_LOCK_STEPS };

/* What the rows are for: which locks, threads or callers are among them, and which columns documents have. */
enum lock_view {
	LOCK_VIEW_REPORT,     /* what was acquired */
	LOCK_VIEW_CONTENTION, /* what was waited for */
	LOCK_VIEW_INFO,       /* all */
};

/* Columns of lock_result.rows. */
enum lock_column {
	LOCK_COLUMN_TID,     /* by thread and owner; -1: not known */
	LOCK_COLUMN_COMM,    /* by thread and owner */
	LOCK_COLUMN_CLASS,   /* lockdep's name of it */
	LOCK_COLUMN_ADDRESS, /* by address */
	LOCK_COLUMN_SYMBOL,  /* by address: what stands there, "" when nothing is known */
	LOCK_COLUMN_CALLER,  /* by caller */
	LOCK_COLUMN_CGROUP,  /* by cgroup: its path */
	LOCK_COLUMN_TYPE,    /* how it is waited for; by address: what it is */
	LOCK_COLUMN_ACQUIRED,
	LOCK_COLUMN_CONTENDED,
	LOCK_COLUMN_WAIT_TOTAL,
	LOCK_COLUMN_WAIT_MAX,
	LOCK_COLUMN_WAIT_MIN, /* 0: nobody's wait ended */
	LOCK_COLUMN_WAIT_AVG,
	LOCK_COLUMN_CHAIN,  /* by caller: of the first wait, when it was asked for */
	LOCK_COLUMN_BROKEN, /* its events did not follow each other as they should */
	NR_LOCK_COLUMNS
};
/* Columns of lock_result.threads, the names of threads. */
enum lock_thread_column { LOCK_THREAD_TID, LOCK_THREAD_COMM };

/* The whole result; texts are owned by the analysis. */
struct lock_result {
	enum lock_by by;
	enum lock_view view;
	struct table rows;
	struct table threads;        /* by tid */
	uint64_t nr_all, nr_broken;  /* rows, also those that are not in the table */
	uint64_t nr_contended;       /* of them all */
	uint64_t bad[NR_LOCK_STEPS]; /* rows that an event of that kind broke */
	struct {
		uint64_t task, stack, time, data;
	} failures; /* live: waits that were not counted, by what there was no room for */
};

/* Which fields are shown, from left to right. */
struct lock_columns {
	enum lock_field fields[NR_LOCK_FIELDS];
	size_t count;
};

/* The name of a kind of lock, by the flags the tracepoint gives (include/trace/events/lock.h: LCB_F_*): "rwsem:R" for
 * those who wait, "rwsem" for the lock itself; "unknown" for combinations that stand for none. */
const char *lock_type_of_wait(uint32_t flags);
const char *lock_type_of_lock(uint32_t flags);
/* The column of a field. */
enum lock_column lock_field_column(enum lock_field field);

#endif
