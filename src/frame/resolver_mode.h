/* Where addresses are looked up: a version of an address space, in one mode. Its key stands for it in tables, of a
 * resolver and of analyses that count by address and resolve afterwards. */
#ifndef FRAME_RESOLVER_MODE_H
#define FRAME_RESOLVER_MODE_H

#include "frame/resolver.h"

/* Where addresses of one mode of one task are looked up. */
struct resolver_mode {
	const struct space_version *space;
	uint64_t key;
	enum cpumode cpumode;
};

/* The part of a frame's key beside the address. No space (hypervisor, unknown modes) is number 0, which is the empty
 * version's, too. */
static inline uint64_t resolver_key(const struct space_version *space, enum cpumode cpumode)
{
	return (uint64_t)(space ? space_id(space) : 0) << 3 | (cpumode & 7);
}

/* In both of a machine's modes, its own: only samples of guests have guests' modes. */
static inline struct resolver_mode resolver_mode(const struct sample_task *task, enum cpumode cpumode)
{
	if (likely(cpumode == CPUMODE_USER)) return (struct resolver_mode){ task->user_space, task->user_key, cpumode };
	if (cpumode == CPUMODE_KERNEL) return (struct resolver_mode){ task->kernel_space, task->kernel_key, cpumode };
	struct resolver_mode mode = { .cpumode = cpumode };
	if (cpumode == CPUMODE_GUEST_KERNEL) mode.space = task->kernel_space;
	if (cpumode == CPUMODE_GUEST_USER) mode.space = task->user_space;
	mode.key = resolver_key(mode.space, cpumode);
	return mode;
}

/* What is at an address, without a cache: all of *ret but its id, which is 0. Looks up the map, and the symbol in the
 * map's object. Any thread. */
void frame_resolve(struct frame_space *frames, const struct resolver_mode *mode, uint64_t ip, struct frame *ret);

#endif
