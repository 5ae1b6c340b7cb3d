/* Spans as bytes in base64, for the script inside a picture: 3 to 8 bytes a span.
 *
 * A track: for each span a byte of kind | 16 when it has a chain; varints of the time since the end of the span before
 * (of the chart's beginning for the first) and of its length; what the kind has: RUNNING cpu or task, IDLE state, IO fd
 * + 2 (0: none), -error, bytes, merges, MIXED count and three bytes of shares; then the chain. Wakeups: time since the
 * one before, from + 1 (0: an interrupt), to, chain + 1 (0: none). Frequencies: time since the one before, kHz. Varints
 * have seven bits a byte, the lowest first, 128 set when more follow. */
#ifndef RENDER_TIMELINE_TIMECHART_PACKED_H
#define RENDER_TIMELINE_TIMECHART_PACKED_H

#include "base/outbuf.h"
#include "result/timechart.h"

/* Returns whether a span has a chain. */
bool timechart_pack_spans(const struct timechart *chart, const struct timechart_spans *spans, struct outbuf *out);
bool timechart_pack_wakeups(const struct timechart *chart, struct outbuf *out);
/* Frequencies have no chains. */
void timechart_pack_frequencies(const struct timechart *chart, const struct timechart_cpu *cpu, struct outbuf *out);

/* Fills the bytes up to a multiple of three, so that others may follow those in base64 that are added to out. */
void timechart_base64(struct outbuf *packed, struct outbuf *out);

#endif
