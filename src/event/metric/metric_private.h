/* What metric.c and its neighbours share. */
#ifndef EVENT_METRIC_METRIC_PRIVATE_H
#define EVENT_METRIC_METRIC_PRIVATE_H

#include "event/metric/metric.h"

/* Whether group is one of "a;b;c", in any case of letters. groups may be NULL. */
bool metric_is_in_group(const char *groups, const char *group);
/* Sets inputs and groups of the set, and which inputs its metrics have. */
void metric_set_make_groups(struct metric_set *set, const struct metric_options *options,
			    const struct metric_environment *env);

#endif
