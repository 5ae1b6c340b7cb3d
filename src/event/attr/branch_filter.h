/* The words of --branch-filter and of the branch_type= term (perf-record(1)). */
#ifndef EVENT_ATTR_BRANCH_FILTER_H
#define EVENT_ATTR_BRANCH_FILTER_H

#include "base/err.h"

/* The i-th word, as completion offers it; NULL behind the last. */
const char *branch_filter_name(size_t i);
/* "any,u" to bits of branch_sample_type. Without a kind of branch any is meant. -EINVAL with err naming the unknown
 * word, *ret_mask untouched. */
int branch_filter_parse(const char *text, uint64_t *ret_mask, struct err *err);

#endif
