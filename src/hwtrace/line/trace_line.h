/* The beginning of a line of a trace's dump: where the bytes are, and the bytes. */
#ifndef HWTRACE_LINE_TRACE_LINE_H
#define HWTRACE_LINE_TRACE_LINE_H

#include "base/outbuf.h"

/* Appends ".  00000010:  99 01 ...", padded to `width` bytes and a space. size <= width; offset: in the trace. */
void trace_line_begin(struct outbuf *out, uint64_t offset, const uint8_t *at, size_t size, size_t width);

#endif
