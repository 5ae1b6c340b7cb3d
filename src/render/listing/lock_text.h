/* perf lock as text, in upstream's layout. Which columns, in which order, and by what they are sorted was decided
 * before: in struct lock_columns and by the analysis. */
#ifndef RENDER_LISTING_LOCK_TEXT_H
#define RENDER_LISTING_LOCK_TEXT_H

#include "base/outbuf.h"
#include "result/lock_waits.h"

/* Options of `perf lock` that change the text only. columns: which, in which order. */
struct lock_text_style {
	struct lock_columns columns;
	const char *separator; /* lines of fields with this between; NULL: columns */
	bool no_head;          /* nothing but rows */
	bool verbose;          /* what went wrong is told even if nothing did; chains where the rows have them */
};

/* `perf lock report`: rows of locks, or of threads. All functions append to out and borrow the result. */
void lock_text_report(const struct lock_result *result, const struct lock_text_style *style, struct outbuf *out);
/* `perf lock contention`. live: what went wrong is what there was no room for, instead of events in disorder. */
void lock_text_contention(const struct lock_result *result, const struct lock_text_style *style, bool live,
			  struct outbuf *out);
/* `perf lock info`: threads, locks. */
void lock_text_threads(const struct lock_result *result, struct outbuf *out);
/* "address: class", a line each. */
void lock_text_locks(const struct lock_result *result, struct outbuf *out);

#endif
