/* Lists of CPUs, and which of them this machine has. */
#ifndef KERNEL_CPU_LIST_H
#define KERNEL_CPU_LIST_H

#include "base/vec.h"
#include "kernel/kernelfs.h"

/* "0-3,8" to CPU numbers, ascending; false when it is no such list. */
struct cpu_list { VEC(int32_t) cpus; };
bool cpu_list_parse(const char *text, struct cpu_list *ret);
/* CPUs that are online; at least CPU 0. */
void cpu_list_online(const struct kernelfs *fs, struct cpu_list *ret);

#endif
