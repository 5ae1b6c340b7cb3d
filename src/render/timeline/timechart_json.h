/* A timechart as JSON: docs/json-timechart.md. */
#ifndef RENDER_TIMELINE_TIMECHART_JSON_H
#define RENDER_TIMELINE_TIMECHART_JSON_H

#include "base/outbuf.h"
#include "result/timechart.h"

/* Writes to the buffer, which is flushed on the way. 0 or -errno. */
int timechart_json(const struct timechart *chart, struct outbuf *out);

#endif
