/* What -e, --filter, --exclude-perf, -G and --for-each-cgroup do to a command's list of events, for record, stat and
 * trace.
 *
 * Options act in the order of the command line: -e appends events, --filter and --exclude-perf change the events of
 * the last -e, and each name of -G is for the next event that has none yet.
 *
 * Each function prints what is wrong and returns what an option's callback returns (cli/options.h): 0, or -1 when it
 * has been said. None may be called by two threads at once. */
#ifndef COMMANDS_OPTION_EVENT_VALUE_H
#define COMMANDS_OPTION_EVENT_VALUE_H

#include "cli/options.h"
#include "event/pmu/catalogue.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"
#include "kernel/pmus.h"

/* The parts of a command's values that these functions change. The pointers are the command's; this struct is made
 * for one call and owns nothing. */
struct event_values {
	struct event_list *events;
	/* Index of the first event of the last -e: filters are for the events from there on. */
	size_t *first_of_last;
	/* How many events -G has been given for: its next name is for the next event. */
	size_t *nr_cgroups;
	/* --filter can be one of samples, for events that have no other. */
	bool filters_samples;
	/* Where the kernel's files are: control groups, symbols for address filters. */
	const struct kernelfs *fs;
};

/* The machine's events, with those of vendors' tables. *pmus is made on first use (NULL before) and is the caller's
 * to free with pmus_free; so is the room of *ret, which is returned and valid as long as *pmus. */
const struct event_catalogue *event_value_catalogue(struct pmus **pmus, struct event_catalogue *ret);
/* -e: appends the events of text to the list. use: what the command can do with events. */
int event_value_events(const struct event_values *values, const char *text, const struct event_catalogue *catalogue,
		       enum event_use use);
/* --filter: for the events of the last -e. Addresses may be written as symbols where events take address ranges. */
int event_value_filter(const struct event_values *values, const struct option *option, const char *text);
/* --exclude-perf: a filter on this process' id. */
int event_value_exclude_perf(const struct event_values *values, const struct option *option);
/* -G "a,b,,c": the groups of the events before, in order; an empty name is for none. Each must exist. */
int event_value_cgroups(const struct event_values *values, const struct option *option, const char *names);
/* --for-each-cgroup: repeats all events for each control group that names (a list of patterns) choose; call it when
 * all events are in the list. Groups that cannot be opened are told of and left out. 0, or a negative errno that has
 * been printed. */
int event_value_for_each_cgroup(const struct event_values *values, const char *names);
/* Tells the user when groups became others than written, and under -v what ranges of addresses the kernel is given. */
void event_value_warn(const struct event_list *events);

#endif
