/* What can be said of the differences between two groups of recordings: how large each is, how certain that is, and
 * whether it is more than what recordings of one group differ by anyhow. */
#ifndef RESULT_DIFF_JUDGEMENT_H
#define RESULT_DIFF_JUDGEMENT_H

#include "result/diff.h"

/* Filled by diff_judge (analysis/diff/diff_judge.h), freed by diff_judgement_done. Borrows from the diff. */
struct diff_judgement {
	size_t nr_before, nr_after; /* recordings; the first nr_before of the diff are those before */
	/* Numbers are percents of the mean period before, so that they add up to the change as a whole; else they are
	 * shares of each recording. */
	bool by_period;
	/* There is one recording in each group: all that is known is how much samples scatter. */
	bool is_sampling_only;
	/* The period of all rows, as percents of its mean before. */
	struct diff_judged total;
	VEC(struct diff_judged) rows; /* real changes first, then noise, then what is not judged; each the largest
					 change first */
	size_t nr_judged;             /* rows whose intervals hold together with the confidence */
	/* The same of paths of calls (diff_row.paths), which are judged by themselves; those of the same samples count
	 * once. */
	size_t nr_judged_paths;
	double confidence;  /* 0.95 */
	double least_share; /* lighter rows are not judged, in percent */
	double noise;       /* how many times more recordings scatter than their samples do; 1: no more */
};

static inline void diff_judgement_done(struct diff_judgement *judgement) { vec_done(&judgement->rows); }
/* "grew", "shrank", "noise"; "" where it was not judged. */
const char *diff_verdict_name(enum diff_verdict verdict);

#endif
