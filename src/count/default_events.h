/* What is counted when nobody says what. */
#ifndef COUNT_DEFAULT_EVENTS_H
#define COUNT_DEFAULT_EVENTS_H

#include "base/strbuf.h"
#include "event/pmu/catalogue.h"

/* What the command line says that matters here. */
struct default_events_options {
	bool has_cpu;  /* -a or -C: the CPUs' clock instead of the task's */
	int detail;    /* how many -d; 3 and more: all there is */
	bool no_basic; /* the user has events: only what -d adds */
};

/* Appends them to ret as -e would have them ("task-clock,context-switches,..."). catalogue tells whether the CPU counts
 * stalled cycles. */
void default_events(const struct default_events_options *options, const struct event_catalogue *catalogue,
		    struct strbuf *ret);

#endif
