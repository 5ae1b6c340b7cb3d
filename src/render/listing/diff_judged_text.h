/* Judged differences (result/diff_judgement.h), as text for a terminal and as Markdown for a merge request. */
#ifndef RENDER_LISTING_DIFF_JUDGED_TEXT_H
#define RENDER_LISTING_DIFF_JUDGED_TEXT_H

#include "base/outbuf.h"
#include "result/diff_judgement.h"

/* diff: what was judged. is_first: nothing stands in front. */
void diff_judged_text(const struct diff_judgement *judgement, const struct diff *diff, const char *event, bool is_first,
		      bool quiet, struct outbuf *out);
void diff_judged_markdown(const struct diff_judgement *judgement, const struct diff *diff, const char *event,
			  bool is_first, struct outbuf *out);

#endif
