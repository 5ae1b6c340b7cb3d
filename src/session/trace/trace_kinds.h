/* The kinds of traces that become samples: a row each in trace.c, and a function in trace_NAME.c. */
#ifndef SESSION_TRACE_TRACE_KINDS_H
#define SESSION_TRACE_TRACE_KINDS_H

#include "session/trace/trace_input.h"

/* Adds the trace as a source of samples of the session. wants: with the defaults of the command in place. Takes what is
 * in input over. 0, or -errno with err set; -ENODATA: the trace cannot be shown, and the
 * samples beside it can: the recording has no event that it could be of, or the library is missing that decodes it. */
typedef int trace_open_fn(struct session *session, struct trace_input *input, const struct itrace_options *wants,
			  struct err *err);
trace_open_fn trace_pt_open;
trace_open_fn trace_spe_open;
trace_open_fn trace_bts_open;
trace_open_fn trace_etm_open;
trace_open_fn trace_cpumsf_open;

#endif
