/* A lock for sections of tens of nanoseconds that several threads enter millions of times: taking it costs one atomic
 * operation and never wakes anybody. Who waits long (the holder lost its CPU) gives up its own. */
#ifndef BASE_SPINLOCK_H
#define BASE_SPINLOCK_H

#include <sched.h>
#include <stdbool.h>

/* Start with SPINLOCK_INIT, or zeroed. Needs no cleanup. */
struct spinlock {
	bool held;
};
#define SPINLOCK_INIT \
	{             \
		false \
	}

/* Waits until the lock is ours. Not recursive, not for signal handlers. Waiting reads the lock without writing to it,
 * so that the cache line stays shared until it is free; every 256 tries the CPU is given up. */
static inline void spinlock_lock(struct spinlock *lock)
{
	for (unsigned tries = 1; __atomic_exchange_n(&lock->held, true, __ATOMIC_ACQUIRE); tries++)
		while (__atomic_load_n(&lock->held, __ATOMIC_RELAXED))
			if (++tries % 256 == 0) sched_yield();
}
/* Whoever takes the lock next sees all that was written before. */
static inline void spinlock_unlock(struct spinlock *lock) { __atomic_store_n(&lock->held, false, __ATOMIC_RELEASE); }

#endif
