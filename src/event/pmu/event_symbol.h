/* The kernel's own names of events: "cycles", "page-faults", "L1-dcache-load-misses", "r1a8". */
#ifndef EVENT_PMU_EVENT_SYMBOL_H
#define EVENT_PMU_EVENT_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>
#include "base/suggest.h"

/* False when name is none. type: ATTR_TYPE_HARDWARE, _SOFTWARE, _HW_CACHE or _RAW. */
bool event_symbol_find(const char *name, uint32_t *ret_type, uint64_t *ret_config);
void event_symbol_suggest(struct suggest *suggest);

#endif
