/* Why events could not be opened, in the words users search for, with the setting that forbids it and the command that
 * changes it. */
#ifndef RECORD_EVSET_OPEN_FAILURE_H
#define RECORD_EVSET_OPEN_FAILURE_H

#include "event/attr/event_spec.h"
#include "kernel/target.h"

/* Sets err for perf_event_open's failure code (-errno) of that event, with a hint where something can be done, and
 * returns code. nr_events: of the session, for the number of open files. Asks /proc, /sys and the kernel again to find
 * the cause. */
int open_failure(const struct event_spec *spec, const struct target *target, size_t nr_events, int code,
		 struct err *err);
/* The same for mapping rings of that many pages each. */
int ring_failure(size_t pages, int code, struct err *err);

#endif
