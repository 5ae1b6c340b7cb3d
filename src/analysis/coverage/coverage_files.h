/* What executed instructions say of source files. */
#ifndef ANALYSIS_COVERAGE_COVERAGE_FILES_H
#define ANALYSIS_COVERAGE_COVERAGE_FILES_H

#include "analysis/coverage/coverage_code.h"
#include "base/u64map.h"
#include "result/coverage_result.h"
#include "symbol/object_lines.h"

/* Of one line, while its function is looked at. */
struct coverage_piece {
	const char *path;
	uint32_t line;
	uint64_t start, end, count;
};
struct coverage_files {
	struct coverage *result;
	struct u64map file_of;             /* path, whose pointer is its identity -> index in result->files */
	struct u64map line_of;             /* index of a file << 32 | line -> index in its lines */
	VEC(struct coverage_piece) pieces; /* of the function at hand */
};
/* A function of an object: code has its instructions with their counts, or none where they cannot be read. end: of its
 * code. False: it has no line information, and nothing was added. */
bool coverage_files_add(struct coverage_files *files, struct object *object, const struct coverage_function *function,
			uint64_t start, uint64_t end, const struct coverage_code *code);
/* Puts all in order, adds it up, and frees what is not the result. */
void coverage_files_finish(struct coverage_files *files);

#endif
