/* Counters in the raw data of samples, as text: `report -D` and `script -D`. */
#ifndef EVENT_COUNTERS_COUNTER_TEXT_H
#define EVENT_COUNTERS_COUNTER_TEXT_H

#include "base/outbuf.h"

/* The recorded machine, as a recording's header has it; NULL: not known. */
struct counter_machine {
	const char *arch, *cpuid;
};

/* Appends the counters of a sample of the event with that config, and an empty line. false: the event has none, or
 * not on that machine, and nothing was appended. What cannot be read is said instead. Any bytes. */
bool counter_text(const struct counter_machine *machine, uint64_t config, const uint8_t *bytes, size_t size,
		  struct outbuf *out);

#endif
