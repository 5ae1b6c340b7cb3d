/* What AUXTRACE_INFO says of Arm SPE traces: which PMU they are of, and, since version 2, which processors there are.
 */
#ifndef HWTRACE_ARM_SPE_SPE_INFO_H
#define HWTRACE_ARM_SPE_SPE_INFO_H

#include <stddef.h>
#include <stdint.h>

/* info: the words of AUXTRACE_INFO. */
uint64_t spe_info_pmu_type(const uint64_t *info, size_t nr_info);
/* MIDR_EL1 of the CPU; 0: not told. cpu UINT32_MAX: any, and the answer is what all have. */
uint64_t spe_info_midr(const uint64_t *info, size_t nr_info, uint32_t cpu);

#endif
