/* The texts of perf trace, in upstream's layout. */
#ifndef RENDER_TRACE_TRACE_TEXT_H
#define RENDER_TRACE_TRACE_TEXT_H

#include "base/outbuf.h"
#include "render/trace/trace_args.h"
#include "result/trace_summary.h"

enum trace_sums_of { TRACE_SUMS_OF_THREADS, TRACE_SUMS_OF_ALL, TRACE_SUMS_OF_BOTH };

struct trace_text_style {
	bool absolute;                    /* times as recorded, not since the first event */
	unsigned alignment;               /* column of the result within a row's text; upstream's is 70 */
	bool time, duration, comm, tasks; /* which columns; tasks: whose call it is */
	bool errnos;                      /* of the summary, which is */
	enum trace_sums_of sums_of;
	bool events_only; /* there are no calls: other events have no place for their duration */
	struct trace_args_style args;
};
void trace_text_row(const struct trace_row *row, const struct trace_text_style *style, struct outbuf *out);
void trace_text_summary(const struct trace_summary *summary, const struct trace_text_style *style, struct outbuf *out);
/* The same as JSON (docs/json-trace.md). rows: the array of calls is begun, and was written row by row. Arguments of
 * rows are what trace_args_json made of them. */
void trace_json_begin(bool rows, struct outbuf *out);
void trace_json_row(const struct trace_row *row, const struct trace_text_style *style, bool first, struct outbuf *out);
void trace_json_end(const struct trace_summary *summary, bool rows, bool sums, struct outbuf *out);

#endif
