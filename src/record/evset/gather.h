/* Events that nobody put into a group, but that can be one without making a difference: software counters and
 * tracepoints count whenever their thread or CPU runs, alone as together. As a group they are read at once: a system
 * call instead of hundreds, and one interruption of the CPU they count on, which is most of what reading a counter of
 * another CPU costs. */
#ifndef RECORD_EVSET_GATHER_H
#define RECORD_EVSET_GATHER_H

#include "event/attr/event_spec.h"

/* Which event opens and reads which; made before the events are opened. */
struct gather {
	/* [event]: the event with which it is opened and read: the first gathered one, or its group's leader. */
	uint32_t *lead;
	size_t count; /* of events */
	/* The first of the gathered events that an event of the caller's leads; UINT32_MAX: none. */
	uint32_t led;
};

/* wanted: gather at all; has_leader: the caller has an event that is to lead, of the whole system's. */
void gather_init(struct gather *gather, const struct event_list *events, bool wanted, bool has_leader);
void gather_done(struct gather *gather);
/* Whether its group is one that was made here. */
bool gather_has(const struct gather *gather, const struct event_list *events, size_t event);
/* The event, or all that were to be opened with it, are on their own again. False when it was alone already. */
bool gather_undo(struct gather *gather, const struct event_list *events, size_t event);
/* Whether an event of the caller's leads it. */
static inline bool gather_is_led(const struct gather *gather, size_t event)
{
	return gather->lead[event] == gather->led;
}
/* Events that are read together with this one, itself included, when it leads; else 0. */
size_t gather_size(const struct gather *gather, size_t event);

#endif
