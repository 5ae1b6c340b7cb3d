/* Events of control groups: -G names in the order of the events, --for-each-cgroup copies of all events for each group.
 * Pure: whether there is such a group is for the caller to find out (kernel/cgroup.h). */
#ifndef EVENT_SPEC_EVENT_CGROUP_H
#define EVENT_SPEC_EVENT_CGROUP_H

#include "base/err.h"
#include "event/attr/event_spec.h"

/* A -G: each of the comma-separated names is for one event, in order, an empty one for none of them. *next is the event
 * the first name is for, 0 at first, and is kept between several -G. A single name is for all events, but for those
 * that a later -G names. -EINVAL when there are more names than events. */
int event_cgroup_assign(struct event_list *list, const char *names, size_t *next, struct err *err);

/* Names of groups, owned. cgroup_names_done frees them. */
struct cgroup_names {
	VEC(char *) names;
};
void cgroup_names_done(struct cgroup_names *names);
/* A --for-each-cgroup: names, and extended regular expressions that are matched against all. Appends to ret each group
 * once; unknown names are taken as they are. "/" and an empty name are the root. -ENOENT when nothing matches, -EINVAL
 * for a wrong expression. */
int event_cgroup_select(const char *text, const struct cgroup_names *all, struct cgroup_names *ret, struct err *err);
/* Replaces the events by a copy of all of them for each group, groups of events staying such. names.count is at
 * least 1. */
void event_cgroup_expand(struct event_list *list, const struct cgroup_names *names);

#endif
