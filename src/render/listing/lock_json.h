#ifndef RENDER_LISTING_LOCK_JSON_H
#define RENDER_LISTING_LOCK_JSON_H

#include "base/outbuf.h"
#include "result/lock_waits.h"

/* docs/json-lock.md */
void lock_json_report(const struct lock_result *result, struct outbuf *out);
void lock_json_contention(const struct lock_result *result, bool live, struct outbuf *out);
void lock_json_info(const struct lock_result *result, bool threads, bool locks, struct outbuf *out);

#endif
