/* Lists of CPU numbers as sysfs and users write them ("0-3,8", Documentation/admin-guide/cputopology), and which
 * CPUs this machine has. */
#ifndef KERNEL_CPU_LIST_H
#define KERNEL_CPU_LIST_H

#include "base/vec.h"
#include "kernel/kernelfs.h"

/* CPU numbers. The owner calls vec_done on cpus. */
struct cpu_list {
	VEC(int32_t) cpus;
};
/* "0-3,8" to CPU numbers in the order of the text, repetitions included. False, with *ret untouched, when it is no
 * such list, empty, or names a number above 65536. */
bool cpu_list_parse(const char *text, struct cpu_list *ret);

/* The CPUs that are online, ascending; at least CPU 0. Where /sys is not mounted (chroots, small containers) they
 * are taken from /proc (stat, then cpuinfo). On the running machine those that this process may run on always belong
 * to them. The caller frees ret->cpus. */
void cpu_list_online(const struct kernelfs *fs, struct cpu_list *ret);
/* The same with those that are offline, where /sys tells. */
void cpu_list_present(const struct kernelfs *fs, struct cpu_list *ret);
/* Size of an array indexed by CPU number that the kernel fills (maps per CPU): one more than the highest number that
 * a CPU of this machine can have. Where /sys does not tell it may be larger than that, never smaller than what is
 * known. */
size_t cpu_list_possible(const struct kernelfs *fs);

#endif
