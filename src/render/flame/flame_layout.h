/* Where the nodes of a flame graph stand: children side by side over their caller, in order, each as wide as it weighs.
 */
#ifndef RENDER_FLAME_FLAME_LAYOUT_H
#define RENDER_FLAME_FLAME_LAYOUT_H

#include "result/flame.h"

/* Shares of the whole width, 0 to 1, by node; depth: of the deepest that is at least least_share wide. */
struct flame_layout {
	double *left, *width;
	uint64_t *totals, *was_totals; /* was_totals: NULL without a baseline */
	uint32_t depth;
	size_t nr_narrow; /* nodes that are less wide than that */
};

/* With a baseline a node is as wide as the greater one of its shares, now and then, of the recordings' totals, and at
 * least as wide as its children: what vanished has its place. flame_layout_done frees it. */
void flame_layout_make(const struct flame *flame, double least_share, struct flame_layout *ret);
void flame_layout_done(struct flame_layout *layout);

/* A node's share of its recording, now less then: -1 to 1. */
double flame_layout_change(const struct flame *flame, const struct flame_layout *layout, size_t node);

#endif
