/* Generic cache events: "L1-dcache-load-misses" to the config of ATTR_TYPE_HW_CACHE (kernel UAPI: cache | op << 8 |
 * result << 16). */
#ifndef EVENT_PMU_CACHE_EVENT_H
#define EVENT_PMU_CACHE_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include "base/suggest.h"

/* Words for the cache, the operation and the result, joined by dashes: "L1-dcache-load-misses", "l1d-misses-read".
 * Without an operation load is meant, without a result access. False, *ret_config untouched, when text is no such event
 * or the cache lacks the operation. The case of letters matters. */
bool cache_event_parse(const char *text, uint64_t *ret_config);
/* Offers all such names for "did you mean". */
void cache_event_suggest(struct suggest *suggest);

#endif
