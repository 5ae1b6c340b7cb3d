/* Tables of perf kwork, in upstream's layout. */
#ifndef RENDER_LISTING_KWORK_TEXT_H
#define RENDER_LISTING_KWORK_TEXT_H

#include "base/outbuf.h"
#include "render/chain_text.h"
#include "result/kwork_result.h"

/* delays: the rows are of waiting, not of running. summary: sums stand below them. */
void kwork_text_rows(const struct kwork_result *result, bool delays, bool summary, struct outbuf *out);

/* perf kwork timehist: three lines of titles, then a line an execution. chains keeps texts from one to the next. */
void kwork_text_timehist_head(struct outbuf *out);
void kwork_text_timehist_run(const struct kwork_run *run, struct chain_texts *chains, struct outbuf *out);

/* perf kwork top: sums, a bar a CPU, then a line a task. */
void kwork_text_top(const struct kwork_top_result *result, struct outbuf *out);

#endif
