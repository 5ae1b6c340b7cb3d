/* What -v and -vv show of opening events. */
#ifndef COMMANDS_OPTION_OPEN_TRACE_H
#define COMMANDS_OPTION_OPEN_TRACE_H

#include "kernel/event_open.h"

/* Sets up a trace that tells on stderr, at -v, what is done differently from what was asked for, and at -vv each
 * attempt; without -v it tells nothing. shown is the attr that was told last: zeroed by the caller, it lives as long
 * as the trace. */
void open_trace_begin(struct event_open_trace *trace, struct event_attr *shown);

#endif
