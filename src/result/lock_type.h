/* Kinds of locks as the tracepoints lock:contention_* tell them (LCB_F_* of include/trace/events/lock.h). */
#ifndef RESULT_LOCK_TYPE_H
#define RESULT_LOCK_TYPE_H

#include <stddef.h>
#include <stdint.h>

enum { LOCK_SPIN = 1, LOCK_READ = 2, LOCK_WRITE = 4, LOCK_RT = 8, LOCK_PERCPU = 16, LOCK_MUTEX = 32 };

/* A kind of lock and how it is taken: what a combination of LCB_F_* flags means. */
struct lock_type {
	uint32_t flags;
	const char *wait;  /* how it is waited for */
	const char *lock;  /* what it is */
	const char *alias; /* another name of the lock, as manuals have it; NULL: none */
};
/* All known combinations, in lock_waits.c. */
extern const struct lock_type lock_types[];
extern const size_t nr_lock_types;

#endif
