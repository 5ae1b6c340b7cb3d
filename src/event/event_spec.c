#include "event/event_spec.h"

#include <string.h>

enum event_tool event_tool_of(const char *name)
{
	static const char *const names[] = { [EVENT_TOOL_DURATION_TIME] = "duration_time", [EVENT_TOOL_USER_TIME] = "user_time",
					     [EVENT_TOOL_SYSTEM_TIME] = "system_time" };
	for (unsigned i = EVENT_TOOL_DURATION_TIME; i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], name) == 0) return (enum event_tool)i;
	return EVENT_TOOL_NONE;
}

struct event_spec *event_list_add(struct event_list *list, const char *name)
{
	struct event_spec *spec = xcalloc(1, sizeof(*spec));
	spec->name = xstrdup(name);
	spec->leader = (uint32_t)list->items_vec.count;
	spec->nr_members = 1;
	spec->scale = 1;
	vec_push(&list->items_vec, spec);
	return spec;
}

void event_list_done(struct event_list *list)
{
	for (size_t i = 0; i < list->items_vec.count; i++) {
		struct event_spec *spec = list->items_vec.items[i];
		free(spec->name);
		free(spec->tracepoint_system);
		free(spec->tracepoint_name);
		free(spec->pmu_name);
		free(spec->pmu_cpus);
		free(spec->unit);
		free(spec->filter);
		free(spec->cgroup);
		free(spec->group_name);
		free(spec->driver_config);
		free(spec->metric_id);
		free(spec);
	}
	vec_done(&list->items_vec);
}
