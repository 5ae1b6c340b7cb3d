/* What one access counts as (result/c2c_result.h). */
#ifndef ANALYSIS_MEMORY_C2C_STATS_H
#define ANALYSIS_MEMORY_C2C_STATS_H

#include "perfdata/record/sample.h"
#include "result/c2c_result.h"

/* Fills *ret (zeroed by the caller) with 1 where the access counts. data_src: of the sample. mapped: something is
 * mapped at its code and at its data. */
void c2c_stats_of(uint64_t data_src, uint64_t address, bool mapped, struct c2c_stats *ret);
/* Adds what one access, or many, count as. */
void c2c_stats_add(struct c2c_stats *stats, const struct c2c_stats *more);

#endif
