/* The cells that an aggregation mode adds counts up into: one for all, or one a CPU, core, socket, thread ... */
#ifndef ANALYSIS_STAT_STAT_CELLS_H
#define ANALYSIS_STAT_STAT_CELLS_H

#include "analysis/stat/stat_setup.h"

/* A count of CPU c and thread t goes to cell of_cpu[c] + of_thread[t]. */
struct stat_cells {
	VEC(struct stat_cell) items; /* in the order they are shown */
	/* [index of CPU]: the cell that its counts go to; all 0 with STAT_AGGR_THREAD. */
	uint32_t *of_cpu;
	/* [index of thread]: added to of_cpu; all 0 but with STAT_AGGR_THREAD. */
	uint32_t *of_thread;
};

/* Copies what it needs of the setup, but for names of threads, which are borrowed. stat_cells_done frees. */
void stat_cells_init(struct stat_cells *cells, const struct stat_setup *setup);
void stat_cells_done(struct stat_cells *cells);

#endif
