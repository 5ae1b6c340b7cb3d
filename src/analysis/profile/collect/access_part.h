/* Which part of each breakdown (the PART rows of measured_field.def) an access to memory belongs to. */
#ifndef ANALYSIS_PROFILE_COLLECT_ACCESS_PART_H
#define ANALYSIS_PROFILE_COLLECT_ACCESS_PART_H

#include <stdint.h>

/* Adds the period to one part of each breakdown among the first count sums (enum hist_sum). data_src: the word of the
 * sample (PERF_SAMPLE_DATA_SRC). */
void access_parts_add(uint64_t *sums, unsigned count, uint64_t data_src, uint64_t period);

#endif
