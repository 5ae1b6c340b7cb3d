/* Makes rows of a result out of sums by event and cell: which are shown, in what order, under which name, with which
 * metrics. */
#ifndef ANALYSIS_STAT_STAT_ROWS_H
#define ANALYSIS_STAT_STAT_ROWS_H

#include "analysis/stat/stat_cells.h"
#include "analysis/stat/stat_mean.h"
#include "analysis/stat/stat_shadow.h"

/* The counts of one event in one cell, added up and scaled. Times are ns. */
struct stat_sum {
	uint64_t value, enabled_ns, running_ns;
	/* How many counters were added up: CPUs, or with STAT_AGGR_THREAD threads on CPUs. */
	uint32_t nr_cpus;
	enum counts_state state;
	/* A part of the cell was not counted: then nothing of it is shown. */
	bool failed;
	/* The cell before it has the same sum, as it is of the same core. */
	bool in_row_before;
};

/* All borrowed. */
struct stat_rows_source {
	const struct stat_setup *setup;
	const struct stat_cells *cells;
	const struct stat_sum *sums; /* [event][cell] */
	/* [event], shown instead of the sums (-r); NULL: the sums. */
	const struct stat_mean *means;
	const struct stat_shadow *shadows; /* [event] */
	/* How long was counted. */
	double wall_ns;
};

/* Adds rows and titles to result, which was initialised, and sets what else follows from the setup. Texts are
 * borrowed from the setup, or in result's arena. */
void stat_rows_fill(const struct stat_rows_source *source, struct stat_result *result);

#endif
