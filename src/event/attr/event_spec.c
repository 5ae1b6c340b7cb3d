/* Lists of events and the memory of their specs. Groups are described by two numbers in each spec, the index of the
 * leader and, in the leader, how many members there are; event_list_keep is where both have to be kept right. */
#include "event/attr/event_spec.h"

#include <string.h>

/* By enum event_tool; the first has no name. */
enum event_tool event_tool_of(const char *name)
{
	static const char *const names[] = { [EVENT_TOOL_DURATION_TIME] = "duration_time",
					     [EVENT_TOOL_USER_TIME] = "user_time",
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

void event_list_join(struct event_list *list, size_t leader, size_t i)
{
	struct event_spec **items = list->items_vec.items, *joins = items[i];
	size_t to = leader + items[leader]->nr_members;
	for (; i > to; i--) {
		items[i] = items[i - 1];
		items[i]->leader++;
	}
	items[to] = joins;
	joins->leader = (uint32_t)leader;
	items[leader]->nr_members++;
}

/* The i-th string that a spec owns; NULL behind the last. A new char * member has to be added here, or it leaks and
 * copies share it. */
static char **text_of(struct event_spec *spec, size_t i)
{
	char **const texts[] = { &spec->name,       &spec->tracepoint_system, &spec->tracepoint_name,
				 &spec->pmu_name,   &spec->pmu_cpus,          &spec->unit,
				 &spec->filter,     &spec->sample_filter,     &spec->cgroup,
				 &spec->group_name, &spec->driver_config,     &spec->metric_id };
	return i < ARRAY_SIZE(texts) ? texts[i] : NULL;
}

void event_spec_free(struct event_spec *spec)
{
	char **text;
	for (size_t i = 0; (text = text_of(spec, i)); i++) free(*text);
	free(spec);
}

struct event_spec *event_spec_copy(const struct event_spec *spec)
{
	struct event_spec *copy = xmalloc(sizeof(*copy));
	char **text;
	*copy = *spec;
	for (size_t i = 0; (text = text_of(copy, i)); i++)
		if (*text) *text = xstrdup(*text);
	return copy;
}

void event_list_done(struct event_list *list)
{
	for (size_t i = 0; i < list->items_vec.count; i++) event_spec_free(list->items_vec.items[i]);
	vec_done(&list->items_vec);
}

/* One pass that compacts the list in place: before is the old count, after the place of the next event that stays. */
void event_list_keep(struct event_list *list, size_t first, bool (*keep)(void *ctx, const struct event_spec *spec),
		     void *ctx)
{
	size_t before = list->items_vec.count, after = first;
	/* [old leader]: new leader; UINT32_MAX: none yet */
	_free_ uint32_t *led_by = xmalloc((before + 1) * sizeof(*led_by));
	for (size_t i = 0; i < before; i++) led_by[i] = i < first ? (uint32_t)i : UINT32_MAX;
	for (size_t i = first; i < before; i++) {
		struct event_spec *spec = list->items_vec.items[i];
		if (!keep(ctx, spec)) {
			event_spec_free(spec);
			continue;
		}
		uint32_t *leader = &led_by[spec->leader];
		/* Its leader went, or it is its own: the first of the group that stays becomes the leader. */
		if (*leader == UINT32_MAX) {
			*leader = (uint32_t)after;
			spec->nr_members = 1;
		} else if (*leader >= first) {
			list->items_vec.items[*leader]->nr_members++;
			spec->nr_members = 1;
		}
		spec->leader = *leader;
		list->items_vec.items[after++] = spec;
	}
	list->items_vec.count = after;
}
