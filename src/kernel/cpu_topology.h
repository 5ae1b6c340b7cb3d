/* Where a CPU sits: socket, die, cluster, core, memory node, caches
 * (Documentation/ABI/stable/sysfs-devices-system-cpu). */
#ifndef KERNEL_CPU_TOPOLOGY_H
#define KERNEL_CPU_TOPOLOGY_H

#include "kernel/kernelfs.h"

/* As the machine numbers them; -1: not known. */
struct cpu_place {
	int32_t socket, die, cluster, core, node;
};
/* first_cpu: the lowest of those that share it; -1: not known. */
struct cpu_cache {
	int32_t level, first_cpu;
};

void cpu_topology_place(const struct kernelfs *fs, int32_t cpu, struct cpu_place *ret);
/* The cache of that level, level 0: of the highest there is; a level the CPU does not have is not known. */
void cpu_topology_cache(const struct kernelfs *fs, int32_t cpu, int32_t level, struct cpu_cache *ret);
/* Hardware threads of CPU 0's core; at least 1. */
unsigned cpu_topology_smt_threads(const struct kernelfs *fs);

/* How fast the time stamp counter of an x86 counts (tsc_frequency.c), "#system_tsc_freq" of metrics. In Hz: what the
 * CPU says of itself (CPUID leaf 0x15), else the frequency in its name ("@ 3.00GHz", proc/cpuinfo). 0: not known. Of a
 * machine made of files only its name can tell. */
double tsc_frequency_hz(const struct kernelfs *fs);

#endif
