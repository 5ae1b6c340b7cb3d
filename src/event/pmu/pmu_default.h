/* What a PMU's event has when nobody says anything else: fields that are set unless the user sets them. */
#ifndef EVENT_PMU_PMU_DEFAULT_H
#define EVENT_PMU_PMU_DEFAULT_H

#include "event/pmu/pmu.h"

/* Sets the defaults of pmu's fields in attr; does nothing for most. Source: perf-intel-pt(1), "config terms". */
void pmu_default_apply(const struct event_pmu *pmu, struct event_attr *attr);

#endif
