/* CPU time that the kernel has accounted to tasks and CPUs. It counts in clock ticks (sysconf(_SC_CLK_TCK), usually
 * 10 ms), so that values in ns are multiples of that. */
#ifndef KERNEL_PROCFS_TIMES_H
#define KERNEL_PROCFS_TIMES_H

#include "kernel/kernelfs.h"

/* user_ns: without that of niced threads, for CPUs (/proc/stat lists it apart) */
struct procfs_times {
	uint64_t user_ns, system_ns;
};
/* Of one thread since its start (proc(5), /proc/PID/stat). False when it is gone. */
bool procfs_task_times(const struct kernelfs *fs, int32_t tid, struct procfs_times *ret);
/* Of CPUs 0 to count - 1 since the boot (proc(5), /proc/stat); those that are not listed get zeros. */
void procfs_cpu_times(const struct kernelfs *fs, struct procfs_times *times, size_t count);

#endif
