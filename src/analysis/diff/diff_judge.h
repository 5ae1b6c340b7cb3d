/* Judges differences between two groups of recordings of the same thing, such as five before a change and five after
 * it.
 *
 * How much one recording differs from the next is estimated for each row from the groups, and, since groups are small,
 * from all rows together: the scatter beyond that of samples (overdispersion) is shrunk towards what rows have in
 * common, as is usual for measurements of many things on few specimens (G. K. Smyth, Linear models and empirical Bayes
 * methods, 2004). It is never taken to be less than that of the samples themselves. With one recording in each group
 * that is all there is.
 *
 * Rows are many: intervals are widened (Bonferroni) so that all of them together are right with the confidence. A
 * change is real when its interval does not have 0 in it: of comparisons of equal things at most one in twenty finds
 * any. */
#ifndef ANALYSIS_DIFF_DIFF_JUDGE_H
#define ANALYSIS_DIFF_DIFF_JUDGE_H

#include "result/diff_judgement.h"

struct diff_judge_options {
	size_t nr_before; /* recordings; at least one, and one less than the diff has at most */
	bool by_period;   /* as in struct diff_judgement */
	/* Rows that are lighter before and after (their mean), in percent, are not judged: they would widen the
	 * intervals of those that matter. */
	double least_share;
};

/* Paths of rows (diff_row.paths), where there are some, are judged too: their intervals hold together with the
 * confidence, as those of rows do among themselves. */
void diff_judge(const struct diff *diff, const struct diff_judge_options *options, struct diff_judgement *ret);
/* Whether something grew by more than limit percent, for certain: a row, or by period all together. */
bool diff_judgement_exceeds(const struct diff_judgement *judgement, double limit);
/* Whether all together grew by more than limit percent, for certain. By share that exceeds nothing. */
bool diff_judgement_total_exceeds(const struct diff_judgement *judgement, double limit);

#endif
