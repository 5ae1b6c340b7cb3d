/* Tables of perf ftrace profile and perf ftrace latency, in upstream's layout. */
#ifndef RENDER_LISTING_FUNCTION_TIMES_TEXT_H
#define RENDER_LISTING_FUNCTION_TIMES_TEXT_H

#include "base/outbuf.h"
#include "result/function_result.h"

/* A title and a line a function; nothing for no rows. */
void function_times_text(const struct function_times_result *result, struct outbuf *out);
/* A histogram with bars, and sums below it. hide_empty: no rows without calls. */
void function_latency_text(const struct function_latency_result *result, bool hide_empty, struct outbuf *out);

#endif
