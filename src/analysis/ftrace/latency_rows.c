/* A row has the durations from its beginning to just before that of the next; parts of a unit count. */
#include "analysis/ftrace/latency_rows.h"

/* Rows where the options do not say how many. */
enum { USUAL_ROWS = 22 };

/* Rows of so many units each, above the one for what is below min. */
static size_t count_rows(const struct latency_rows_options *options)
{
	if (options->max < options->min) return USUAL_ROWS;
	uint64_t ranges = (options->max - options->min) / options->range;
	if (!options->max || ranges + (options->min > 0) >= FUNCTION_LATENCY_MAX_ROWS) return USUAL_ROWS;
	return (size_t)ranges + (options->min > 0) + 1;
}

/* What is beyond the largest number is there: no duration is. */
static uint64_t beginning(const struct latency_rows_options *options, size_t row)
{
	uint64_t rows_before, size;
	if (!row) return 0;
	if (!options->range) return 1ull << (row - 1);
	rows_before = options->min ? row - 1 : row;
	return __builtin_mul_overflow(rows_before, options->range, &size) ||
			       __builtin_add_overflow(size, options->min, &size)
		       ? UINT64_MAX
		       : size;
}

void latency_rows_init(struct function_latency_result *result, const struct latency_rows_options *options)
{
	*result = (struct function_latency_result){ .in_ns = options->in_ns, .range = options->range };
	result->nr_rows = options->range ? count_rows(options) : USUAL_ROWS;
	for (size_t i = 0; i < result->nr_rows; i++) result->from[i] = beginning(options, i);
}

void latency_rows_add(struct function_latency_result *result, uint64_t duration_ns)
{
	uint64_t units = result->in_ns ? duration_ns : duration_ns / 1000;
	size_t row = result->nr_rows - 1;
	while (row && units < result->from[row]) row--;
	result->count[row]++;
	result->min_ns = result->nr ? MIN(result->min_ns, duration_ns) : duration_ns;
	result->max_ns = MAX(result->max_ns, duration_ns);
	if (__builtin_add_overflow(result->total_ns, duration_ns, &result->total_ns)) result->total_ns = UINT64_MAX;
	result->nr++;
}
