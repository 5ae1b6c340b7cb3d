/* Trace that the recorder lost, as errors among the samples: AUX records that say that their piece was truncated. */
#ifndef SESSION_TRACE_TRACE_LOSSES_H
#define SESSION_TRACE_TRACE_LOSSES_H

#include "session/trace/trace_input.h"

/* Where errors are wanted (letter e, without e-l), adds a source that has an error with code 8 for each such record,
 * and counts them in the session's totals. 0, or -errno with err set. */
int trace_losses_add(struct session *session, const struct trace_input *input, const struct itrace_options *wants,
		     struct err *err) _warn_unused_;

#endif
