/* What metrics may ask of the machine they are counted on (event/metric/metric.h). */
#ifndef COUNT_MACHINE_LITERALS_H
#define COUNT_MACHINE_LITERALS_H

#include "event/metric/metric.h"
#include "event/pmu/catalogue.h"
#include "kernel/kernelfs.h"

/* All but core_wide, which is the session's to say: 0 for what the machine does not tell. */
struct metric_literals machine_literals(const struct kernelfs *fs, const struct event_catalogue *catalogue);
/* Whether the kernel's watchdog holds a counter of each CPU, which groups of metrics then lack. */
bool machine_has_nmi_watchdog(const struct kernelfs *fs);

#endif
