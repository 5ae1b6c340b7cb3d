/* Keys that a recording brings along: the fields of its tracepoints, "prev_pid", "sched_switch.prev_pid",
 * "%1.prev_pid", "prev_pid/raw", and "trace_fields" for all of them. */
#ifndef KEY_KEY_FIELD_H
#define KEY_KEY_FIELD_H

#include "base/vec.h"
#include "event/format/tracepoint.h"
#include "key/key.h"
#include "perfdata/record/events.h"

typedef VEC(struct key *) key_field_vec;

/* Appends the keys that name means, one for each event that has such a field; the caller frees them with
 * key_field_free. Returns how many: 0 when name means none. tracepoints must outlive the keys; it may be NULL. */
size_t key_fields_parse(const char *name, const struct perf_events *events, struct tracepoints *tracepoints, bool raw,
			key_field_vec *keys);
void key_field_free(struct key *key);

#endif
