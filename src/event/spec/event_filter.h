/* Filters of events: the kernel's expressions for tracepoints, ranges of addresses for traces. */
#ifndef EVENT_SPEC_EVENT_FILTER_H
#define EVENT_SPEC_EVENT_FILTER_H

#include "base/err.h"
#include "event/attr/event_spec.h"

/* A --filter behind -e: adds text to the events from first on, joined with what they have already by "&&". All of them
 * must be able to be filtered: -EINVAL with err saying what --filter (option: how the user called it) is for. The text
 * is the kernel's to judge (Documentation/trace/events.rst, "Event filtering"), except ranges of addresses, see
 * address_filter.h. */
int event_filter_add(struct event_list *list, size_t first, const char *text, const char *option, struct err *err);
/* The same for a command that can filter the samples of other events, too (sample_filter_parse.h). */
int event_filter_add_any(struct event_list *list, size_t first, const char *text, const char *option, struct err *err);
/* The same for tracepoints only: --exclude-perf. */
int event_filter_exclude_pid(struct event_list *list, size_t first, int32_t pid, const char *option, struct err *err);

#endif
