/* perf lock as JSON: docs/json-lock.md. Each function appends a whole document. */
#ifndef RENDER_LISTING_LOCK_JSON_H
#define RENDER_LISTING_LOCK_JSON_H

#include "base/outbuf.h"
#include "result/lock_waits.h"

/* Locks or threads with their times. */
void lock_json_report(const struct lock_result *result, struct outbuf *out);
/* Contended locks by caller, thread, or lock. live: counted while it happened, so that nothing was out of order. */
void lock_json_contention(const struct lock_result *result, bool live, struct outbuf *out);
/* Names of threads, and addresses of locks. threads, locks: which of both lists the document has. */
void lock_json_info(const struct lock_result *result, bool threads, bool locks, struct outbuf *out);

#endif
