#include <math.h>
#include "analysis/stat/stat_expressions.h"

const char *stat_expression_title(const struct metric *metric, struct arena *arena)
{
	return *metric->unit ? arena_printf(arena, "%s  %s", metric->unit, metric->name) : metric->name;
}

/* Beyond the formula's threshold is bad, below it is good; without one nothing is coloured. */
static enum stat_threshold threshold_of(enum metric_state state)
{
	if (state == METRIC_BEYOND) return STAT_BAD;
	return state == METRIC_BELOW ? STAT_GOOD : STAT_UNKNOWN;
}

struct stat_metric stat_expression_compute(const struct metric_set *set, const struct metric *metric,
					   const struct stat_expression_counts *counts, struct arena *arena)
{
	struct metric_result result = metric_evaluate(set, metric, counts->of_event, counts->ctx);
	return (struct stat_metric){
		.has_value = !isnan(result.value),
		.value = result.value,
		.unit = stat_expression_title(metric, arena),
		.metric_only = true,
		.number = *metric->unit ? STAT_SCALED : STAT_PLAIN_VALUE,
		.threshold = threshold_of(result.state),
	};
}
