/* What -vv shows of each attempt to open an event. */
#ifndef COMMANDS_OPTION_OPEN_TRACE_H
#define COMMANDS_OPTION_OPEN_TRACE_H

#include "kernel/event_open.h"

/* -v: what is done differently. */
/* Has what -v and -vv ask for told. shown is zeroed by the caller, and lives as long as the trace: the attr that was
 * shown last. */
void open_trace_begin(struct event_open_trace *trace, struct event_attr *shown);

#endif
