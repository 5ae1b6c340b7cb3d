/* The events of a set of metrics, parsed and grouped: each group's inputs are written as text for event_parse, in the
 * order in which upstream would have them, and each event that comes of it is noted in its input.
 *
 * One input may be several events (an uncore PMU that is there more than once), and event_regroup moves events: so
 * events are kept by pointer until the group is complete, and their indices are written last (set_places). */
#include "event/metric/metric.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "event/spec/event_parse.h"

/* The input as event_parse takes it: "cpu/INST_RETIRED.ANY/u". An id has either slashes or a colon with modifiers. */
static char *text_of(const struct metric_input *input)
{
	const char *colon = strchr(input->id, ':'), *slash = strchr(input->id, '/');
	const char *modifiers = input->modifiers ? input->modifiers : "";
	if (input->tool != EVENT_TOOL_NONE) return xstrdup(input->id);
	if (slash) return xasprintf("%s%s", input->id, modifiers);
	int name_size = (int)(colon ? (size_t)(colon - input->id) : strlen(input->id));
	if (input->pmu)
		return xasprintf("%s/%.*s/%s%s", input->pmu, name_size, input->id, colon ? colon + 1 : "", modifiers);
	return xasprintf("%s%s%s", input->id, !colon && *modifiers ? ":" : "", modifiers);
}

/* An input and its place in the order of names. */
struct placed {
	uint32_t input;
	size_t place;
};
static int by_place(const void *x, const void *y)
{
	const struct placed *a = x, *b = y;
	return a->place != b->place ? (a->place > b->place) - (a->place < b->place)
				    : (a->input > b->input) - (a->input < b->input);
}
/* In the order of the group's names, times behind all others. */
static void sort_inputs(const struct metric_set *set, struct metric_group *group)
{
	size_t count = group->inputs.count, nr_names = group->order ? name_set_count(group->order) : 0;
	_free_ const char **names = xcalloc(nr_names + 1, sizeof(*names));
	_free_ struct placed *placed = xcalloc(count + 1, sizeof(*placed));
	if (nr_names) name_set_list(group->order, names);
	for (size_t i = 0; i < count; i++) {
		const struct metric_input *input = &set->inputs.items[group->inputs.items[i]];
		size_t place = 0;
		while (place < nr_names && strcmp(names[place], input->id) != 0) place++;
		if (input->tool != EVENT_TOOL_NONE) place = nr_names + (size_t)input->tool;
		placed[i] = (struct placed){ group->inputs.items[i], place };
	}
	qsort(placed, count, sizeof(*placed), by_place);
	for (size_t i = 0; i < count; i++) group->inputs.items[i] = placed[i].input;
}

/* Events just parsed with the input each is for. Kept by pointer, as regrouping changes indices. */
struct added {
	struct event_spec *spec;
	uint32_t input;
};
/* Of one group. */
struct added_list {
	VEC(struct added) items;
};

/* Parses the events of one input. */
static int add_input(struct metric_set *set, uint32_t index, struct event_list *list,
		     const struct event_catalogue *catalogue, struct added_list *ret, struct err *err)
{
	struct metric_input *input = &set->inputs.items[index];
	_free_ char *text = text_of(input);
	size_t before = event_list_count(list);
	int r = event_parse(list, text, catalogue, EVENT_USE_COUNT, err);
	if (r < 0) return r;
	for (size_t i = before; i < event_list_count(list); i++) {
		struct added added = { event_list_get(list, i), index };
		if (!added.spec->metric_id) added.spec->metric_id = xstrdup(input->id);
		vec_push(&ret->items, added);
	}
	return 0;
}

/* Writes the final indices of the events into their inputs. */
static void set_places(struct metric_set *set, const struct event_list *list, size_t first,
		       const struct added_list *added)
{
	for (size_t i = first; i < event_list_count(list); i++)
		for (size_t j = 0; j < added->items.count; j++)
			if (added->items.items[j].spec == event_list_get(list, i))
				vec_push(&set->inputs.items[added->items.items[j].input].events, (uint32_t)i);
}

/* Parses the events of a group and groups them; times stay outside. */
static int add_group(struct metric_set *set, struct metric_group *group, struct event_list *list,
		     const struct event_catalogue *catalogue, struct err *err)
{
	sort_inputs(set, group);
	size_t first = event_list_count(list);
	bool was_regrouped = list->regrouped;
	struct added_list added = { VEC_INIT };
	int r = 0;
	for (int times = 0; times < 2; times++) { /* times come behind the group */
		for (size_t i = 0; i < group->inputs.count && r >= 0; i++) {
			if ((set->inputs.items[group->inputs.items[i]].tool != EVENT_TOOL_NONE) != times) continue;
			r = add_input(set, group->inputs.items[i], list, catalogue, &added, err);
		}
		/* A group of one is none. */
		if (times || r < 0 || group->is_single || event_list_count(list) - first < 2) continue;
		event_regroup(list, first, event_list_count(list) - first);
		for (size_t i = first; i < event_list_count(list); i++) event_list_get(list, i)->weak = true;
	}
	list->regrouped = was_regrouped; /* the user did not group them */
	if (r >= 0) set_places(set, list, first, &added);
	vec_done(&added.items);
	return r;
}

/* The first of the list that is no time, as far as there is one. */
static uint32_t first_event(const struct metric_set *set, const struct metric *metric)
{
	uint32_t first = UINT32_MAX, first_time = UINT32_MAX;
	for (int part = 0; part < 2; part++) {
		const struct metric_expr *expr = part ? metric->threshold : metric->expr;
		const uint32_t *inputs = part ? metric->threshold_inputs : metric->expr_inputs;
		for (size_t i = 0; expr && i < metric_expr_nr_ids(expr); i++) {
			const struct metric_input *input = &set->inputs.items[inputs[i]];
			uint32_t *lowest = input->tool == EVENT_TOOL_NONE ? &first : &first_time;
			if (input->events.count) *lowest = MIN(*lowest, input->events.items[0]);
		}
	}
	if (first != UINT32_MAX) return first;
	return first_time != UINT32_MAX ? first_time : 0;
}

int metric_set_add_events(struct metric_set *set, struct event_list *list, const struct event_catalogue *catalogue,
			  struct err *err)
{
	for (size_t i = 0; i < set->groups.count; i++) {
		int r = add_group(set, &set->groups.items[i], list, catalogue, err);
		if (r < 0) return r;
	}
	for (size_t i = 0; i < set->metrics.count; i++)
		set->metrics.items[i].event = first_event(set, &set->metrics.items[i]);
	return 0;
}
