/* What -vv shows of each attempt to open an event. */
#ifndef COMMANDS_OPEN_TRACE_H
#define COMMANDS_OPEN_TRACE_H

#include "kernel/event_open.h"

/* -v: what is done differently. */
void open_trace_note(const struct event_open_trace *trace, const char *text);
void open_trace_attempt(const struct event_open_trace *trace, const struct event_attr *attr,
			const struct event_place *place, int result, const char *dropped);

#endif
