/* A trace as text, a line a packet, as upstream's -D shows it. */
#ifndef HWTRACE_INTEL_PT_PT_DUMP_H
#define HWTRACE_INTEL_PT_PT_DUMP_H

#include "base/outbuf.h"

/* Appends the bytes of a trace with their packets, under a headline with their number; where out has a descriptor, it
 * is written now and then, and the text ends where that fails (out->error). Any bytes. */
void pt_dump(const uint8_t *bytes, size_t size, struct outbuf *out);

#endif
