/* Intel's topdown metrics ("topdown-retiring" and the like; perf-stat(1), --topdown): parts of the event "slots"
 * that the CPU reports in one register. The kernel takes them only in a group that slots leads. */
#ifndef EVENT_SPEC_EVENT_TOPDOWN_H
#define EVENT_SPEC_EVENT_TOPDOWN_H

#include "event/attr/event_spec.h"
#include "event/pmu/pmu.h"

/* Finds out whether an event of pmu, complete, is slots or one of the metrics. */
enum event_topdown event_topdown_of(const struct event_pmu *pmu, const struct event_attr *attr);
/* Puts members of a group in the order they need: slots, metrics, the others. True when that is another order than
 * before. Without slots among them nothing is moved. */
bool event_topdown_order(struct event_spec **members, size_t count);
/* Makes a group of slots and the metrics of its CPUs wherever they stand alone in list, which is then said to be
 * regrouped. */
void event_topdown_gather(struct event_list *list);

#endif
