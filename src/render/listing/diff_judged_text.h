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
/* What stands around the rows in the text: how many recordings, what all together did, how certain numbers are. Lines.
 */
void diff_judged_about(const struct diff_judgement *judgement, struct outbuf *out);
/* "+2.11% .. +4.05%", both ends aligned in width columns (0: as they are); blanks where it is not known. */
void diff_judged_interval(const struct diff_judged *judged, unsigned width, struct outbuf *out);
/* The rows of the text as typed cells, with the paths below them as rows of deeper levels: for a browser. ret is
 * initialised by the caller, and borrows texts of the diff. */
void diff_judged_table(const struct diff_judgement *judgement, const struct diff *diff, struct table *ret);

#endif
