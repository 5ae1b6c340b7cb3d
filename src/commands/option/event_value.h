/* What -e, --filter, --exclude-perf, -G and --for-each-cgroup do to a command's list of events, for all commands that
 * have them. Each prints what is wrong and returns what an option's callback returns. */
#ifndef COMMANDS_OPTION_EVENT_VALUE_H
#define COMMANDS_OPTION_EVENT_VALUE_H

#include "cli/options.h"
#include "event/pmu/catalogue.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"
#include "kernel/pmus.h"

struct event_values {
	struct event_list *events;
	size_t *first_of_last; /* where the events of the last -e begin: what filters are for */
	size_t *nr_cgroups;    /* how many events -G has been given for */
	const struct kernelfs *fs;
};

/* The machine's events, with those of vendors' tables. *pmus is made on first use, and is the caller's, as is *ret,
 * which is returned. */
const struct event_catalogue *event_value_catalogue(struct pmus **pmus, struct event_catalogue *ret);
int event_value_events(const struct event_values *values, const char *text, const struct event_catalogue *catalogue,
		       enum event_use use);
int event_value_filter(const struct event_values *values, const struct option *option, const char *text);
int event_value_exclude_perf(const struct event_values *values, const struct option *option);
int event_value_cgroups(const struct event_values *values, const struct option *option, const char *names);
/* When all events are there. 0, or a negative errno. */
int event_value_for_each_cgroup(const struct event_values *values, const char *names);
/* Tells the user when groups became others than written, and under -v what ranges of addresses the kernel is given. */
void event_value_warn(const struct event_list *events);

#endif
