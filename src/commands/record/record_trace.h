/* perf record with hardware traces: what the options mean for them (-S, --aux-sample, -m,N). */
#ifndef COMMANDS_RECORD_RECORD_TRACE_H
#define COMMANDS_RECORD_RECORD_TRACE_H

#include "commands/record/record_setup.h"

/* Completes a setup whose events are all there; without a trace refuses what needs one. 0, or an exit status after
 * the reason was printed. */
int record_trace_prepare(struct record_setup *setup);

#endif
