/* Sampling data of s390 as text, as `perf report -D` shows it. */
#ifndef HWTRACE_S390_CPUMSF_CPUMSF_DUMP_H
#define HWTRACE_S390_CPUMSF_CPUMSF_DUMP_H

#include "base/outbuf.h"

/* Appends the entries and trailers of all blocks, under a headline with the number of bytes; what is no entry is said
 * and ends the text. cpuid: of the recording; NULL: not known. Where out has a descriptor, it is written now and then,
 * and the text ends where that fails (out->error). Any bytes. */
void cpumsf_dump(const uint8_t *bytes, size_t size, const char *cpuid, struct outbuf *out);

#endif
