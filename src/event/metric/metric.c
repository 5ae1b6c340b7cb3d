/* Choosing metrics and computing them; how their events are grouped is metric_group.c's, how they are parsed
 * metric_events.c's.
 *
 * Choosing (metric_set_select) compares each word of -M with the names and groups of all metrics of the tables, and
 * compiles the formulas of those that fit. A metric that two words choose is there once. Computing (metric_evaluate)
 * sums each input over its events, and gives the sums to the compiled formulas. */
#include "event/metric/metric_private.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/suggest.h"

/* For the environment of one metric's formulas: where others have the same name, that of the same PMU is meant. */
struct lookup {
	const struct vendor_tables *tables;
	const struct vendor_metric *user;
	const struct metric_environment *env;
};

/* The formula of a metric of that name: of the same PMU as the metric that uses it, else of any. */
static const char *find_formula(void *ctx, const char *name)
{
	const struct lookup *lookup = ctx;
	const struct vendor_metric *first = vendor_tables_find_metric(lookup->tables, name), *metric = first;
	const struct vendor_metric *end = lookup->tables->metrics.items + lookup->tables->metrics.count;
	/* metrics of one name are neighbours in the sorted table */
	for (; metric && metric < end && strcmp(metric->name, name) == 0; metric++)
		if (lookup->user->pmu && metric->pmu && strcmp(metric->pmu, lookup->user->pmu) == 0)
			return metric->expr;
	return first ? first->expr : NULL;
}
/* The caller's environment, asked with its own context. */
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

/* "100%": scale and unit. */
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
	name_set_free(metric->order);
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
	for (size_t i = 0; i < set->groups.count; i++) {
		vec_done(&set->groups.items[i].inputs);
		name_set_free(set->groups.items[i].own_order);
	}
	vec_done(&set->metrics);
	vec_done(&set->inputs);
	vec_done(&set->groups);
}

/* A word of -M: "name" or "name:modifiers". */
struct word {
	const char *name, *modifiers;
};

/* What metrics are chosen from, and how they are to be evaluated. */
struct choice {
	const struct vendor_tables *tables;
	const struct metric_options *options;
	const struct metric_environment *env;
};

/* Compiles a metric's formulas and appends it. */
static int add_metric(struct metric_set *set, const struct choice *choice, const struct vendor_metric *definition,
		      struct word word, struct err *err)
{
	struct lookup lookup = { choice->tables, definition, choice->env };
	const struct metric_environment own = { .literals = choice->env->literals,
						.ctx = &lookup,
						.find_metric = find_formula,
						.has_event = has_event,
						.is_cpuid = is_cpuid };
	struct metric metric = { .definition = definition, .name = definition->name };
	metric.expr = metric_expr_new(definition->expr, definition->name, &own, err);
	if (!metric.expr) return -EINVAL;
	if (definition->threshold && !choice->options->no_threshold &&
	    !(metric.threshold = metric_expr_new(definition->threshold, NULL, &own, err))) {
		metric_done(&metric);
		return -EINVAL;
	}
	metric.order = metric_order(definition->name, definition->expr, metric.threshold ? definition->threshold : NULL,
				    &own);
	set_unit(&metric, definition->scale_unit);
	metric.chosen_by = xstrdup(word.name);
	metric.modifiers = word.modifiers ? xstrdup(word.modifiers) : NULL;
	vec_push(&set->metrics, metric);
	return 0;
}

bool metric_is_in_group(const char *groups, const char *group)
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

/* Whether a word of -M stands for this metric. */
static bool is_chosen(const struct vendor_metric *metric, const char *name)
{
	return strcmp(name, "all") == 0 || strcasecmp(metric->name, name) == 0 ||
	       metric_is_in_group(metric->group, name);
}

static bool is_in_set(const struct metric_set *set, const struct vendor_metric *metric)
{
	for (size_t i = 0; i < set->metrics.count; i++)
		if (set->metrics.items[i].definition == metric) return true;
	return false;
}

