/* Metrics that need no table of the CPU's vendor: what upstream 6.12 shows behind its rows ("0.469 CPUs utilized",
 * "1.36 insn per cycle", "2.98% of all branches", "116.696 K/sec"). Each event has its own, computed from its count and
 * from those of other events of the same cell, cgroup, PMU and privilege. */
#ifndef ANALYSIS_STAT_STAT_SHADOW_H
#define ANALYSIS_STAT_STAT_SHADOW_H

#include "analysis/stat/stat_setup.h"

#define STAT_SHADOW_NONE UINT32_MAX

/* Which other events an event's metric needs: of each kind the first that fits, or STAT_SHADOW_NONE. rule: index of
 * the rule in stat_shadow.c; -1: only a rate per second. */
struct stat_shadow {
	int8_t rule;
	uint32_t clock, other, stalled_frontend, stalled_backend;
};

/* Fills one for each event of the setup. */
void stat_shadow_find(const struct stat_setup *setup, struct stat_shadow *ret_shadows);

/* The counts of one cell: of_event gives an event's count in its unit, of clocks in ns; 0 when it has none. wall_ns:
 * how long was counted. */
struct stat_shadow_counts {
	double (*of_event)(const void *ctx, size_t event);
	const void *ctx;
	double wall_ns;
};
enum { STAT_SHADOW_MAX = 2 };
/* Fills ret_metrics with the metrics of the event, in the order that they are shown in. Returns how many (1 or 2). */
size_t stat_shadow_compute(const struct stat_shadow *shadow, size_t event, const struct stat_shadow_counts *counts,
			   struct stat_metric ret_metrics[STAT_SHADOW_MAX]);

/* The titles of the event's metrics for --metric-only, but for the event's name. Returns how many (0 to 2). */
size_t stat_shadow_titles(const struct stat_shadow *shadow, struct stat_title ret_titles[STAT_SHADOW_MAX]);

#endif
