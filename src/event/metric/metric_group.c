/* Which events metrics are counted with: those of a metric are a group, metrics that find all of theirs in the group of
 * one that needs more share it, and metrics that are not to be grouped have single events together.
 *
 *     1. find_constraint: what the tables, the options and the machine say against a group
 *     2. add_to_set, for metrics in the order of rank: a group, and inputs for the ids of the formulas
 *     3. share_times: duration_time and the like are read with every group
 *
 * Groups refer to inputs by index, metrics to inputs by index: set->inputs may move while it grows. */
#include "event/metric/metric_private.h"

#include <string.h>

/* NULL is the same as an empty text. */
static bool same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

/* The index of an input of this group, made where it is new. */
static uint32_t add_input(struct metric_set *set, const struct metric_group *group, const char *id, const char *pmu,
			  const char *modifiers)
{
	enum event_tool tool = event_tool_of(id);
	/* times are the same for all PMUs */
	if (tool != EVENT_TOOL_NONE) pmu = modifiers = NULL;
	for (size_t i = 0; i < group->inputs.count; i++) {
		uint32_t known = group->inputs.items[i];
		const struct metric_input *input = &set->inputs.items[known];
		if (strcmp(input->id, id) == 0 && same_text(input->modifiers, modifiers) && input->pmu == pmu)
			return known;
	}
	struct metric_input input = {
		.id = xstrdup(id), .pmu = pmu, .modifiers = modifiers ? xstrdup(modifiers) : NULL, .tool = tool
	};
	vec_push(&set->inputs, input);
	return (uint32_t)set->inputs.count - 1;
}

/* Each input is in a group once. */
static void add_to_group(struct metric_group *group, uint32_t input)
{
	for (size_t i = 0; i < group->inputs.count; i++)
		if (group->inputs.items[i] == input) return;
	vec_push(&group->inputs, input);
}

/* For each id of a formula its input; the caller frees. */
static uint32_t *inputs_of(struct metric_set *set, struct metric_group *group, const struct metric_expr *expr,
			   const char *pmu, const char *modifiers)
{
	size_t count = metric_expr_nr_ids(expr);
	uint32_t *inputs = xcalloc(count + 1, sizeof(*inputs));
	for (size_t i = 0; i < count; i++) {
		inputs[i] = add_input(set, group, metric_expr_id(expr, i), pmu, modifiers);
		add_to_group(group, inputs[i]);
	}
	return inputs;
}

/* Whether the group has all that a formula of the metric needs, or gets it: times. */
static bool group_covers(const struct metric_set *set, const struct metric_group *group, const struct metric *metric,
			 const struct metric_expr *expr)
{
	for (size_t i = 0; expr && i < metric_expr_nr_ids(expr); i++) {
		bool found = event_tool_of(metric_expr_id(expr, i)) != EVENT_TOOL_NONE;
		for (size_t j = 0; j < group->inputs.count && !found; j++) {
			const struct metric_input *input = &set->inputs.items[group->inputs.items[j]];
			found = strcmp(input->id, metric_expr_id(expr, i)) == 0 &&
				input->pmu == metric->definition->pmu && same_text(input->modifiers, metric->modifiers);
		}
		if (!found) return false;
	}
	return true;
}

/* A metric's index and how many events it needs. */
struct ranked {
	uint32_t metric;
	size_t needs;
};

/* Those that need most come first, of equals the last chosen. */
static int by_needs(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;
	return a->needs != b->needs ? (a->needs < b->needs) - (a->needs > b->needs)
				    : (a->metric < b->metric) - (a->metric > b->metric);
}

/* How many names are no times. */
static size_t nr_counted(const struct name_set *names)
{
	size_t count = name_set_count(names), needs = 0;
	_free_ const char **list = xcalloc(count + 1, sizeof(*list));
	name_set_list(names, list);
	for (size_t i = 0; i < count; i++) needs += event_tool_of(list[i]) == EVENT_TOOL_NONE;
	return needs;
}

/* The metrics in the order in which they get their groups: a large group first, so that smaller metrics find their
 * events in it. */
