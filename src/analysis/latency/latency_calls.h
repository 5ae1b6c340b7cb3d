/* The calls of a function as begins and ends of latencies: out of the branches of a hardware trace (frame/flow). */
#ifndef ANALYSIS_LATENCY_LATENCY_CALLS_H
#define ANALYSIS_LATENCY_LATENCY_CALLS_H

#include "analysis/latency/latency_events.h"

struct latency_calls_span {
	uint64_t first_ns, last_ns;
};

/* Goes over the recording, whose hardware trace must be among its samples. Of each call of a function that
 * spec->function matches BEGIN and END are given, in order of time; the key is the call's own. A call that was seen to
 * begin or to end only is given as that; one that the trace loses sight of as END with is_cut.
 *
 * Returns 0, what the visitor stopped with, or -errno with err set: there is no trace, it has no times or no branches,
 * no such function is called, or spec->by is none of a call's. For 0 *ret_span is when the first and the last branch
 * were. */
int latency_calls_visit(struct session *session, const struct latency_spec *spec, const struct latency_visitor *visitor,
			struct latency_calls_span *ret_span, struct err *err) _warn_unused_;

#endif
