/* Adds up counts: over CPUs and threads into the cells of an aggregation mode, over repeated runs into means and their
 * errors, over intervals into differences; and makes of it what `perf stat` shows (result/stat_result.h).
 *
 *     tally = stat_tally_new(&setup);
 *     one run:    stat_tally_add_run(tally, &counts, &times);
 *     -r N:       the same after each run, counts starting from 0 each time
 *     -I:         stat_tally_add_interval(tally, &counts, &times) with the counts since the start, as often as wanted;
 *                 stat_tally_result after each gives that interval, stat_tally_summary at the end gives all of them
 * together stat_tally_result(tally, &result); */
#ifndef ANALYSIS_STAT_STAT_TALLY_H
#define ANALYSIS_STAT_STAT_TALLY_H

#include "analysis/stat/stat_setup.h"

struct stat_tally;

/* How long a run took. */
struct stat_times {
	uint64_t
		elapsed_ns; /* of this run from enabling to the end; -I: since the start, at the end of this interval */
	/* CPU time of the command, from its rusage; used when has_rusage. */
	uint64_t user_ns, system_ns;
	bool has_rusage;
};

/* Never NULL. The setup is borrowed, with all it points to. One thread at a time. */
struct stat_tally *stat_tally_new(const struct stat_setup *setup);
void stat_tally_free(struct stat_tally *tally); /* takes NULL */

/* The counts of a whole run, from 0. counts has as many events, CPUs and threads as the setup. times is copied. */
void stat_tally_add_run(struct stat_tally *tally, const struct counts *counts, const struct stat_times *times);
/* The counts at the end of an interval, since the start of the run; likewise. */
void stat_tally_add_interval(struct stat_tally *tally, const struct counts *counts, const struct stat_times *times);

/* What is to be shown of all runs so far, or of the newest interval. Initialises and fills ret, which the caller
 * ends with stat_result_done; it borrows names from the setup and lists from the tally. */
void stat_tally_result(const struct stat_tally *tally, struct stat_result *ret);
/* -I --summary: all intervals together. Likewise. */
void stat_tally_summary(const struct stat_tally *tally, struct stat_result *ret);

#endif
