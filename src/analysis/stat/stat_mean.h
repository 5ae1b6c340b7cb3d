/* Mean and standard error of the mean, numerically stable (Welford 1962): what -r shows. */
#ifndef ANALYSIS_STAT_STAT_MEAN_H
#define ANALYSIS_STAT_STAT_MEAN_H

#include <math.h>
#include "result/stat_result.h"

/* Zero-initialised: of no values. squares: sum of squared distances from the mean. */
struct stat_mean {
	double count, mean, squares;
};

static inline void stat_mean_add(struct stat_mean *m, double value)
{
	double distance = value - m->mean;
	m->count++;
	m->mean += distance / m->count;
	m->squares += distance * (value - m->mean);
}
/* The standard error of the mean, in the values' unit; 0 for fewer than two values. */
static inline double stat_mean_error(const struct stat_mean *m)
{
	return m->count < 2 ? 0 : sqrt(m->squares / (m->count - 1) / m->count);
}
/* The error in percent of the mean; 0 when that is 0. */
static inline double stat_mean_error_percent(const struct stat_mean *m)
{
	double error = stat_mean_error(m);
	return m->mean != 0 ? 100 * error / m->mean : 0;
}

#endif