static struct ranked *rank(const struct metric_set *set)
{
	struct ranked *ranked = xcalloc(set->metrics.count + 1, sizeof(*ranked));
	for (size_t i = 0; i < set->metrics.count; i++)
		ranked[i] = (struct ranked){ (uint32_t)i, nr_counted(set->metrics.items[i].order) };
	qsort(ranked, set->metrics.count, sizeof(*ranked), by_needs);
	return ranked;
}

/* Sets what the metric says about itself. */
static void find_constraint(struct metric *metric, const struct metric_options *options,
			    const struct metric_environment *env)
{
	const struct vendor_metric *definition = metric->definition;
	metric->no_group = options->no_group || definition->no_group ||
			   metric_is_in_group(definition->no_group_in, metric->chosen_by) ||
			   (definition->no_group_if_smt && env->literals && env->literals->smt_on);
	metric->no_group_of_watchdog = !metric->no_group && env->nmi_watchdog &&
				       (definition->no_group_if_nmi_watchdog ||
					(definition->no_group_if_threshold_and_nmi && metric->threshold));
	metric->no_group |= metric->no_group_of_watchdog;
}

/* The group of single events, or the first that has all the metric needs; else a new one. */
static struct metric_group *group_of(struct metric_set *set, const struct metric *metric, bool no_merge)
{
	for (size_t i = 0; i < set->groups.count && !no_merge; i++) {
		struct metric_group *group = &set->groups.items[i];
		if (metric->no_group ? group->is_single
				     : !group->is_single && group_covers(set, group, metric, metric->expr) &&
					       group_covers(set, group, metric, metric->threshold))
			return group;
	}
	vec_push(&set->groups, ((struct metric_group){ .is_single = metric->no_group }));
	return &set->groups.items[set->groups.count - 1];
}

/* In the order of the first metric; single events that several metrics share in that of a set of their own. */
static void add_names(struct metric_group *group, struct name_set *names, bool no_merge)
{
	if (!group->is_single || no_merge) {
		if (!group->order) group->order = names;
		return;
	}
	size_t count = name_set_count(names);
	_free_ const char **list = xcalloc(count + 1, sizeof(*list));
	name_set_list(names, list);
	if (!group->order) group->order = group->own_order = name_set_new();
	for (size_t i = 0; i < count; i++)
		if (event_tool_of(list[i]) == EVENT_TOOL_NONE) name_set_add(group->own_order, list[i]);
}

/* Finds the metric's group and its inputs there. */
static void add_to_set(struct metric_set *set, struct metric *metric, bool no_merge)
{
	const char *pmu = metric->definition->pmu;
	struct metric_group *group = group_of(set, metric, no_merge);
	metric->expr_inputs = inputs_of(set, group, metric->expr, pmu, metric->modifiers);
	if (metric->threshold)
		metric->threshold_inputs = inputs_of(set, group, metric->threshold, pmu, metric->modifiers);
	add_names(group, metric->order, no_merge);
}

/* The times that one metric needs are read with each group. */
static void share_times(struct metric_set *set)
{
	static const enum event_tool tools[] = { EVENT_TOOL_DURATION_TIME, EVENT_TOOL_USER_TIME,
						 EVENT_TOOL_SYSTEM_TIME };
	for (size_t t = 0; t < ARRAY_SIZE(tools); t++) {
		const char *id = NULL;
		for (size_t i = 0; i < set->inputs.count && !id; i++)
			if (set->inputs.items[i].tool == tools[t]) id = set->inputs.items[i].id;
		_free_ char *name = id ? xstrdup(id) : NULL;
		for (size_t i = 0; name && i < set->groups.count; i++) {
			struct metric_group *group = &set->groups.items[i];
			add_to_group(group, add_input(set, group, name, NULL, NULL));
			name_set_add(group->order, name);
		}
	}
}

void metric_set_make_groups(struct metric_set *set, const struct metric_options *options,
			    const struct metric_environment *env)
{
	_free_ struct ranked *ranked = rank(set);
	size_t count = set->metrics.count;
	for (size_t i = 0; i < count; i++) find_constraint(&set->metrics.items[i], options, env);
	/* first those of single events, then those that share groups */
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < count; i++) {
			struct metric *metric = &set->metrics.items[ranked[i].metric];
			if ((options->no_merge || metric->no_group) == !pass)
				add_to_set(set, metric, options->no_merge);
		}
	if (!options->no_merge) share_times(set);
}
