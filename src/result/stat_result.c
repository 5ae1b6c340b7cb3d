/* Beginning and end of a result of perf stat. */
#include "result/stat_result.h"

void stat_result_init(struct stat_result *result)
{
	*result = (struct stat_result){ .runs = 1, .aggr = STAT_AGGR_GLOBAL };
	arena_init(&result->arena);
}

void stat_result_done(struct stat_result *result)
{
	vec_done(&result->rows);
	vec_done(&result->titles);
	arena_done(&result->arena);
}
