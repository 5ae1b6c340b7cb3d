/* Which events are gathered. Candidates are taken in their order: each joins the last group made here when control
 * group and inheritance are the same and there is room, else it begins a new one. */
#include "record/evset/gather.h"

#include <string.h>

/* The kernel refuses groups whose values are more than 16 KiB. */
enum { GATHER_MAX = 512 };

/* Software events and tracepoints that the user put in no group. Pinned and exclusive ones depend on being alone. */
static bool can_gather(const struct event_spec *spec, size_t i)
{
	const struct event_attr *attr = &spec->attr;
	if (spec->leader != i || spec->nr_members > 1 || spec->tool || spec->bpf_counter) return false;
	if (attr->flags & (ATTR_PINNED | ATTR_EXCLUSIVE) || spec->pmu_cpus) return false;
	return attr->type == ATTR_TYPE_SOFTWARE || attr->type == ATTR_TYPE_TRACEPOINT;
}

static bool is_same(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

void gather_init(struct gather *gather, const struct event_list *events, bool wanted, bool has_leader)
{
	gather->count = event_list_count(events);
	gather->lead = xcalloc(gather->count + 1, sizeof(*gather->lead));
	gather->led = UINT32_MAX;
	uint32_t last = UINT32_MAX, size = 0;
	for (uint32_t i = 0; i < gather->count; i++) {
		const struct event_spec *spec = event_list_get(events, i);
		gather->lead[i] = spec->leader;
		if (!wanted || !can_gather(spec, i)) continue;
		const struct event_spec *first = last == UINT32_MAX ? NULL : event_list_get(events, last);
		if (first && size < GATHER_MAX && is_same(first->cgroup, spec->cgroup) &&
		    ((first->attr.flags ^ spec->attr.flags) & ATTR_INHERIT) == 0) {
			gather->lead[i] = last;
			size++;
		} else {
			last = i;
			size = 1;
			if (has_leader && gather->led == UINT32_MAX && !spec->cgroup) gather->led = i;
		}
	}
}

void gather_done(struct gather *gather)
{
	free(gather->lead);
	gather->lead = NULL;
}

size_t gather_size(const struct gather *gather, size_t event)
{
	size_t size = 0;
	for (size_t i = event; gather->lead[event] == event && i < gather->count; i++) size += gather->lead[i] == event;
	return size;
}

bool gather_has(const struct gather *gather, const struct event_list *events, size_t event)
{
	if (gather->lead[event] != event) return event_list_get(events, event)->leader == event;
	if (gather_is_led(gather, event)) return true;
	return event_list_get(events, event)->nr_members < 2 && gather_size(gather, event) > 1;
}

bool gather_undo(struct gather *gather, const struct event_list *events, size_t event)
{
	if (!gather_has(gather, events, event)) return false;
	if (gather->led == event) gather->led = UINT32_MAX;
	for (size_t i = event; i < gather->count; i++)
		if (gather->lead[i] == event || i == event) gather->lead[i] = (uint32_t)i;
	return true;
}
