/* Metrics that are formulas over counts (event/metric/metric.h): computed for one cell, as the renderers show them. */
#ifndef ANALYSIS_STAT_STAT_EXPRESSIONS_H
#define ANALYSIS_STAT_STAT_EXPRESSIONS_H

#include "analysis/stat/stat_setup.h"

/* of_event: the count of an event in the cell, in its unit, of times in ns; false: it was not counted. */
struct stat_expression_counts {
	bool (*of_event)(void *ctx, uint32_t event, double *ret_count);
	void *ctx;
};

/* What metric is called: "%  tma_retiring", or its name alone when it has no unit. */
const char *stat_expression_title(const struct metric *metric, struct arena *arena);
struct stat_metric stat_expression_compute(const struct metric_set *set, const struct metric *metric,
					   const struct stat_expression_counts *counts, struct arena *arena);

#endif
