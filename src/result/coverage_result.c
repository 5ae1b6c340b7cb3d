#include "result/coverage_result.h"

void coverage_done(struct coverage *coverage)
{
	for (size_t i = 0; i < coverage->files.count; i++) {
		struct coverage_file *file = &coverage->files.items[i];
		vec_done(&file->lines);
		vec_done(&file->branches);
		vec_done(&file->functions);
	}
	vec_done(&coverage->files);
	vec_done(&coverage->objects);
}
