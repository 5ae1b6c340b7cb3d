/* Which CPU this is, in the form that tables of events use (mapfile.csv):
 *
 *     x86      GenuineIntel-6-55-4       vendor-family-model-stepping, the last two hexadecimal
 *     arm64    0x00000000410fd030        MIDR_EL1 without variant and revision
 *     s390     IBM,3931,704,A01,3.7,002f manufacturer,type,model...,version and authorization of the counter facility
 *     POWER    0x004e0202                the processor version register
 *     RISC-V   0x489-0x8000000000000007-0x1  mvendorid-marchid-mimpid */
#ifndef KERNEL_TABLE_CPUID_H
#define KERNEL_TABLE_CPUID_H

#include "kernel/kernelfs.h"

/* The identity of the machine's first CPU, from proc and sys, so that a machine made of files has its own. NULL when
 * they do not say; the caller frees. */
char *table_cpuid(const struct kernelfs *fs);

/* Machines with several kinds of cores: which each PMU of cores counts on. */
struct core_cpuid {
	char *pmu, *cpuid;
};
struct core_cpuids {
	VEC(struct core_cpuid) items;
};
/* Empty when all cores are of one kind, or it cannot be told (only arm64 tells). core_cpuids_done frees. */
void core_cpuids_read(const struct kernelfs *fs, struct core_cpuids *ret);
void core_cpuids_done(struct core_cpuids *cpuids);

#endif
