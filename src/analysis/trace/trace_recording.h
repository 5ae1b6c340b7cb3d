/* System calls of a recording. */
#ifndef ANALYSIS_TRACE_TRACE_RECORDING_H
#define ANALYSIS_TRACE_TRACE_RECORDING_H

#include "analysis/trace/trace_calls.h"
#include "session/session.h"

/* Workers decode and format on all cores; rows come one after the other. options->model is set here.
 * *ret (to be freed with trace_calls_free) has the sums, its summary the losses. Returns 0, what options->row returned,
 * or -errno with err set. */
int trace_recording_run(struct session *session, struct trace_calls_options *options, struct trace_calls **ret,
			struct err *err) _warn_unused_;
/* Whether samples of calls carry call chains. */
bool trace_recording_has_chains(const struct session *session);

#endif
