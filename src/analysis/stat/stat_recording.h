/* A recording of `perf stat record` as what the analysis of counts takes: the setup out of its events, maps and header,
 * then the counts round by round.
 *
 *     stat_recording_open(pd, &options, &recording, &err);
 *     tally = stat_tally_new(stat_recording_setup(recording));
 *     while (stat_recording_next(recording, &round) > 0) ...
 *     stat_recording_close(recording); */
#ifndef ANALYSIS_STAT_STAT_RECORDING_H
#define ANALYSIS_STAT_STAT_RECORDING_H

#include "analysis/stat/stat_tally.h"
#include "perfdata/perfdata.h"

/* What overrides the recording. */
struct stat_recording_options {
	enum stat_aggr aggr; /* STAT_AGGR_UNSET: as recorded */
	/* STAT_AGGR_CACHE: the level of caches; 0: as recorded, or the last level that the recording knows of. */
	unsigned cache_level;
};

/* Counts at one moment: the end of an interval, or of the run. */
struct stat_round {
	const struct counts *counts; /* since the start; valid until the next round */
	struct stat_times times;
	bool is_final; /* of the whole run, not of an interval */
};

struct stat_recording;

/* Reads pd up to the first counts; pd stays the caller's and must outlive the recording. Returns 0 with *ret, to be
 * closed; or -errno with err set: -ENODATA when there are no counts, -E2BIG for maps so large that no recorder wrote
 * them, or what reading gave. */
int stat_recording_open(struct perfdata *pd, const struct stat_recording_options *options, struct stat_recording **ret,
			struct err *err) _warn_unused_;
void stat_recording_close(struct stat_recording *recording); /* takes NULL */
/* Borrowed, valid until the recording is closed. */
const struct stat_setup *stat_recording_setup(const struct stat_recording *recording);
/* Returns 1 with the next round, 0 at the end, or -errno. Counts are those since the start, not of the interval.
 * Where the recorder of a run was killed, what came after the last round is one more; of intervals only those are
 * rounds whose time is in the file. */
int stat_recording_next(struct stat_recording *recording, struct stat_round *ret) _warn_unused_;
/* At the end: whether counts came after the last round that were not in it: the recorder was killed. */
bool stat_recording_is_cut(const struct stat_recording *recording);

#endif
