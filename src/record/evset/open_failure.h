/* Why events could not be opened, in the words users search for, with the setting that forbids it and the command that
 * changes it. */
#ifndef RECORD_EVSET_OPEN_FAILURE_H
#define RECORD_EVSET_OPEN_FAILURE_H

#include "event/attr/event_spec.h"
#include "kernel/target.h"

/* Sets err for perf_event_open's failure code and returns code. */
int open_failure(const struct event_spec *spec, const struct target *target, size_t nr_events, int code,
		 struct err *err);
/* For mapping rings of that many pages. */
int ring_failure(size_t pages, int code, struct err *err);

#endif
