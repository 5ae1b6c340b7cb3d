/* The tables of events and metrics that belong to this machine's CPU: those in $PERF_EVENTS_DIR, or where the
 * configuration says (events.dir). $PERF_CPUID is taken for the CPU when it is set. */
#ifndef COMMANDS_OPTION_EVENT_TABLES_H
#define COMMANDS_OPTION_EVENT_TABLES_H

#include "event/pmu/vendor.h"
#include "kernel/pmus.h"

/* Loads them; NULL when there are none. A directory that cannot be read is told on stderr. Freed by pmus, to which it
 * is given (pmus_set_tables), or by the caller. */
struct vendor_tables *event_tables_load(void);
/* The identity of the CPU, as tables write it; NULL: unknown. The caller frees. */
char *event_tables_cpuid(void);

#endif
