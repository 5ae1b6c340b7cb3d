/* Keys that a recording brings along: the fields of its tracepoints.
 *
 *     prev_pid                 that field of all events that have one
 *     sched_switch.prev_pid    of events with this in their name
 *     %1.prev_pid              of the first event of the recording
 *     prev_pid/raw             its value as it is, not as the event's print format shows it
 *     trace_fields             all fields of all events but the common ones */
#ifndef KEY_KEY_FIELD_H
#define KEY_KEY_FIELD_H

#include "base/vec.h"
#include "event/format/tracepoint.h"
#include "key/key.h"
#include "perfdata/record/events.h"

typedef VEC(struct key *) key_field_vec;

/* Appends the keys that name means, one for each event that has such a field, to keys; the caller frees each with
 * key_field_free. raw: as if every name ended in "/raw". Returns how many were appended: 0 when name means none.
 * tracepoints and events must outlive the keys; tracepoints may be NULL: there are none then. */
size_t key_fields_parse(const char *name, const struct perf_events *events, struct tracepoints *tracepoints, bool raw,
			key_field_vec *keys);
void key_field_free(struct key *key);

#endif
