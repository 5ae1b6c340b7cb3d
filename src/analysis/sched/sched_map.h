/* Which task runs on which CPU, a row a switch. */
#ifndef ANALYSIS_SCHED_SCHED_MAP_H
#define ANALYSIS_SCHED_SCHED_MAP_H

#include "analysis/pass/sample_filter.h"
#include "analysis/sched/sched_events.h"
#include "result/sched_switches.h"

struct sched_map_options {
	bool compact;            /* only CPUs that were seen, in the order they were */
	struct number_list cpus; /* empty: all */
	struct number_list colour_cpus, colour_tids;
	struct name_list tasks;
	bool fuzzy; /* not given: all; fuzzy: a part of the name is enough */
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
