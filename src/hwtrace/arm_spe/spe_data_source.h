/* Where the data of a sampled operation came from, as the kernel's union perf_mem_data_src (UAPI linux/perf_event.h).
 */
#ifndef HWTRACE_ARM_SPE_SPE_DATA_SOURCE_H
#define HWTRACE_ARM_SPE_SPE_DATA_SOURCE_H

#include "hwtrace/arm_spe/spe_record.h"

/* midr: the CPU's MIDR_EL1, for those that say it with numbers of their own; 0: not known. 0 where the operation is
 * neither a load nor a store. */
uint64_t spe_data_source(const struct spe_record *record, uint64_t midr);

#endif
