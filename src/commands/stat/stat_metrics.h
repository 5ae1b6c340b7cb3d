/* The metrics of the CPU's vendor tables that `perf stat` computes: those asked for (-M, --topdown, -T), and those
 * that the tables name for when nobody says what to count.
 *
 *     names -> metric_set (event/metric): formulas, with the events that they need -> options->events -> counted
 *           -> printers find the formulas in the set, and the counts by event */
#ifndef COMMANDS_STAT_STAT_METRICS_H
#define COMMANDS_STAT_STAT_METRICS_H

#include "commands/stat/stat_option.h"
#include "event/metric/metric.h"

/* Zeroed: none. Formulas; what they compute with are events in the list that is counted. Ended by stat_metrics_done. */
struct stat_metrics {
	struct metric_set asked, defaults;
};

/* Appends the events of the metrics asked for to options->events; call it when all options are parsed. 0, or a
 * negative errno with the user told. */
int stat_metrics_add_asked(struct stat_metrics *metrics, struct stat_options *options);
/* The same of the default metrics; where their events are not to be had there are none. */
void stat_metrics_add_default(struct stat_metrics *metrics, struct stat_options *options);
/* Frees the formulas; results that name them must be printed by then. */
void stat_metrics_done(struct stat_metrics *metrics);

#endif
