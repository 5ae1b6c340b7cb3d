/* Each row's values, group by group, become a mean difference and a scatter; the scatters of all rows a prior for each;
 * both together an interval. */
#include "analysis/diff/diff_judge.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/diff/student_t.h"

static const double confidence = 0.95;
/* The prior never counts for more than so many recordings: rows differ more than the model of it says. */
static const double most_prior_df = 40;
/* Fewer rows say nothing about all. */
enum { LEAST_ROWS_FOR_PRIOR = 4 };

struct judging {
	const struct diff *diff;
	const struct diff_judge_options *options;
	size_t nr_before, nr_after;
	double total_before; /* mean period */
	double df;           /* of a row's own scatter */
	/* The prior: what the scatter of a row is expected to be, and for how many degrees of freedom it counts. */
	double prior_scatter, prior_df;
};

/* The row being judged. */
struct measured {
	struct diff_judged judged;
	double scatter;           /* variance between recordings, as a multiple of that of samples */
	double sampling_variance; /* of the change, by samples alone */
	bool is_judged;
};

static double value_of(const struct judging *j, const struct diff_row *row, size_t file)
{
	double period = (double)row->values[file].period;
	double all = j->options->by_period ? j->total_before : (double)j->diff->totals[file].period;
	return all > 0 ? 100 * period / all : 0;
}

static double mean_of(const struct judging *j, const struct diff_row *row, size_t begin, size_t end)
{
	double sum = 0;
	for (size_t file = begin; file < end; file++) sum += value_of(j, row, file);
	return sum / (double)(end - begin);
}

/* The variance that a recording's value has because it is made of samples. mean: of all recordings, as if nothing had
 * changed. */
static double sampling_variance(const struct judging *j, const struct diff_row *row, size_t file, double mean)
{
	if (j->options->by_period) {
		double samples = 0;
		for (size_t i = 0; i < j->diff->nr_files; i++) samples += (double)row->values[i].samples;
		samples /= (double)j->diff->nr_files;
		return samples > 0 ? mean * mean / samples : 0;
	}
	double samples = (double)j->diff->totals[file].samples;
	double share = fmin(mean, 100);
	return samples > 0 ? share * (100 - share) / samples : 0;
}

/* The sum of squares within a group, each in units of its sampling variance. */
static double squares(const struct judging *j, const struct diff_row *row, size_t begin, size_t end, double group_mean,
		      double mean)
{
	double sum = 0;
	for (size_t file = begin; file < end; file++) {
		double distance = value_of(j, row, file) - group_mean, variance = sampling_variance(j, row, file, mean);
		if (variance > 0) sum += distance * distance / variance;
	}
	return sum;
}

static double variance_of_mean(const struct judging *j, const struct diff_row *row, size_t begin, size_t end,
			       double mean)
{
	double sum = 0, count = (double)(end - begin);
	for (size_t file = begin; file < end; file++) sum += sampling_variance(j, row, file, mean);
	return sum / (count * count);
}

static struct measured measure(const struct judging *j, const struct diff_row *row)
{
	size_t n = j->nr_before, all = j->diff->nr_files;
	struct measured m = { .judged = { .row = row, .low = NAN, .high = NAN, .p = NAN } };
	m.judged.before = mean_of(j, row, 0, n);
	m.judged.after = mean_of(j, row, n, all);
	m.judged.change = m.judged.after - m.judged.before;
	double mean = mean_of(j, row, 0, all);
	if (j->df > 0)
		m.scatter = (squares(j, row, 0, n, m.judged.before, mean) +
			     squares(j, row, n, all, m.judged.after, mean)) /
			    j->df;
	m.sampling_variance = variance_of_mean(j, row, 0, n, mean) + variance_of_mean(j, row, n, all, mean);
	m.is_judged = (m.judged.before + m.judged.after) / 2 >= j->options->least_share && m.sampling_variance > 0;
	return m;
}

/* The scatter that rows have in common, and how alike they are in it (Smyth 2004, section 6.2). */
static void find_prior(struct judging *j, const struct measured *rows, size_t count)
{
	double sum = 0, square = 0;
	size_t used = 0;
	j->prior_df = 0;
	j->prior_scatter = 1;
	if (j->df <= 0) return;
	double offset = log(j->df / 2) - digamma(j->df / 2);
	for (size_t i = 0; i < count; i++) {
		if (!rows[i].is_judged) continue;
		double e = log(fmax(rows[i].scatter, 0.01)) + offset;
		sum += e;
		square += e * e;
		used++;
	}
	if (used < LEAST_ROWS_FOR_PRIOR) return;
	double mean = sum / (double)used, variance = (square - sum * mean) / (double)(used - 1);
	double beyond = variance - trigamma(j->df / 2);
	j->prior_df = beyond > 0 ? fmin(2 * trigamma_inverse(beyond), most_prior_df) : most_prior_df;
	j->prior_scatter = exp(mean + digamma(j->prior_df / 2) - log(j->prior_df / 2));
}

static void set_interval(struct diff_judged *judged, double error, double df, double tests)
{
	double reach = student_t_quantile((1 - confidence) / tests, df) * error;
	judged->low = judged->change - reach;
	judged->high = judged->change + reach;
	judged->p = fmin(1, tests * student_t_two_sided(error > 0 ? judged->change / error : INFINITY, df));
	judged->verdict = DIFF_NOISE;
	if (judged->low > 0) judged->verdict = DIFF_GREW;
	else if (judged->high < 0) judged->verdict = DIFF_SHRANK;
}

