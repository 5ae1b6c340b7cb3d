/* From events as they were parsed (struct event_spec) to events as they are shown: which PMU they are of, and which
 * of them are one row. */
#include "analysis/stat/stat_events.h"

#include <string.h>
#include "event/pmu/pmu.h"

/* The name of the PMU that is shown; NULL for default events, which show none. */
static const char *pmu_of(const struct event_spec *spec)
{
	if (spec->pmu_name) return spec->pmu_name;
	if (spec->is_default) return NULL;
	switch (spec->attr.type) {
	case ATTR_TYPE_SOFTWARE: return "software";
	case ATTR_TYPE_TRACEPOINT: return "tracepoint";
	case ATTR_TYPE_BREAKPOINT: return "breakpoint";
	default: return "cpu";
	}
}

/* Whether one name made both events on PMUs of a kind, which differ in their number only (uncore_imc_0,
 * uncore_imc_1), in the same control group. */
static bool belong_together(const struct event_spec *a, const struct event_spec *b)
{
	uint64_t number;
	if (a->is_core || !a->pmu_name || !b->pmu_name || strcmp(a->pmu_name, b->pmu_name) == 0 ||
	    strcmp(a->name, b->name) != 0)
		return false;
	if (strcmp(a->cgroup ? a->cgroup : "", b->cgroup ? b->cgroup : "") != 0) return false;
	size_t n = pmu_name_stem(a->pmu_name, &number);
	return n == pmu_name_stem(b->pmu_name, &number) && strncmp(a->pmu_name, b->pmu_name, n) == 0;
}

/* The first event that event i is merged into, or i. known: the events before it. */
static size_t merged_into(const struct event_list *events, const struct stat_event *known, size_t i)
{
	const struct event_spec *spec = event_list_get(events, i);
	for (size_t k = i; spec->pmu_name && !spec->is_core && k--;) /* members of groups do not stand side by side */
		if (known[k].merged_into == k && belong_together(spec, event_list_get(events, k))) return k;
	return i;
}

struct stat_event *stat_events_make(const struct event_list *events, struct arena *arena)
{
	size_t count = event_list_count(events);
	struct stat_event *all = arena_zalloc(arena, (count + 1) * sizeof(*all));
	for (size_t i = 0; i < count; i++) {
		const struct event_spec *spec = event_list_get(events, i);
		all[i] = (struct stat_event){
			.name = spec->name,
			.attr = spec->attr,
			.pmu = pmu_of(spec),
			.unit = spec->unit,
			.scale = spec->scale == 1 ? 0 : spec->scale,
			.cgroup = spec->cgroup,
			.pmu_is_core = spec->is_core && spec->pmu_name,
			.leader = spec->leader,
			.tool = spec->tool,
			.percore = spec->percore,
			.snapshot = spec->snapshot,
			.metric_id = spec->metric_id,
			.hidden = spec->is_default && spec->metric_id,
			.merged_into = merged_into(events, all, i),
		};
	}
	return all;
}

/* "cycles" of "cpu_core/cycles/"; NULL: the name is of another form. */
static const char *plain_name(const struct stat_event *event, struct arena *arena)
{
	size_t n = event->pmu ? strlen(event->pmu) : 0;
	if (!event->pmu_is_core || strncmp(event->name, event->pmu, n) != 0 || event->name[n] != '/') return NULL;
	const char *start = event->name + n + 1, *end = strrchr(start, '/');
	return end && !strchr(start, '=')
		       ? arena_printf(arena, "%.*s%s%s", (int)(end - start), start, end[1] ? ":" : "", end + 1)
		       : NULL;
}

static bool is_same_cgroup(const struct stat_event *a, const struct stat_event *b)
{
	return strcmp(a->cgroup ? a->cgroup : "", b->cgroup ? b->cgroup : "") == 0;
}

void stat_events_merge_hybrid(struct stat_event *events, size_t count, struct arena *arena)
{
	for (size_t i = 0; i < count; i++) {
		const char *name = plain_name(&events[i], arena);
		if (!name) continue;
		for (size_t k = 0; k < i && events[i].merged_into == i; k++)
			if (events[k].pmu_is_core && events[k].merged_into == k && strcmp(events[k].name, name) == 0 &&
			    strcmp(events[k].pmu, events[i].pmu) != 0 && is_same_cgroup(&events[k], &events[i]))
				events[i].merged_into = k;
		events[i].name = name;
	}
}
