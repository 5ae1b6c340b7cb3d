/* What is computed from a row when it is shown. */
#include "result/kvm_result.h"

#include <math.h>

double kvm_row_error_percent(const struct kvm_row *row)
{
	if (row->nr < 2 || row->mean_ns <= 0) return 0;
	double variance = row->squares / (double)(row->nr - 1);
	return 100.0 * sqrt(variance / (double)row->nr) / row->mean_ns;
}
