/* perf lock contention -J: locks whose owners are delayed. */
#ifndef COMMANDS_LOCK_LOCK_DELAYS_H
#define COMMANDS_LOCK_LOCK_DELAYS_H

#include "base/vec.h"
#include "bpf/lock_delay.h"
#include "cli/options.h"

struct frame_space; /* frame/space/frame_space.h */

/* As typed: the lock's name or address is owned. Freed by lock_delays_done. */
struct lock_delay_word {
	uint64_t ns;
	char *lock;
};
struct lock_delays {
	VEC(struct lock_delay_word) list;
	VEC(struct lock_delay_of) found; /* by lock_delays_find */
};

/* A value of the option: "10ms@NAME,50us@ADDRESS". Callback of its row, whose member is a struct lock_delays. */
int lock_delays_add(const struct option *option, const char *arg, bool unset, void *delays);
/* Fills found. -ENOENT with err set: the kernel has no such lock, and delaying none would go unnoticed. */
int lock_delays_find(struct lock_delays *delays, struct frame_space *kernel, struct err *err) _warn_unused_;
void lock_delays_done(struct lock_delays *delays);

#endif
