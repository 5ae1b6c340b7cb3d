/* Generic cache events: "L1-dcache-load-misses" to the config of ATTR_TYPE_HW_CACHE (kernel UAPI: cache | op << 8 |
 * result << 16). */
#ifndef EVENT_PMU_CACHE_EVENT_H
#define EVENT_PMU_CACHE_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include "base/suggest.h"

/* False when text is no cache event. */
bool cache_event_parse(const char *text, uint64_t *ret_config);
void cache_event_suggest(struct suggest *suggest);

#endif
