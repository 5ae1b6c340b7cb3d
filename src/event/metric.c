#include "event/metric.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Formulas of the metrics of one PMU. */
struct lookup { const struct vendor_tables *tables; const struct vendor_metric *user; const struct metric_environment *env; };

static const char *find_formula(void *ctx, const char *name)
{
	const struct lookup *lookup = ctx;
	const struct vendor_metric *first = vendor_tables_find_metric(lookup->tables, name), *metric = first;
	const struct vendor_metric *end = lookup->tables->metrics.items + lookup->tables->metrics.count;
	for (; metric && metric < end && strcmp(metric->name, name) == 0; metric++)
		if (lookup->user->pmu && metric->pmu && strcmp(metric->pmu, lookup->user->pmu) == 0) return metric->expr;
	return first ? first->expr : NULL;
}
static bool has_event(void *ctx, const char *name)
{
	const struct lookup *lookup = ctx;
	return lookup->env->has_event && lookup->env->has_event(lookup->env->ctx, name);
}
static bool is_cpuid(void *ctx, const char *cpuid)
{
	const struct lookup *lookup = ctx;
	return lookup->env->is_cpuid && lookup->env->is_cpuid(lookup->env->ctx, cpuid);
}

static void set_unit(struct metric *metric, const char *scale_unit)
{
	metric->unit = "";
	metric->scale = 1;
	if (!scale_unit) return;
	char *end;
	double scale = strtod(scale_unit, &end);
	if (end == scale_unit) return;
	metric->scale = scale;
	metric->unit = end;
}

static void metric_done(struct metric *metric)
{
	metric_expr_free(metric->expr);
	metric_expr_free(metric->threshold);
	free(metric->expr_inputs);
	free(metric->threshold_inputs);
	free(metric->chosen_by);
	free(metric->modifiers);
}

void metric_set_done(struct metric_set *set)
{
	for (size_t i = 0; i < set->metrics.count; i++) metric_done(&set->metrics.items[i]);
	for (size_t i = 0; i < set->inputs.count; i++) {
		free(set->inputs.items[i].id);
		free(set->inputs.items[i].modifiers);
		vec_done(&set->inputs.items[i].events);
	}
	for (size_t i = 0; i < set->groups.count; i++) vec_done(&set->groups.items[i].inputs);
	vec_done(&set->metrics);
	vec_done(&set->inputs);
	vec_done(&set->groups);
}

/* A word of -M: "name" or "name:modifiers". */
struct word { const char *name, *modifiers; };

static int add_metric(struct metric_set *set, const struct vendor_tables *tables, const struct vendor_metric *definition, struct word word,
		      bool no_threshold, const struct metric_environment *env, struct err *err)
{
	struct lookup lookup = { tables, definition, env };
	const struct metric_environment own = { .literals = env->literals, .ctx = &lookup, .find_metric = find_formula, .has_event = has_event,
						.is_cpuid = is_cpuid };
	struct metric metric = { .definition = definition, .name = definition->name };
	metric.expr = metric_expr_new(definition->expr, definition->name, &own, err);
	if (!metric.expr) return -EINVAL;
	if (definition->threshold && !no_threshold && !(metric.threshold = metric_expr_new(definition->threshold, NULL, &own, err))) {
		metric_done(&metric);
		return -EINVAL;
	}
	set_unit(&metric, definition->scale_unit);
	metric.chosen_by = xstrdup(word.name);
	metric.modifiers = word.modifiers ? xstrdup(word.modifiers) : NULL;
	vec_push(&set->metrics, metric);
	return 0;
}

/* Whether group is one of "a;b;c". */
static bool is_in_group(const char *groups, const char *group)
{
	size_t wanted = strlen(group);
	for (const char *at = groups; at && *at;) {
		size_t size = strcspn(at, ";");
		while (size && *at == ' ') at++, size--;
		if (size == wanted && strncasecmp(at, group, size) == 0) return true;
		at += size + (at[size] == ';');
	}
	return false;
}

static bool is_chosen(const struct vendor_metric *metric, const char *name)
{
	return strcmp(name, "all") == 0 || strcasecmp(metric->name, name) == 0 || is_in_group(metric->group, name);
}

static bool is_in_set(const struct metric_set *set, const struct vendor_metric *metric)
{
	for (size_t i = 0; i < set->metrics.count; i++)
		if (set->metrics.items[i].definition == metric) return true;
	return false;
}

