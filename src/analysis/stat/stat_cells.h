/* The cells that an aggregation mode adds counts up into: one for all, or one a CPU, core, socket, thread ... */
#ifndef ANALYSIS_STAT_STAT_CELLS_H
#define ANALYSIS_STAT_STAT_CELLS_H

#include "analysis/stat/stat_setup.h"

struct stat_cells {
	VEC(struct stat_cell) items; /* in the order they are shown */
	uint32_t *of_cpu;            /* [cpu index]: which cell it is in; all 0 with STAT_AGGR_THREAD */
	uint32_t *of_thread;         /* [thread index]: added to the above: all 0 but with STAT_AGGR_THREAD */
};

void stat_cells_init(struct stat_cells *cells, const struct stat_setup *setup);
void stat_cells_done(struct stat_cells *cells);

#endif
