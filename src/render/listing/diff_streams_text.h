/* Hot streams of two recordings beside each other: perf diff --stream. */
#ifndef RENDER_LISTING_DIFF_STREAMS_TEXT_H
#define RENDER_LISTING_DIFF_STREAMS_TEXT_H

#include "base/outbuf.h"
#include "result/diff_streams.h"

/* The hottest few of each: those in both, those only in the old recording, those only in the new one. */
void diff_streams_text(const struct diff_streams *old, const struct diff_streams *new, struct outbuf *out);

#endif
