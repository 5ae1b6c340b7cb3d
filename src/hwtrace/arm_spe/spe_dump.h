/* A trace of the Arm Statistical Profiling Extension as text, a line a packet, as upstream's -D shows it. */
#ifndef HWTRACE_ARM_SPE_SPE_DUMP_H
#define HWTRACE_ARM_SPE_SPE_DUMP_H

#include "base/outbuf.h"

/* Appends the bytes with their packets, under a headline with their number; where out has a descriptor, it is written
 * now and then, and the text ends where that fails (out->error). Any bytes. */
void spe_dump(const uint8_t *bytes, size_t size, struct outbuf *out);

#endif
