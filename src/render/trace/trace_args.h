/* Arguments of calls, fields of events and places of page faults, as text or as members of a JSON object. These are
 * what workers call while they decode (result/trace_facts.h). */
#ifndef RENDER_TRACE_TRACE_ARGS_H
#define RENDER_TRACE_TRACE_ARGS_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "result/trace_facts.h"
#include "result/trace_rows.h"

/* How arguments are written, by options of `perf trace`. */
struct trace_args_style {
	bool with_zeros;        /* of text: arguments and fields that are 0 are shown; JSON has them anyway */
	bool with_prefix;       /* O_RDONLY, not RDONLY */
	bool without_names;     /* of text: "3, 12" instead of "fd: 3, count: 12" */
	bool payload_by_format; /* other events as the tracepoint's own format says, instead of by fields */
};

/* The functions that workers call, for text and for JSON (members of an object, without its braces). The style is
 * borrowed and must outlive the writer. They keep no state: threads may share one. */
struct trace_args_writer trace_args_text(const struct trace_args_style *style);
struct trace_args_writer trace_args_json(const struct trace_args_style *style);
/* What a call returned: "3", "-1 ENOENT (No such file or directory)". Not escaped. Without the result's fields
 * (trace_result.call.values NULL) it is written as far as the number alone tells. */
void trace_args_result(const struct trace_result *result, const struct trace_args_style *style, struct outbuf *out);

#endif
