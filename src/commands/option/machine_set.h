/* Sets of names (cli/option_set.h) that depend on the machine: for completion, and to say what may have been meant
 * by a wrong word. All are lists and open: events have more forms than names (raw codes, modifiers, terms), so a
 * word that is not in the set may still be right. */
#ifndef COMMANDS_OPTION_MACHINE_SET_H
#define COMMANDS_OPTION_MACHINE_SET_H

#include "cli/option_set.h"

/* Events by name or alias, of all PMUs, tracepoints and vendors' tables. */
extern const struct option_set machine_set_events;
/* Events and system calls, for perf trace -e. */
extern const struct option_set machine_set_events_and_calls;
/* System calls, and the groups of them that perf trace -e takes. */
extern const struct option_set machine_set_calls;
/* Metrics and their groups. */
extern const struct option_set machine_set_metrics;

#endif
