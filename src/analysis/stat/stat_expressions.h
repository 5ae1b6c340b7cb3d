/* Metrics that are formulas over counts (event/metric/metric.h): computed for one cell, as the renderers show them. */
#ifndef ANALYSIS_STAT_STAT_EXPRESSIONS_H
#define ANALYSIS_STAT_STAT_EXPRESSIONS_H

#include "analysis/stat/stat_setup.h"

/* Where a formula's counts come from. of_event sets *ret_count to an event's count in the cell, in the event's unit
 * (times in ns); false: it was not counted. */
struct stat_expression_counts {
	bool (*of_event)(void *ctx, uint32_t event, double *ret_count);
	void *ctx;
};

/* What a metric is called: "%  tma_retiring", or its name alone (borrowed) when it has no unit. Lives as long as the
 * arena and the metric. */
const char *stat_expression_title(const struct metric *metric, struct arena *arena);
/* Evaluates the formula for the cell of counts; the value is shown as missing when it is no number. The title is in
 * the arena. */
struct stat_metric stat_expression_compute(const struct metric_set *set, const struct metric *metric,
					   const struct stat_expression_counts *counts, struct arena *arena);

#endif