static bool same_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

static uint32_t add_input(struct metric_set *set, const struct metric_group *group, const char *id, const char *pmu, const char *modifiers)
{
	for (size_t i = 0; i < group->inputs.count; i++) {
		uint32_t known = group->inputs.items[i];
		const struct metric_input *input = &set->inputs.items[known];
		if (strcmp(input->id, id) == 0 && same_text(input->modifiers, modifiers) && input->pmu == pmu) return known;
	}
	struct metric_input input = { .id = xstrdup(id), .pmu = pmu, .modifiers = modifiers ? xstrdup(modifiers) : NULL, .tool = event_tool_of(id) };
	vec_push(&set->inputs, input);
	return (uint32_t)set->inputs.count - 1;
}

static void add_to_group(struct metric_group *group, uint32_t input)
{
	for (size_t i = 0; i < group->inputs.count; i++)
		if (group->inputs.items[i] == input) return;
	vec_push(&group->inputs, input);
}

static uint32_t *inputs_of(struct metric_set *set, struct metric_group *group, const struct metric_expr *expr, const char *pmu, const char *modifiers)
{
	size_t count = metric_expr_nr_ids(expr);
	uint32_t *inputs = xcalloc(count + 1, sizeof(*inputs));
	for (size_t i = 0; i < count; i++) {
		inputs[i] = add_input(set, group, metric_expr_id(expr, i), pmu, modifiers);
		add_to_group(group, inputs[i]);
	}
	return inputs;
}

/* Whether the group has all that a formula of the metric needs. */
static bool group_covers(const struct metric_set *set, const struct metric_group *group, const struct metric *metric, const struct metric_expr *expr)
{
	for (size_t i = 0; expr && i < metric_expr_nr_ids(expr); i++) {
		bool found = false;
		for (size_t j = 0; j < group->inputs.count && !found; j++) {
			const struct metric_input *input = &set->inputs.items[group->inputs.items[j]];
			found = strcmp(input->id, metric_expr_id(expr, i)) == 0 && input->pmu == metric->definition->pmu &&
				same_text(input->modifiers, metric->modifiers);
		}
		if (!found) return false;
	}
	return true;
}

struct ranked { uint32_t metric; size_t needs; };
static int by_needs(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;
	return a->needs != b->needs ? (a->needs < b->needs) - (a->needs > b->needs) : (a->metric > b->metric) - (a->metric < b->metric);
}

static size_t needs_of(const struct metric *metric)
{
	size_t needs = metric_expr_nr_ids(metric->expr);
	for (size_t i = 0; metric->threshold && i < metric_expr_nr_ids(metric->threshold); i++) {
		size_t j = 0;
		while (j < metric_expr_nr_ids(metric->expr) && strcmp(metric_expr_id(metric->expr, j), metric_expr_id(metric->threshold, i)) != 0) j++;
		needs += j == metric_expr_nr_ids(metric->expr);
	}
	return needs;
}

static size_t single_group(struct metric_set *set)
{
	for (size_t i = 0; i < set->groups.count; i++)
		if (set->groups.items[i].is_single) return i;
	vec_push(&set->groups, ((struct metric_group){ .is_single = true }));
	return set->groups.count - 1;
}

static bool fits_no_group(const struct vendor_metric *definition, const char *chosen_by, const struct metric_environment *env)
{
	if (definition->no_group || is_in_group(definition->no_group_in, chosen_by)) return true;
	return definition->no_group_if_smt && env->literals && env->literals->smt_on;
}

/* Which events metrics share: those that need most come first, so that others find theirs in their groups. */
static void make_groups(struct metric_set *set, const struct metric_options *options, const struct metric_environment *env)
{
	size_t count = set->metrics.count;
	_free_ struct ranked *ranked = xcalloc(count + 1, sizeof(*ranked));
	for (size_t i = 0; i < count; i++) ranked[i] = (struct ranked){ (uint32_t)i, needs_of(&set->metrics.items[i]) };
	qsort(ranked, count, sizeof(*ranked), by_needs);
	for (size_t i = 0; i < count; i++) {
		struct metric *metric = &set->metrics.items[ranked[i].metric];
		const char *pmu = metric->definition->pmu;
		size_t group = set->groups.count;
		if (options->no_group || fits_no_group(metric->definition, metric->chosen_by, env)) group = single_group(set);
		else if (!options->no_merge)
			for (group = 0; group < set->groups.count; group++)
				if (!set->groups.items[group].is_single && group_covers(set, &set->groups.items[group], metric, metric->expr) &&
				    group_covers(set, &set->groups.items[group], metric, metric->threshold)) break;
		if (group == set->groups.count) vec_push(&set->groups, ((struct metric_group){ .is_single = false }));
		metric->expr_inputs = inputs_of(set, &set->groups.items[group], metric->expr, pmu, metric->modifiers);
		if (metric->threshold) metric->threshold_inputs = inputs_of(set, &set->groups.items[group], metric->threshold, pmu, metric->modifiers);
	}
}

