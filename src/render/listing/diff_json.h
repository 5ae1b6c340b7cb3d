/* The document of `perf diff --json`: docs/json-diff.md. Its parts in their order: begin, events, end. */
#ifndef RENDER_LISTING_DIFF_JSON_H
#define RENDER_LISTING_DIFF_JSON_H

#include "base/outbuf.h"
#include "result/diff_judgement.h"

/* files: names of the recordings; the first nr_before are those before. */
void diff_json_begin(const char *const *files, size_t nr_files, size_t nr_before, struct outbuf *out);
/* judgement: NULL where the recordings are no two groups. */
void diff_json_event(const struct diff *diff, const struct diff_judgement *judgement, const char *event, bool is_first,
		     struct outbuf *out);
void diff_json_end(struct outbuf *out);

#endif
