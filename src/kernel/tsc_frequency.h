/* How fast the time stamp counter of an x86 counts: "#system_tsc_freq" of metrics. */
#ifndef KERNEL_TSC_FREQUENCY_H
#define KERNEL_TSC_FREQUENCY_H

#include "kernel/kernelfs.h"

/* In Hz: what the CPU says of itself (CPUID leaf 0x15), else the frequency in its name ("@ 3.00GHz", proc/cpuinfo). 0:
 * not known. Of a machine made of files only its name can tell. */
double tsc_frequency_hz(const struct kernelfs *fs);

#endif
