/* Makes rows of a result out of sums by event and cell: which are shown, in what order, under which name, with which
 * metrics. */
#ifndef ANALYSIS_STAT_STAT_ROWS_H
#define ANALYSIS_STAT_STAT_ROWS_H

#include "analysis/stat/stat_cells.h"
#include "analysis/stat/stat_mean.h"
#include "analysis/stat/stat_shadow.h"

struct stat_sum {
	uint64_t value, enabled_ns, running_ns;
	uint32_t nr_cpus; /* counters, as CPUs, that were added up */
	enum counts_state state;
	bool failed;        /* a part of the cell was not counted */
	bool in_row_before; /* a row before this one has the same sum: of the same core */
};

struct stat_rows_source {
	const struct stat_setup *setup;
	const struct stat_cells *cells;
	const struct stat_sum *sums;       /* [event][cell] */
	const struct stat_mean *means;     /* [event], shown instead of the sums; NULL: the sums */
	const struct stat_shadow *shadows; /* [event] */
	double wall_ns;                    /* how long was counted */
};

/* Adds rows to result, with the aggregation mode and what else follows from them. */
void stat_rows_fill(const struct stat_rows_source *source, struct stat_result *result);

#endif
