/* Which rows there are, their order and names follow upstream's perf stat: merged events, hybrid machines, cgroups,
 * groups of metrics. Places that do so only because upstream does say it. */
#include <math.h>
#include <string.h>
#include "analysis/stat/stat_expressions.h"
#include "analysis/stat/stat_rows.h"

static bool is_software_clock(const struct stat_event *event)
{
	return event->tool == EVENT_TOOL_NONE && event->attr.type == ATTR_TYPE_SOFTWARE && event->attr.config <= 1;
}

/* Clocks count ns and are shown in ms, whoever filled the setup. */
static double scale_of(const struct stat_event *event)
{
	if (event->scale != 0) return event->scale;
	return is_software_clock(event) ? 1e-6 : 1;
}
static const char *unit_of(const struct stat_event *event)
{
	if (event->unit && *event->unit) return event->unit;
	if (is_software_clock(event)) return "msec";
	return event->tool != EVENT_TOOL_NONE ? "ns" : "";
}

/* Whether there are events of several sorts of cores. */
static bool is_hybrid(const struct stat_setup *setup)
{
	const char *first = NULL;
	for (size_t i = 0; i < setup->nr_events; i++) {
		const struct stat_event *event = &setup->events[i];
		if (!event->pmu_is_core || !event->pmu) continue;
		if (!first) first = event->pmu;
		else if (strcmp(first, event->pmu)) return true;
	}
	return false;
}

/* "cycles:u" of cpu_core: "cpu_core/cycles/u" */
static const char *hybrid_name(const struct stat_event *event, struct arena *arena)
{
	const char *modifiers = strrchr(event->name, ':');
	size_t size = modifiers ? (size_t)(modifiers - event->name) : strlen(event->name);
	return arena_printf(arena, "%s/%.*s/%s", event->pmu, (int)size, event->name, modifiers ? modifiers + 1 : "");
}

/* How a row calls its event: with its PMU where the name alone would be ambiguous. */
static const char *name_of(const struct stat_rows_source *source, const struct stat_event *event, bool hybrid,
			   struct arena *arena)
{
	const struct stat_setup *setup = source->setup;
	if (!event->pmu || event->tool != EVENT_TOOL_NONE || strstr(event->name, event->pmu)) return event->name;
	if (hybrid && event->pmu_is_core && !setup->hybrid_merge)
		return strchr(event->name, '/') ? event->name : hybrid_name(event, arena);
	/* names of the kernel's own events say all; a tracepoint's or breakpoint's name is its own */
	uint32_t type = event->attr.type;
	if (!setup->no_merge || type == ATTR_TYPE_HARDWARE || type == ATTR_TYPE_TRACEPOINT ||
	    type == ATTR_TYPE_BREAKPOINT)
		return event->name;
	const char *slash = strchr(event->name, '/');
	if (slash && slash > event->name && !strncmp(event->name, event->pmu, (size_t)(slash - event->name)))
		return arena_printf(arena, "%s%s", event->pmu,
				    slash); /* "uncore_imc/data_reads/" is that of uncore_imc_0 */
	return arena_printf(arena, "%s [%s]", event->name, event->pmu);
}

/* The ctx of metric_count and expression_count: one cell. */
struct cell_counts {
	const struct stat_rows_source *source;
	size_t cell;
};

/* As the kernel counts. */
static double raw_count(const struct stat_rows_source *source, size_t event, size_t cell)
{
	const struct stat_sum *sum = &source->sums[event * source->cells->items.count + cell];
	if (sum->state != COUNTS_SUPPORTED) return 0;
	return source->means ? source->means[event].mean : (double)sum->value;
}

/* Metrics are of what is shown, in its unit, but clocks stay ns. */
static double metric_count(const void *ctx, size_t e)
{
	const struct cell_counts *counts = ctx;
	const struct stat_event *event = &counts->source->setup->events[e];
	return raw_count(counts->source, e, counts->cell) * (is_software_clock(event) ? 1 : scale_of(event));
}

/* For formulas: the events that one name made on several PMUs are summed there. */
static bool expression_count(void *ctx, uint32_t e, double *ret_count)
{
	const struct cell_counts *counts = ctx;
	const struct stat_setup *setup = counts->source->setup;
	if (e >= setup->nr_events) return false;
	const struct stat_event *event = &setup->events[e];
	if (!setup->no_merge && event->merged_into != e) {
		*ret_count = 0; /* in the sum of the first */
		return true;
	}
	const struct stat_sum *sum = &counts->source->sums[e * counts->source->cells->items.count + counts->cell];
	if (sum->state != COUNTS_SUPPORTED || !sum->enabled_ns || !sum->running_ns) return false;
	*ret_count = metric_count(ctx, e);
	return true;
}

typedef VEC(struct stat_metric) metric_list;

/* Whether a metric is shown at event e: by its group, when there is one, else by the event it belongs to. */
static bool is_metric_of(const struct metric *metric, size_t e, const char *group)
{
	const char *own = metric->definition->default_group;
	return group ? own && !strcmp(own, group) : metric->event == e;
}

