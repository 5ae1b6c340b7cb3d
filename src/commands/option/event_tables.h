/* The tables of events and metrics that belong to this machine's CPU: those in $PERF_EVENTS_DIR, or where the
 * configuration says (events.dir). $PERF_CPUID is taken for the CPU when it is set. */
#ifndef COMMANDS_OPTION_EVENT_TABLES_H
#define COMMANDS_OPTION_EVENT_TABLES_H

#include "event/pmu/vendor.h"
#include "kernel/pmus.h"

/* Loaded at the first call, for the life of the process; NULL when there are none. A directory that cannot be read is
 * told on stderr, once. */
const struct vendor_tables *event_tables(void);
/* The identity of the CPU, as tables write it; NULL: unknown. */
const char *event_tables_cpuid(void);
/* Names in them can be used as events. */
void event_tables_attach(struct pmus *pmus);

#endif
