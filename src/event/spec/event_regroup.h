/* Groups whose events are counted by different hardware: the kernel takes none such, so each becomes several. */
#ifndef EVENT_SPEC_EVENT_REGROUP_H
#define EVENT_SPEC_EVENT_REGROUP_H

#include "event/attr/event_spec.h"

/* Events first..first+count of list are one group, or were meant to be: sorts them by hardware and makes a group of
 * each; events in software stay with the first. Events that are not opened at all (tools) leave the group. */
void event_regroup(struct event_list *list, size_t first, size_t count);

#endif
