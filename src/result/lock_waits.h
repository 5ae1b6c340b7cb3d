/* How long locks were waited for: what `perf lock report|info|contention` show. */
#ifndef RESULT_LOCK_WAITS_H
#define RESULT_LOCK_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

struct lock_frame {
	uint64_t ip;
	const char *symbol; /* NULL: none */
	uint64_t sym_off;
};

/* Texts are owned by the analysis. */
struct lock_row {
	const char *name;   /* lockdep's class; by address of contention: the symbol there, "" when there is none */
	const char *comm;   /* by thread and owner */
	const char *cgroup; /* by cgroup: its path */
	const char *caller; /* by caller: "vfs_write+0x398"; NULL: not known */
	const struct lock_frame *chain;
	size_t nr_frames;    /* by caller: of the first wait; 0 when nobody asked for it */
	uint64_t lock_vaddr; /* by address */
	int32_t tid;         /* by thread and owner; -1: not known */
	uint32_t flags;      /* LCB_F_* of the first wait */
	bool is_contention;  /* of contention_begin, whose flags tell what kind of lock it is */
	bool broken;         /* its events did not follow each other as they should */
	uint64_t nr_acquired;
	uint64_t nr_contended, nr_waits; /* waits that began, and that ended: these are what follows */
	uint64_t wait_ns, max_wait_ns;
	uint64_t min_wait_ns; /* UINT64_MAX: nobody's wait ended */
	/* private to the analysis: which of equals comes first */
	uint32_t bucket, nr;
};

/* The kinds of events that may come at the wrong moment. */
enum lock_step { LOCK_STEP_ACQUIRE, LOCK_STEP_ACQUIRED, LOCK_STEP_CONTENDED, LOCK_STEP_RELEASE, NR_LOCK_STEPS };

struct lock_thread {
	uint32_t tid;
	const char *comm;
};

struct lock_result {
	enum lock_by by;
	struct lock_row *rows;
	size_t nr_rows; /* in order */
	const struct lock_thread *threads;
	size_t nr_threads;           /* by tid */
	uint64_t bad[NR_LOCK_STEPS]; /* rows that an event of that kind broke */
	struct {
		uint64_t task, stack, time, data;
	} failures; /* live: waits that were not counted, by what there was no room for */
};

static inline uint64_t lock_row_avg_ns(const struct lock_row *row)
{
	return row->nr_waits ? row->wait_ns / row->nr_waits : 0;
}

/* Columns, in order. */
struct lock_columns {
	enum lock_field fields[NR_LOCK_FIELDS];
	size_t count;
};

/* The name of a kind of lock, by the flags the tracepoint gives (include/trace/events/lock.h: LCB_F_*): "rwsem:R" for
 * those who wait, "rwsem" for the lock itself; "unknown" for combinations that stand for none. */
const char *lock_type_of_wait(uint32_t flags);
const char *lock_type_of_lock(uint32_t flags);
/* What a row's column holds. */
uint64_t lock_row_value(const struct lock_row *row, enum lock_field field);

#endif
