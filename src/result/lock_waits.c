/* Names of kinds of locks, and which column a field is. A new kind is a row of lock_types: flags, how it is waited
 * for, what it is, another name for it. */
#include "result/lock_waits.h"

#include "base/compiler.h"
#include "result/lock_type.h"

/* The flags that tell kinds apart; the kernel may set others, which are ignored. */
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

enum lock_column lock_field_column(enum lock_field field)
{
	static const enum lock_column columns[NR_LOCK_FIELDS] = {
		[LOCK_FIELD_ACQUIRED] = LOCK_COLUMN_ACQUIRED, [LOCK_FIELD_CONTENDED] = LOCK_COLUMN_CONTENDED,
		[LOCK_FIELD_AVG] = LOCK_COLUMN_WAIT_AVG,      [LOCK_FIELD_TOTAL] = LOCK_COLUMN_WAIT_TOTAL,
		[LOCK_FIELD_MAX] = LOCK_COLUMN_WAIT_MAX,      [LOCK_FIELD_MIN] = LOCK_COLUMN_WAIT_MIN,
	};
	return columns[field];
}
