/* The texts of perf trace, in upstream's layout. */
#ifndef RENDER_TRACE_TRACE_TEXT_H
#define RENDER_TRACE_TRACE_TEXT_H

#include "base/outbuf.h"
#include "render/trace/trace_args.h"
#include "result/trace_summary.h"

/* Which tables a summary has: one for each thread, one for all threads together, both, or one for each control group
 * (the summary is of those then). */
enum trace_sums_of { TRACE_SUMS_OF_THREADS, TRACE_SUMS_OF_ALL, TRACE_SUMS_OF_BOTH, TRACE_SUMS_OF_CGROUPS };

/* What `perf trace` shows, by its options. JSON uses args only. */
struct trace_text_style {
	bool absolute;                    /* times as recorded, not since the first event */
	unsigned alignment;               /* column of the result within a row's text; upstream's is 70 */
	bool time, duration, comm, tasks; /* which columns; tasks: whose call it is */
	bool cpu;                         /* a column: where the event was */
	bool errnos;                      /* of the summary: which errors calls had, and how often */
	enum trace_sums_of sums_of;
	unsigned max_sums; /* rows of each table; 0: all */
	bool events_only;  /* there are no calls: other events have no place for their duration */
	struct trace_args_style args;
};
/* Appends a row with its chain below it, and what came to be in the end. */
void trace_text_row(const struct trace_row *row, const struct trace_text_style *style, struct outbuf *out);
/* Tables of calls, of each thread and of all, as sums_of says. Of each thread a heading with its share of all events,
 * then a row a call. */
void trace_text_summary(const struct trace_summary *summary, const struct trace_text_style *style, struct outbuf *out);
/* The same as JSON (docs/json-trace.md). rows: the array of calls is begun, and was written row by row. Arguments of
 * rows are what trace_args_json made of them. The order is begin, rows, end. */
void trace_json_begin(bool rows, struct outbuf *out);
/* first: of the array. The row is borrowed. */
void trace_json_row(const struct trace_row *row, const struct trace_text_style *style, bool first, struct outbuf *out);
/* Closes the array of rows, if there is one, and adds totals; with sums the calls of each thread too. */
void trace_json_end(const struct trace_summary *summary, bool rows, bool sums, struct outbuf *out);

#endif