static void judge_row(const struct judging *j, struct measured *m, double tests)
{
	double df = j->df + j->prior_df, scatter = 1;
	if (!m->is_judged) return;
	if (df > 0) scatter = (j->prior_df * j->prior_scatter + j->df * m->scatter) / df;
	else df = INFINITY;
	set_interval(&m->judged, sqrt(fmax(scatter, 1) * m->sampling_variance), df, tests);
}

/* All rows together: a t test of two groups with one variance. */
static void judge_total(const struct judging *j, struct diff_judged *total)
{
	double sums[2] = { 0 }, counts[2] = { (double)j->nr_before, (double)j->nr_after }, squares_sum = 0;
	for (size_t i = 0; i < j->diff->nr_files; i++) sums[i >= j->nr_before] += (double)j->diff->totals[i].period;
	double unit = j->total_before > 0 ? 100 / j->total_before : 0;
	*total = (struct diff_judged){
		.before = unit > 0 ? 100 : 0, .after = unit * sums[1] / counts[1], .low = NAN, .high = NAN, .p = NAN
	};
	total->change = total->after - total->before;
	for (size_t i = 0; i < j->diff->nr_files; i++) {
		bool is_after = i >= j->nr_before;
		double distance = (double)j->diff->totals[i].period - sums[is_after] / counts[is_after];
		squares_sum += unit * distance * unit * distance;
	}
	if (j->df <= 0 || unit <= 0) return;
	set_interval(total, sqrt(squares_sum / j->df * (1 / counts[0] + 1 / counts[1])), j->df, 1);
}

/* Paths are judged as rows are, but together by themselves: each judged number widens the intervals of all that hold
 * together, and who asks for paths is not to be told less of rows. Their scatter is expected to be that of rows. */
static void judge_paths(const struct judging *j, struct diff_judgement *judgement)
{
	size_t values_size = j->diff->nr_files * sizeof(struct diff_value);
	VEC(struct measured) measured = VEC_INIT;
	size_t at = 0;
	for (size_t i = 0; i < j->diff->rows.count; i++) {
		const struct diff_paths *paths = j->diff->rows.items[i].paths;
		for (size_t n = 0; paths && n < paths->paths.count; n++) {
			const struct diff_path *path = &paths->paths.items[n], *called = n ? path - 1 : NULL;
			struct measured m = measure(j, &path->row);
			/* an only caller has the samples of the one that it called */
			bool is_again = called && path->depth == called->depth + 1 &&
					memcmp(path->row.values, called->row.values, values_size) == 0;
			m.judged.row = NULL;
			judgement->nr_judged_paths += m.is_judged && !is_again;
			vec_push(&measured, m);
		}
	}
	for (size_t i = 0; i < j->diff->rows.count; i++) {
		struct diff_paths *paths = j->diff->rows.items[i].paths;
		for (size_t n = 0; paths && n < paths->paths.count; n++) {
			struct measured *m = &measured.items[at++];
			judge_row(j, m, (double)judgement->nr_judged_paths);
			paths->paths.items[n].judged = m->judged;
		}
	}
	vec_done(&measured);
}

static int rank_of(enum diff_verdict verdict)
{
	if (verdict == DIFF_NOT_JUDGED) return 2;
	return verdict == DIFF_NOISE;
}

static int compare_judged(const void *pa, const void *pb)
{
	const struct diff_judged *a = pa, *b = pb;
	int ranks = rank_of(a->verdict) - rank_of(b->verdict);
	double l = fabs(a->change), r = fabs(b->change);
	if (ranks) return ranks;
	if (l != r) return l > r ? -1 : 1;
	return (a->row->position > b->row->position) - (a->row->position < b->row->position);
}

void diff_judge(const struct diff *diff, const struct diff_judge_options *options, struct diff_judgement *ret)
{
	struct judging j = { .diff = diff,
			     .options = options,
			     .nr_before = options->nr_before,
			     .nr_after = diff->nr_files - options->nr_before };
	_free_ struct measured *rows = xcalloc(diff->rows.count + 1, sizeof(*rows));
	j.df = (double)diff->nr_files - 2;
	for (size_t i = 0; i < j.nr_before; i++) j.total_before += (double)diff->totals[i].period / (double)j.nr_before;
	*ret = (struct diff_judgement){ .nr_before = j.nr_before,
					.nr_after = j.nr_after,
					.by_period = options->by_period,
					.is_sampling_only = diff->nr_files == 2,
					.confidence = confidence,
					.least_share = options->least_share };
	for (size_t i = 0; i < diff->rows.count; i++) {
		rows[i] = measure(&j, &diff->rows.items[i]);
		ret->nr_judged += rows[i].is_judged;
	}
	find_prior(&j, rows, diff->rows.count);
	ret->noise = fmax(j.prior_scatter, 1);
	judge_total(&j, &ret->total);
	for (size_t i = 0; i < diff->rows.count; i++) {
		judge_row(&j, &rows[i], (double)ret->nr_judged);
		vec_push(&ret->rows, rows[i].judged);
	}
	judge_paths(&j, ret);
	if (ret->rows.count) qsort(ret->rows.items, ret->rows.count, sizeof(*ret->rows.items), compare_judged);
}

static bool judged_exceeds(const struct diff_judged *judged, double limit)
{
	return judged->verdict == DIFF_GREW && judged->change > limit;
}

bool diff_judgement_total_exceeds(const struct diff_judgement *judgement, double limit)
{
	return judged_exceeds(&judgement->total, limit);
}

bool diff_judgement_exceeds(const struct diff_judgement *judgement, double limit)
{
	if (judgement->by_period && diff_judgement_total_exceeds(judgement, limit)) return true;
	for (size_t i = 0; i < judgement->rows.count; i++)
		if (judged_exceeds(&judgement->rows.items[i], limit)) return true;
	return false;
}