/* All metrics that a name stands for; how many, or a negative errno. */
static int select_by_name(struct metric_set *set, const struct choice *choice, struct word word, struct err *err)
{
	const char *pmu = choice->options->pmu;
	int count = 0;
	for (size_t i = 0; i < choice->tables->metrics.count; i++) {
		const struct vendor_metric *metric = &choice->tables->metrics.items[i];
		if (!is_chosen(metric, word.name) || (pmu && metric->pmu && strcmp(metric->pmu, pmu) != 0)) continue;
		count++;
		int r = is_in_set(set, metric) ? 0 : add_metric(set, choice, metric, word, err);
		if (r < 0) return r;
	}
	return count;
}

/* Error for a name that stands for nothing. */
static int refuse(const struct vendor_tables *tables, const char *name, struct err *err)
{
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	struct arena arena; /* of groups' names, which are parts of texts */
	struct suggest suggest = suggest_for(name);
	arena_init(&arena);
	for (size_t i = 0; tables && i < tables->metrics.count; i++) {
		const struct vendor_metric *metric = &tables->metrics.items[i];
		suggest_add(&suggest, metric->name);
		for (const char *group = metric->group; group && *group;
		     group += strcspn(group, ";") + (group[strcspn(group, ";")] == ';'))
			suggest_add(&suggest, arena_strndup(&arena, group, strcspn(group, ";")));
	}
	suggest_format(&suggest, "", &near);
	err_set(err, -EINVAL, "Cannot find metric or group `%s'", name);
	err_hint(err, "%sMetrics and groups (-M, --metrics) are listed by 'perf list metric metricgroup'",
		 strbuf_text(&near));
	arena_done(&arena);
	return -EINVAL;
}

int metric_set_select(struct metric_set *ret, const struct vendor_tables *tables, const char *names,
		      const struct metric_options *options, const struct metric_environment *env, struct err *err)
{
	static const struct metric_options none = { .pmu = NULL };
	struct metric_set set = { .metrics = VEC_INIT };
	_free_ char *copy = xstrdup(names);
	char *rest = copy;
	int r = 0;
	if (!options) options = &none;
	const struct choice choice = { tables, options, env };
	/* each word must stand for something, so that a typing error is not passed over */
	for (char *name; r >= 0 && (name = strsep(&rest, ","));) {
		char *modifiers = strchr(name, ':');
		if (modifiers) *modifiers++ = '\0';
		/* blanks behind a comma */
		while (isspace((unsigned char)*name)) name++;
		r = tables && *name ? select_by_name(&set, &choice, (struct word){ name, modifiers }, err) : 0;
		if (r == 0) r = refuse(tables, name, err);
	}
	if (r < 0) {
		metric_set_done(&set);
		return r;
	}
	metric_set_make_groups(&set, options, env);
	*ret = set;
	return 0;
}

int metric_set_default(struct metric_set *ret, const struct vendor_tables *tables, const struct metric_environment *env,
		       struct err *err)
{
	bool has_default = false;
	for (size_t i = 0; tables && i < tables->metrics.count; i++)
		has_default |= metric_is_in_group(tables->metrics.items[i].group, "Default");
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
		/* formulas take times in seconds */
		value.count += input->tool != EVENT_TOOL_NONE ? count / 1e9 : count;
		value.source_count++;
	}
	if (!value.source_count) value.count = NAN;
	return value;
}

/* A formula's value: its ids are inputs of the set by the index in inputs. */
static double evaluate(const struct metric_set *set, struct metric_expr *expr, const uint32_t *inputs,
		       metric_count_fn *count_of, void *ctx)
{
	size_t count = metric_expr_nr_ids(expr);
	_free_ struct metric_value *values = xcalloc(count + 1, sizeof(*values));
	for (size_t i = 0; i < count; i++) values[i] = value_of(&set->inputs.items[inputs[i]], count_of, ctx);
	return metric_expr_evaluate(expr, values);
}

struct metric_result metric_evaluate(const struct metric_set *set, const struct metric *metric,
				     metric_count_fn *count_of, void *ctx)
{
	struct metric_result result = { .value = evaluate(set, metric->expr, metric->expr_inputs, count_of, ctx) *
						 metric->scale };
	if (!metric->threshold) return result;
	double threshold = evaluate(set, metric->threshold, metric->threshold_inputs, count_of, ctx);
	/* a threshold is a condition: other than 0 is true */
	result.state = threshold != 0 ? METRIC_BEYOND : METRIC_BELOW;
	if (isnan(threshold)) result.state = METRIC_UNKNOWN;
	return result;
}