/* The formulas shown on event e's row; of group: those of that group of default metrics, wherever their events are. */
static void add_expressions(const struct stat_rows_source *source, size_t e, const char *group, size_t cell,
			    metric_list *list, struct arena *arena)
{
	struct cell_counts ctx = { source, cell };
	struct stat_expression_counts counts = { expression_count, &ctx };
	const struct metric_set *set = group ? source->setup->default_metrics : source->setup->metrics;
	for (size_t i = 0; set && i < set->metrics.count; i++) {
		const struct metric *metric = &set->metrics.items[i];
		if (is_metric_of(metric, e, group))
			vec_push(list, stat_expression_compute(set, metric, &counts, arena));
	}
}

/* The row's metrics, in result's arena: formulas if there are any for the event, else those of stat_shadow. */
static void add_metrics(const struct stat_rows_source *source, size_t e, size_t cell, struct stat_row *row,
			struct arena *arena)
{
	if (row->state != STAT_COUNTED) return;
	metric_list list = VEC_INIT;
	struct stat_metric metrics[STAT_SHADOW_MAX];
	add_expressions(source, e, row->group, cell, &list, arena);
	if (!list.count && source->setup->events[e].metric_id) {
		vec_push(&list,
			 ((struct stat_metric){ .unit = NULL })); /* events of formulas have no metrics of their own */
	} else if (!list.count) {
		struct cell_counts ctx = { source, cell };
		struct stat_shadow_counts counts = { metric_count, &ctx, source->wall_ns };
		size_t count = stat_shadow_compute(&source->shadows[e], e, &counts, metrics);
		for (size_t i = 0; i < count; i++) vec_push(&list, metrics[i]);
	}
	row->nr_metrics = list.count;
	row->metrics = arena_memdup(arena, list.items, list.count * sizeof(*list.items));
	vec_done(&list);
}

/* The name of the group of default metrics whose place is event e: the first that they need; NULL: none. */
static const char *group_at(const struct metric_set *set, size_t e)
{
	for (size_t i = 0; set && i < set->metrics.count; i++) {
		const struct metric *metric = &set->metrics.items[i];
		bool first = metric->event == e && metric->definition->default_group;
		for (size_t k = 0; k < set->metrics.count && first; k++) {
			const struct metric *other = &set->metrics.items[k];
			first = other->event >= e || !is_metric_of(other, e, metric->definition->default_group);
		}
		if (first) return metric->definition->default_group;
	}
	return NULL;
}

/* Whether a sum has a row. */
static bool is_shown(const struct stat_rows_source *source, size_t e, const struct stat_sum *sum)
{
	const struct stat_setup *setup = source->setup;
	const struct stat_event *event = &setup->events[e];
	if ((event->hidden && !group_at(setup->default_metrics, e)) || (event->merged_into != e && !setup->no_merge))
		return false;
	if (event->tool != EVENT_TOOL_NONE && !sum->value) return false;
	if (sum->state == COUNTS_SUPPORTED && !sum->nr_cpus) return false; /* it counts elsewhere */
	if (sum->in_row_before && !setup->percore_show_thread) return false;
	return setup->aggr != STAT_AGGR_THREAD || !setup->system_wide || sum->value;
}

/* Numbers the cgroups of events by their first place: ret_groups[event]. How many; 1 without any. */
static uint32_t number_cgroups(const struct stat_setup *setup, uint32_t *ret_groups)
{
	VEC(const char *) names = VEC_INIT;
	for (size_t e = 0; e < setup->nr_events; e++) {
		const char *name = setup->events[e].cgroup ? setup->events[e].cgroup : "";
		uint32_t group = names.count && !strcmp(*vec_last(&names), name) ? (uint32_t)names.count - 1
										 : 0; /* mostly as the one before */
		while (group < names.count && strcmp(names.items[group], name)) group++;
		if (group == names.count) vec_push(&names, name);
		ret_groups[e] = group;
	}
	uint32_t count = (uint32_t)names.count;
	vec_done(&names);
	return count;
}

