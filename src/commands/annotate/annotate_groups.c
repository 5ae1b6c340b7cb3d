/* Events side by side. */
#include "commands/annotate/annotate_groups.h"

#include "base/strbuf.h"

static bool has_group(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->nr_members > 1) return true;
	return false;
}

size_t annotate_group_size(const struct annotate_values *values, const struct perf_events *events, size_t event)
{
	const struct perf_event *leader = events->items[event];
	if (!values->group) return 1;
	if (values->group_set && !has_group(events)) return event ? 0 : events->count;
	if (leader->leader != leader) return 0;
	return MAX(MIN((size_t)leader->nr_members, events->count - event), (size_t)1);
}

char *annotate_group_title(const struct annotate_values *values, const struct annotate *annotate, size_t event,
			   size_t nr_events)
{
	const struct perf_events *events = annotate_events(annotate);
	const char *comma = "";
	const struct perf_event *leader = events->items[event];
	bool is_recorded = leader->nr_members > 1;
	if (nr_events < 2) return xstrdup(leader->name);
	struct strbuf text = STRBUF_INIT;
	if (is_recorded)
		strbuf_printf(&text, "%s { ",
			      leader->group_name && *leader->group_name ? leader->group_name : "anon group");
	for (size_t i = event; i < event + nr_events; i++) {
		if (values->skip_empty && !annotate_total(annotate, i).nr_samples) continue;
		strbuf_printf(&text, "%s%s", comma, events->items[i]->name);
		comma = ", ";
	}
	if (is_recorded) strbuf_str(&text, " }");
	return strbuf_take(&text);
}
