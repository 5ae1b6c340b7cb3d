/* `perf doctor wait`: what threads waited for, for persons and as JSON (docs/json-doctor.md). */
#ifndef RENDER_LISTING_WAIT_TEXT_H
#define RENDER_LISTING_WAIT_TEXT_H

#include "base/outbuf.h"
#include "result/wait_result.h"

/* A line that sums up, and the first nr_rows rows. */
void wait_text(const struct wait_result *result, size_t nr_rows, struct outbuf *out);
/* One document, with the first nr_rows rows. */
void wait_json(const struct wait_result *result, size_t nr_rows, struct outbuf *out);

#endif
