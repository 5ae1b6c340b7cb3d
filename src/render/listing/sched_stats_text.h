/* `perf sched stats` in upstream's layout. */
#ifndef RENDER_LISTING_SCHED_STATS_TEXT_H
#define RENDER_LISTING_SCHED_STATS_TEXT_H

#include "base/outbuf.h"
#include "result/sched_stats.h"

/* The whole output, appended to out. explain: counters have sentences instead of names (-v). */
void sched_stats_text(const struct sched_stats_result *result, bool explain, struct outbuf *out);

#endif
