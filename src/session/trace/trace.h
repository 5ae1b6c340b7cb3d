/* Hardware traces as samples: after session_decode_traces all passes give them among the others, in order of time.
 *
 *     trace_input    what the recording has of the trace
 *     trace_stream   its bytes, queue by queue, and where some are missing
 *     trace_NAME     a kind of trace: blocks, and how a block becomes samples (a row of trace.c)
 *     trace_code     code for those kinds that walk over it
 *     trace_events   the events that the samples are of
 */
#ifndef SESSION_TRACE_TRACE_H
#define SESSION_TRACE_TRACE_H

#include "session/session.h"

/* Decodes what session_options.itrace asks for; defaults: its letters where it leaves the choice ("ige"). Once, behind
 * session_open. Without a trace, or with one whose kind is not known, nothing is done. 0, or -errno with err set. */
int session_decode_traces(struct session *session, const char *defaults, struct err *err) _warn_unused_;
/* Whether samples have pieces of a trace (PERF_SAMPLE_AUX). */
bool session_samples_traces(const struct session *session);

#endif
