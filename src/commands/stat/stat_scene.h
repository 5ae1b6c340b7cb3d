/* From what counting opened, or a recording holds, to what the analysis of counts must know: the setup of
 * analysis/stat/stat_setup.h, with the arrays it borrows. */
#ifndef COMMANDS_STAT_STAT_SCENE_H
#define COMMANDS_STAT_STAT_SCENE_H

#include "analysis/stat/stat_setup.h"
#include "base/arena.h"
#include "kernel/kernelfs.h"
#include "kernel/target.h"

/* What the counts are of. setup borrows from arena and from the events; stat_scene_done ends both. */
struct stat_scene {
	struct stat_setup setup;
	struct arena arena;
};

/* Fills *scene for these events on this target. Events and their names are borrowed; places of CPUs are read from
 * sysfs (below fs) only for an aggr that wants them, names of threads from /proc only when aggr is by thread: each
 * costs time before counting begins. cache_level: of --per-cache, 0 is the last. setup's other members are the
 * caller's to set. */
void stat_scene_init(struct stat_scene *scene, const struct event_list *events, const struct target *target,
		     enum stat_aggr aggr, int32_t cache_level, const struct kernelfs *fs);
/* --hybrid-merge: events of one name on several sorts of CPUs become one row, under that name. */
void stat_scene_merge_hybrid(struct stat_scene *scene);
/* Frees what setup borrows: no tally or result of it may be used any more. */
void stat_scene_done(struct stat_scene *scene);

#endif
