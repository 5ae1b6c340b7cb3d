/* Sets of names (cli/option_set.h) that depend on the machine: for completion and to say what may have been meant. */
#ifndef COMMANDS_OPTION_MACHINE_SET_H
#define COMMANDS_OPTION_MACHINE_SET_H

#include "cli/option_set.h"

extern const struct option_set machine_set_events;
/* Events and system calls, for perf trace -e. */
extern const struct option_set machine_set_events_and_calls;
extern const struct option_set machine_set_calls;
/* Metrics and their groups. */
extern const struct option_set machine_set_metrics;

#endif
