/* Intel Branch Trace Store: records of 24 bytes, one a branch (Intel SDM volume 3, "BTS and DS Area", 64-bit format).
 */
#ifndef HWTRACE_INTEL_BTS_BTS_RECORD_H
#define HWTRACE_INTEL_BTS_BTS_RECORD_H

#include <stdbool.h>
#include "base/outbuf.h"

enum { BTS_RECORD_BYTES = 24 };
struct bts_record {
	uint64_t from, to;
	bool predicted;
};

/* at: BTS_RECORD_BYTES, little endian. */
struct bts_record bts_record_decode(const uint8_t *at);

/* Appends the records as text, a line each, under a headline with the number of bytes; where out has a descriptor, it
 * is written now and then, and the text ends where that fails (out->error). Any bytes. */
void bts_dump(const uint8_t *bytes, size_t size, struct outbuf *out);

#endif
