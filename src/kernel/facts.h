/* What the header of a recording says of the machine: the header features of perf.data that describe the running
 * system (docs/perfdata.md), read from proc and sys. Nothing here fails: a feature whose files are missing is left
 * out, and its bit in header->present stays clear. */
#ifndef KERNEL_FACTS_H
#define KERNEL_FACTS_H

#include "kernel/kernelfs.h"
#include "perfdata/feature/header.h"

/* Each fills the features named behind it and sets their bits in header->present. Strings and arrays live in
 * header->arena. Each function stands for the features that come from the same place. */
void facts_system(const struct kernelfs *fs, struct perf_header *header); /* HOSTNAME OSRELEASE ARCH NRCPUS TOTAL_MEM */
void facts_cpu(const struct kernelfs *fs, struct perf_header *header);    /* CPUDESC CPUID */
void facts_topology(const struct kernelfs *fs, struct perf_header *header); /* CPU_TOPOLOGY NUMA_TOPOLOGY */
void facts_cache(const struct kernelfs *fs, struct perf_header *header);    /* CACHE */
void facts_memory(const struct kernelfs *fs, struct perf_header *header);   /* MEM_TOPOLOGY */
void facts_pmus(const struct kernelfs *fs,
		struct perf_header *header); /* PMU_MAPPINGS CPU_PMU_CAPS PMU_CAPS HYBRID_TOPOLOGY */
/* All of them. */
void facts_all(const struct kernelfs *fs, struct perf_header *header);

#endif
