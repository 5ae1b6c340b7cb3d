/* Delays of those who got a lock that they had to wait for: how much what runs depends on how long it is held. The CPU
 * is busy meanwhile, with interrupts off where the lock wants it so. */
#ifndef BPF_LOCK_DELAY_H
#define BPF_LOCK_DELAY_H

#include <stddef.h>
#include <stdint.h>
#include "base/err.h"
#include "bpf/lock_delay_shared.h"

struct lock_delay_of {
	uint64_t lock_vaddr, ns; /* ns: at most LOCK_DELAY_MOST_NS */
};

struct lock_delay;
/* Loads the program, which runs from lock_delay_start until lock_delay_free. At most LOCK_DELAY_MOST_LOCKS locks; no
 * CPUs: all. 0 or -errno with err set. */
int lock_delay_new(const struct lock_delay_of *delays, size_t nr_delays, const int32_t *cpus, size_t nr_cpus,
		   struct lock_delay **ret, struct err *err) _warn_unused_;
int lock_delay_start(struct lock_delay *delay, struct err *err) _warn_unused_;
/* How often somebody was delayed. */
uint64_t lock_delay_count(const struct lock_delay *delay);
void lock_delay_free(struct lock_delay *delay); /* NULL is fine */

#endif
