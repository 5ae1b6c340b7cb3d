/* What hist_source answers about code. For hist_source.c alone. */
#ifndef ANALYSIS_PROFILE_ANSWERS_HIST_SOURCE_CODE_H
#define ANALYSIS_PROFILE_ANSWERS_HIST_SOURCE_CODE_H

#include "analysis/profile/answers/hist_source.h"

/* result_source.code and code_at. */
int hist_source_code(void *ctx, uint64_t row, struct code_listing *listing, struct err *err);
int hist_source_code_at(void *ctx, uint64_t row, uint64_t vaddr, struct code_listing *listing, struct err *err);

#endif