/* All metrics that a name stands for; how many, or a negative errno. */
static int select_by_name(struct metric_set *set, const struct vendor_tables *tables, struct word word, const struct metric_options *options,
			  const struct metric_environment *env, struct err *err)
{
	int count = 0;
	for (size_t i = 0; i < tables->metrics.count; i++) {
		const struct vendor_metric *metric = &tables->metrics.items[i];
		if (!is_chosen(metric, word.name) || (options->pmu && metric->pmu && strcmp(metric->pmu, options->pmu) != 0)) continue;
		count++;
		int r = is_in_set(set, metric) ? 0 : add_metric(set, tables, metric, word, options->no_threshold, env, err);
		if (r < 0) return r;
	}
	return count;
}

int metric_set_select(struct metric_set *ret, const struct vendor_tables *tables, const char *names, const struct metric_options *options,
		      const struct metric_environment *env, struct err *err)
{
	static const struct metric_options none = { .pmu = NULL };
	struct metric_set set = { .metrics = VEC_INIT };
	_free_ char *copy = xstrdup(names);
	char *rest = copy;
	int r = 0;
	if (!options) options = &none;
	for (char *name; r >= 0 && (name = strsep(&rest, ","));) {
		char *modifiers = strchr(name, ':');
		if (modifiers) *modifiers++ = '\0';
		while (isspace((unsigned char)*name)) name++;
		r = tables && *name ? select_by_name(&set, tables, (struct word){ name, modifiers }, options, env, err) : 0;
		if (r == 0) r = err_set(err, -EINVAL, "Cannot find metric or group `%s'", name);
	}
	if (r < 0) {
		metric_set_done(&set);
		return r;
	}
	make_groups(&set, options, env);
	*ret = set;
	return 0;
}

int metric_set_default(struct metric_set *ret, const struct vendor_tables *tables, const struct metric_environment *env, struct err *err)
{
	bool has_default = false;
	for (size_t i = 0; tables && i < tables->metrics.count; i++) has_default |= is_in_group(tables->metrics.items[i].group, "Default");
	*ret = (struct metric_set){ .metrics = VEC_INIT };
	return has_default ? metric_set_select(ret, tables, "Default", NULL, env, err) : 0;
}

/* The sum of an input over its events. */
static struct metric_value value_of(const struct metric_input *input, metric_count_fn *count_of, void *ctx)
{
	struct metric_value value = { .count = 0 };
	for (size_t i = 0; i < input->events.count; i++) {
		double count;
		if (!count_of(ctx, input->events.items[i], &count)) continue;
		value.count += input->tool != EVENT_TOOL_NONE ? count / 1e9 : count;
		value.source_count++;
	}
	if (!value.source_count) value.count = NAN;
	return value;
}

static double evaluate(const struct metric_set *set, struct metric_expr *expr, const uint32_t *inputs, metric_count_fn *count_of, void *ctx)
{
	size_t count = metric_expr_nr_ids(expr);
	_free_ struct metric_value *values = xcalloc(count + 1, sizeof(*values));
	for (size_t i = 0; i < count; i++) values[i] = value_of(&set->inputs.items[inputs[i]], count_of, ctx);
	return metric_expr_evaluate(expr, values);
}

struct metric_result metric_evaluate(const struct metric_set *set, const struct metric *metric, metric_count_fn *count_of, void *ctx)
{
	struct metric_result result = { .value = evaluate(set, metric->expr, metric->expr_inputs, count_of, ctx) * metric->scale };
	if (!metric->threshold) return result;
	double threshold = evaluate(set, metric->threshold, metric->threshold_inputs, count_of, ctx);
	result.state = isnan(threshold) ? METRIC_UNKNOWN : threshold != 0 ? METRIC_BEYOND : METRIC_BELOW;
	return result;
}
