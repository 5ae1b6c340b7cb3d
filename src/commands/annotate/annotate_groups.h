/* Which events perf annotate shows side by side: those that were recorded as a group, and with --group all of a
 * recording without groups, as upstream does. */
#ifndef COMMANDS_ANNOTATE_ANNOTATE_GROUPS_H
#define COMMANDS_ANNOTATE_ANNOTATE_GROUPS_H

#include "analysis/annotate/annotate.h"
#include "commands/annotate/annotate_option.h"
#include "perfdata/record/events.h"

/* How many events, from this one on, have a column each; 0: the event has one beside an earlier event. */
size_t annotate_group_size(const struct annotate_values *values, const struct perf_events *events, size_t event);
/* "cycles"; where nr_events is more than 1 "anon group { cycles, instructions }", or "cycles, instructions" when
 * --group made the group; with --skip-empty without events that have no samples. The caller frees it. */
char *annotate_group_title(const struct annotate_values *values, const struct annotate *annotate, size_t event,
			   size_t nr_events);

#endif
