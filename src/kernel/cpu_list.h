/* Lists of CPUs, and which of them this machine has. */
#ifndef KERNEL_CPU_LIST_H
#define KERNEL_CPU_LIST_H

#include "base/vec.h"
#include "kernel/kernelfs.h"

/* "0-3,8" to CPU numbers, ascending; false when it is no such list. */
struct cpu_list {
	VEC(int32_t) cpus;
};
bool cpu_list_parse(const char *text, struct cpu_list *ret);

/* The CPUs there are, ascending. Where /sys is not mounted (chroots, small containers) they are taken from /proc (stat,
 * then cpuinfo); on the running machine those that this process may run on always belong to them. The caller frees
 * ret->cpus. */
void cpu_list_online(const struct kernelfs *fs, struct cpu_list *ret); /* at least CPU 0 */
void cpu_list_present(const struct kernelfs *fs,
		      struct cpu_list *ret); /* those that are offline too, where /sys tells */
/* One more than the highest number that a CPU of this machine can have, as far as the kernel tells; never less than it.
 * For arrays that the kernel fills. */
size_t cpu_list_possible(const struct kernelfs *fs);

#endif
