/* Which events of a recording are of the scheduler. */
#ifndef ANALYSIS_SCHED_SCHED_TRACEPOINTS_H
#define ANALYSIS_SCHED_SCHED_TRACEPOINTS_H

#include <string.h>
#include "perfdata/record/events.h"

/* "sched_switch" of sched:sched_switch; NULL for what is not a tracepoint of the scheduler. */
static inline const char *sched_tracepoints_name(const struct perf_event *event)
{
	return event->attr.type == ATTR_TYPE_TRACEPOINT && strncmp(event->name, "sched:", 6) == 0 ? event->name + 6
												  : NULL;
}

static inline bool sched_tracepoints_have(const struct perf_events *events, const char *name)
{
	for (size_t i = 0; i < events->count; i++) {
		const char *known = sched_tracepoints_name(events->items[i]);
		if (known && strcmp(known, name) == 0) return true;
	}
	return false;
}

#endif
