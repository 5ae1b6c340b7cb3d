/* The calling-context tree of a profile with names: result/flame.h. Call chains have to be in the tree
 * (hist_options.use_chains without chains_for_graphs); where there are none, a tree has the levels above the samples'
 * own addresses alone. */
#ifndef ANALYSIS_PROFILE_ANSWERS_HIST_FLAME_H
#define ANALYSIS_PROFILE_ANSWERS_HIST_FLAME_H

#include "analysis/profile/collect/hist.h"
#include "result/flame.h"
#include "result/table.h"

/* The tree of one event's samples that no filter hides, as of the last snapshot. The outermost levels are the cells of
 * the keys of task and sample scope (comm, pid, cpu ...), in their order. table: the rows that hist_report made of this
 * event; a node then knows the row it counts for. May be NULL. ret_places: becomes an array of the flame's node, or
 * FLAME_NONE, by node of the profile's tree, for flame moments; the caller frees it. NULL: not needed. */
/* Nodes of the profile's tree of an event: how long that array is. */
size_t hist_nr_nodes(const struct hist_event *event);
struct flame *hist_flame(struct hist *hist, struct hist_event *event, const struct table *table, uint32_t **ret_places);

/* The same with at most max_nodes nodes (flame_finish_limited). */
struct flame *hist_flame_limited(struct hist *hist, struct hist_event *event, const struct table *table,
				 size_t max_nodes, uint32_t **ret_places, uint64_t *ret_least);
/* What the rows of a table of the profile's entries have of an event; the caller frees it. */
struct flame_row *hist_flame_rows(struct hist *hist, struct hist_event *event, const struct table *table);

#endif
