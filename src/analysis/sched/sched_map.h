/* Which task runs on which CPU: a row for each switch, with what all CPUs run. For `perf sched map`;
 * result/sched_switches.h says what a row holds. */
#ifndef ANALYSIS_SCHED_SCHED_MAP_H
#define ANALYSIS_SCHED_SCHED_MAP_H

#include "analysis/pass/sample_filter.h"
#include "analysis/sched/sched_events.h"
#include "result/sched_switches.h"

/* Borrowed, and must outlive the map. */
struct sched_map_options {
	/* Slots only for CPUs that were seen, in the order they were seen. Else a slot for each CPU, by number. */
	bool compact;
	struct number_list cpus; /* empty: all */
	/* CPUs and threads that rows mark as highlighted. */
	struct number_list colour_cpus, colour_tids;
	struct name_list tasks;
	/* tasks: names of tasks to show; not given: all. fuzzy: a part of a name is enough. */
	bool fuzzy;
	void *ctx;
	int (*row)(void *ctx, const struct sched_map_row *row); /* nonzero stops */
	int (*batch)(void *ctx);                                /* after some rows; may be NULL */
};

/* Returns 0, what a row stopped with, or -errno with err set. */
int sched_map_run(struct session *session, const struct sched_map_options *options, struct err *err) _warn_unused_;

/* The parts of it: a map of so many CPUs at first (without `compact`), given events, each a struct sched_event
 * (nonzero: what a row stopped with). */
struct sched_map;
struct sched_map *sched_map_new(const struct sched_map_options *options, const struct model *model, uint32_t nr_cpus);
int sched_map_event(void *map, const void *event);
void sched_map_free(struct sched_map *map);

#endif
