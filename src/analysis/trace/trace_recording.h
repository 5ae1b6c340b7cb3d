/* System calls of a recording, for `perf trace -i`. */
#ifndef ANALYSIS_TRACE_TRACE_RECORDING_H
#define ANALYSIS_TRACE_TRACE_RECORDING_H

#include "analysis/trace/trace_calls.h"
#include "session/session.h"

/* Goes over the whole recording: workers decode and format on all cores, options->row is called by one thread, in
 * order of time. Sets options->model, machine and the indices of switching events.
 *
 * Returns 0 with *ret, which has the sums, to be freed with trace_calls_free; max_rows reached is 0, too. Else what
 * options->row returned, or -errno with err set: -ENOENT for an unknown switching event, -ENODATA when there is no
 * event to show. */
int trace_recording_run(struct session *session, struct trace_calls_options *options, struct trace_calls **ret,
			struct err *err) _warn_unused_;
/* Whether any event records call chains or user stacks. */
bool trace_recording_has_chains(const struct session *session);

#endif
