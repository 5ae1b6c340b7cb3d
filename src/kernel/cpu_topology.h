/* Where a CPU sits: socket, die, cluster, core, memory node, caches
 * (Documentation/ABI/stable/sysfs-devices-system-cpu). */
#ifndef KERNEL_CPU_TOPOLOGY_H
#define KERNEL_CPU_TOPOLOGY_H

#include "kernel/kernelfs.h"

/* Ids as the machine numbers them, not necessarily from 0 or without gaps; cores are numbered within a socket. -1:
 * not known. */
struct cpu_place {
	int32_t socket, die, cluster, core, node;
};
/* A cache is identified by its level and the lowest CPU that shares it. -1: not known. */
struct cpu_cache {
	int32_t level, first_cpu;
};

/* Never fails: what cannot be read is -1. */
void cpu_topology_place(const struct kernelfs *fs, int32_t cpu, struct cpu_place *ret);
/* The cache of that level (1, 2, ...) that the CPU uses, the first that sysfs lists where there are several (data
 * before instructions on x86); level 0: the highest there is. Both members are -1 when the CPU has no such cache. */
void cpu_topology_cache(const struct kernelfs *fs, int32_t cpu, int32_t level, struct cpu_cache *ret);
/* Hardware threads of CPU 0's core; at least 1. */
unsigned cpu_topology_smt_threads(const struct kernelfs *fs);

/* How fast the time stamp counter of an x86 counts (tsc_frequency.c), "#system_tsc_freq" of metrics. In Hz: what the
 * CPU says of itself (CPUID leaf 0x15), else the frequency in its name ("@ 3.00GHz", proc/cpuinfo). 0: not known. Of a
 * machine made of files only its name can tell. */
double tsc_frequency_hz(const struct kernelfs *fs);

#endif
