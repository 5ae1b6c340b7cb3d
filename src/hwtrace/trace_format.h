/* Hardware traces by kind: what each can do. A kind is a row of
 * trace_format.def, format_<name>.c, and a room below hwtrace/ that knows nothing of recordings. */
#ifndef HWTRACE_TRACE_FORMAT_H
#define HWTRACE_TRACE_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include "base/outbuf.h"

struct trace_format {
	uint32_t type;    /* of AUXTRACE_INFO records: enum auxtrace_type */
	const char *name; /* "Intel Processor Trace" */
	/* Appends a trace as text, a line a packet, as upstream's -D does; any bytes. NULL: not known. */
	void (*dump)(const uint8_t *bytes, size_t size, struct outbuf *out);
};

/* The kind with that number; NULL: none of these. */
const struct trace_format *trace_format_find(uint32_t type);

#endif
