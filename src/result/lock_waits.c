#include "result/lock_waits.h"

#include "base/compiler.h"
#include "result/lock_type.h"

enum { FLAGS_MASK = 0x7f };

const struct lock_type lock_types[] = {
	{ 0, "semaphore", "semaphore", NULL },
	{ LOCK_SPIN, "spinlock", "spinlock", NULL },
	{ LOCK_SPIN | LOCK_READ, "rwlock:R", "rwlock", NULL },
	{ LOCK_SPIN | LOCK_WRITE, "rwlock:W", "rwlock", NULL },
	{ LOCK_READ, "rwsem:R", "rwsem", NULL },
	{ LOCK_WRITE, "rwsem:W", "rwsem", NULL },
	{ LOCK_RT, "rt-mutex", "rt-mutex", "rtmutex" },
	{ LOCK_RT | LOCK_READ, "rwlock-rt:R", "rwlock-rt", NULL },
	{ LOCK_RT | LOCK_WRITE, "rwlock-rt:W", "rwlock-rt", NULL },
	{ LOCK_PERCPU | LOCK_READ, "pcpu-sem:R", "percpu-rwsem", "pcpu-sem" },
	{ LOCK_PERCPU | LOCK_WRITE, "pcpu-sem:W", "percpu-rwsem", "pcpu-sem" },
	{ LOCK_MUTEX, "mutex", "mutex", NULL },
	{ LOCK_MUTEX | LOCK_SPIN, "mutex", "mutex", NULL },
};
const size_t nr_lock_types = ARRAY_SIZE(lock_types);

static const struct lock_type *type_of(uint32_t flags)
{
	for (size_t i = 0; i < nr_lock_types; i++)
		if (lock_types[i].flags == (flags & FLAGS_MASK)) return &lock_types[i];
	return NULL;
}

const char *lock_type_of_wait(uint32_t flags)
{
	const struct lock_type *type = type_of(flags);
	return type ? type->wait : "unknown";
}

const char *lock_type_of_lock(uint32_t flags)
{
	const struct lock_type *type = type_of(flags);
	return type ? type->lock : "unknown";
}

uint64_t lock_row_value(const struct lock_row *row, enum lock_field field)
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
