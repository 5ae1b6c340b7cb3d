/* The words of --branch-filter and of the branch_type= term (perf-record(1)). */
#ifndef EVENT_ATTR_BRANCH_FILTER_H
#define EVENT_ATTR_BRANCH_FILTER_H

#include "base/err.h"

/* The i-th word that means something; NULL behind the last. */
const char *branch_filter_name(size_t i);
/* "any,u" to branch_sample_type bits. -EINVAL names the unknown word. */
int branch_filter_parse(const char *text, uint64_t *ret_mask, struct err *err);

#endif