/* Appends the row of an event and cell, if it is shown. */
static void add_row(const struct stat_rows_source *source, size_t e, size_t cell, const char *name, uint32_t group,
		    struct stat_result *result)
{
	const struct stat_setup *setup = source->setup;
	const struct stat_event *event = &setup->events[e];
	const struct stat_sum *sum = &source->sums[e * source->cells->items.count + cell];
	if (!is_shown(source, e, sum)) return;
	struct stat_row row = { .event = e,
				.cell = source->cells->items.items[cell],
				.line = group * (uint32_t)source->cells->items.count + (uint32_t)cell,
				.nr_aggregated = sum->nr_cpus,
				.unit = unit_of(event),
				.event_name = event->name,
				.name = name,
				.cgroup = event->cgroup,
				.enabled_ns = sum->enabled_ns,
				.running_ns = sum->running_ns,
				.whole_core = event->percore && setup->aggr == STAT_AGGR_NONE &&
					      !setup->percore_show_thread };
	double scale = scale_of(event);
	row.value = raw_count(source, e, cell) * scale;
	row.is_fraction = floor(scale) != scale;
	row.state = STAT_COUNTED;
	if (sum->state == COUNTS_NOT_SUPPORTED) row.state = STAT_NOT_SUPPORTED;
	else if (sum->state == COUNTS_NOT_COUNTED || !sum->enabled_ns || !sum->running_ns) row.state = STAT_NOT_COUNTED;
	/* Events of default metrics have rows for the sake of the metrics, titled by their group. */
	if (event->hidden) {
		if (row.state != STAT_COUNTED) return;
		row.group = group_at(setup->default_metrics, e);
	}
	if (source->means) row.error_percent = stat_mean_error_percent(&source->means[e]);
	/* Enabled, but never running: other events had all counters of the PMU. The renderer gives a hint then. */
	if (row.state == STAT_NOT_COUNTED && sum->enabled_ns &&
	    (event->attr.type == ATTR_TYPE_HARDWARE || event->attr.type == ATTR_TYPE_HW_CACHE ||
	     event->attr.type == ATTR_TYPE_RAW || event->pmu_is_core))
		result->hardware_not_counted = true;
	if (event->cgroup) result->has_cgroups = true;
	add_metrics(source, e, cell, &row, &result->arena);
	vec_push(&result->rows, row);
}

static bool same_cgroup(const struct stat_event *a, const struct stat_event *b)
{
	return a->cgroup && b->cgroup ? !strcmp(a->cgroup, b->cgroup) : a->cgroup == b->cgroup;
}

/* --for-each-cgroup: all cells of one, then all cells of the next. */
static void add_cells_first(const struct stat_rows_source *source, const char *const *names, const uint32_t *groups,
			    struct stat_result *result)
{
	const struct stat_setup *setup = source->setup;
	size_t nr_cells = source->cells->items.count;
	for (size_t from = 0, to; from < setup->nr_events; from = to) {
		to = setup->for_each_cgroup ? from + 1 : setup->nr_events;
		while (to < setup->nr_events && same_cgroup(&setup->events[from], &setup->events[to])) to++;
		for (size_t cell = 0; cell < nr_cells; cell++)
			for (size_t e = from; e < to; e++) add_row(source, e, cell, names[e], groups[e], result);
	}
}

/* Titles of columns for --metric-only: those of the first control group, since all have the same. */
static void add_titles(const struct stat_rows_source *source, struct stat_result *result)
{
	const struct stat_setup *setup = source->setup;
	for (size_t e = 0; e < setup->nr_events && same_cgroup(&setup->events[0], &setup->events[e]); e++) {
		const struct stat_event *event = &setup->events[e];
		if (event->merged_into != e && !setup->no_merge) continue;
		const char *group = event->hidden ? group_at(setup->default_metrics, e) : NULL;
		const struct metric_set *set = group ? setup->default_metrics : setup->metrics;
		if (event->hidden && !group) set = NULL;
		for (size_t i = 0; set && i < set->metrics.count; i++)
			if (is_metric_of(&set->metrics.items[i], e, group))
				vec_push(&result->titles,
					 ((struct stat_title){ .unit = stat_expression_title(&set->metrics.items[i],
											     &result->arena) }));
		if (event->hidden || event->metric_id) continue;
		struct stat_title titles[STAT_SHADOW_MAX];
		size_t count = stat_shadow_titles(&source->shadows[e], titles);
		for (size_t i = 0; i < count; i++) {
			titles[i].event_name = event->name;
			vec_push(&result->titles, titles[i]);
		}
	}
}

void stat_rows_fill(const struct stat_rows_source *source, struct stat_result *result)
{
	const struct stat_setup *setup = source->setup;
	result->aggr = setup->aggr;
	for (size_t e = 0; e < setup->nr_events && !setup->narrow_units; e++)
		result->unit_width = MAX(result->unit_width, strlen(unit_of(&setup->events[e])));
	bool hybrid = is_hybrid(setup);
	const char **names = xcalloc(setup->nr_events + 1, sizeof(*names));
	uint32_t *groups = xcalloc(setup->nr_events + 1, sizeof(*groups));
	result->nr_lines = number_cgroups(setup, groups) * (uint32_t)source->cells->items.count;
	for (size_t e = 0; e < setup->nr_events; e++)
		names[e] = name_of(source, &setup->events[e], hybrid, &result->arena);
	if (setup->aggr == STAT_AGGR_GLOBAL || setup->aggr == STAT_AGGR_NONE || setup->aggr == STAT_AGGR_THREAD) {
		for (size_t e = 0; e < setup->nr_events; e++)
			for (size_t cell = 0; cell < source->cells->items.count; cell++)
				add_row(source, e, cell, names[e], groups[e], result);
	} else {
		add_cells_first(source, names, groups, result);
	}
	add_titles(source, result);
	free(names);
	free(groups);
}
