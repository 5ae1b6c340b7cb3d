/* The kernel's own names of events: "cycles", "page-faults", "L1-dcache-load-misses", "r1a8". */
#ifndef EVENT_PMU_EVENT_SYMBOL_H
#define EVENT_PMU_EVENT_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>
#include "base/suggest.h"

/* Type (ATTR_TYPE_HARDWARE, _SOFTWARE, _HW_CACHE or _RAW) and config of an event by the kernel's own name. False
 * when name is none of these. */
bool event_symbol_find(const char *name, uint32_t *ret_type, uint64_t *ret_config);
/* Offers all such names but raw ones for "did you mean". Raw ones would fit any word that begins with r. */
void event_symbol_suggest(struct suggest *suggest);

#endif
