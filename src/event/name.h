/* The standard names of events and of their numbers (kernel UAPI), both ways. */
#ifndef EVENT_NAME_H
#define EVENT_NAME_H

#include "event/attr.h"

/* A name for an attr that came without one: "cycles", "cpu-clock:u", "L1-dcache-load-misses", "raw 0x1a8", "unknown:N", ...
   with the modifiers upstream derives from the exclude and precise bits. The caller frees. */
char *event_name_of(const struct event_attr *attr);

#endif
