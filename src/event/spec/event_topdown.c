/* Recognises slots and metrics by their encoding, as users may write them in several ways, and moves them together.
 * event_topdown_gather is for lists without braces: slots and metrics that stand alone are made a group;
 * event_topdown_order is for groups the user made. */
#include "event/spec/event_topdown.h"

#include <string.h>

enum {
	SLOTS = 0x0400,
	METRIC_FIRST = 0x8000,
	METRIC_LAST = 0x8700
}; /* umask and event as the kernel's "slots", "topdown-*" have them */

enum event_topdown event_topdown_of(const struct event_pmu *pmu, const struct event_attr *attr)
{
	/* Without the named event "slots" the CPU has no such register. */
	if (!pmu->is_core || attr->type != pmu->type || !event_pmu_find_alias(pmu, "slots")) return TOPDOWN_NONE;
	if (attr->config == SLOTS) return TOPDOWN_SLOTS;
	bool is_metric = attr->config >= METRIC_FIRST && attr->config <= METRIC_LAST && !(attr->config & 0xff);
	return is_metric ? TOPDOWN_METRIC : TOPDOWN_NONE;
}

/* Collects the members of one kind in their order; returns how many. */
static size_t take_kind(struct event_spec *const *members, size_t count, enum event_topdown kind,
			struct event_spec **ret)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		if (members[i]->topdown == kind) ret[n++] = members[i];
	return n;
}

bool event_topdown_order(struct event_spec **members, size_t count)
{
	/* slots first, metrics next, the rest behind; within each the order stays */
	_free_ struct event_spec **ordered = xcalloc(count + 1, sizeof(*ordered));
	size_t n = take_kind(members, count, TOPDOWN_SLOTS, ordered);
	if (!n) return false;
	n += take_kind(members, count, TOPDOWN_METRIC, ordered + n);
	take_kind(members, count, TOPDOWN_NONE, ordered + n);
	if (memcmp(members, ordered, count * sizeof(*members)) == 0) return false;
	memcpy(members, ordered, count * sizeof(*members));
	return true;
}

/* Whether event i is of that kind and in no group. */
static bool is_lone(const struct event_list *list, size_t i, enum event_topdown kind)
{
	const struct event_spec *spec = event_list_get(list, i);
	return spec->topdown == kind && spec->leader == i && spec->nr_members == 1;
}

/* Which slots a metric that stands alone goes with; itself when there is none. */
static size_t home_of(const struct event_list *list, size_t metric)
{
	for (size_t i = 0; i < event_list_count(list); i++)
		if (is_lone(list, i, TOPDOWN_SLOTS) &&
		    event_list_get(list, i)->group_pmu == event_list_get(list, metric)->group_pmu)
			return i;
	return metric;
}

void event_topdown_gather(struct event_list *list)
{
	/* homes: for each event the event whose group it goes to, itself for nearly all; new_index: where such an event
	 * then is */
	size_t count = event_list_count(list), n = 0;
	_free_ size_t *homes = xcalloc(count + 1, sizeof(*homes));
	_free_ uint32_t *new_index = xcalloc(count + 1, sizeof(*new_index));
	_free_ bool *done = xcalloc(count + 1, sizeof(*done));
	_free_ struct event_spec **sorted = xcalloc(count + 1, sizeof(*sorted));
	bool any = false;
	for (size_t i = 0; i < count; i++) {
		homes[i] = is_lone(list, i, TOPDOWN_METRIC) ? home_of(list, i) : i;
		any |= homes[i] != i;
	}
	if (!any) return;
	/* a group comes where its first event was */
	for (size_t i = 0; i < count; i++) {
		size_t home = homes[i];
		if (done[home]) continue;
		done[home] = true;
		uint32_t begin = (uint32_t)n;
		new_index[home] = begin;
		sorted[n++] = event_list_get(list, home);
		for (size_t k = 0; is_lone(list, home, TOPDOWN_SLOTS) && k < count; k++)
			if (k != home && homes[k] == home) sorted[n++] = event_list_get(list, k);
		if (n > begin + 1) sorted[begin]->nr_members = (uint32_t)(n - begin);
	}
	for (size_t i = 0; i < count; i++) {
		struct event_spec *spec = event_list_get(list, i);
		spec->leader = new_index[homes[i] != i ? homes[i] : spec->leader];
	}
	memcpy(list->items_vec.items, sorted, count * sizeof(*sorted));
	list->regrouped = true;
}
