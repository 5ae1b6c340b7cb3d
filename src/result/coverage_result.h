/* What of the code of a hardware trace was executed: source files with their lines, branches and functions, each with
 * how often. Made by analysis/coverage, shown by render/listing/coverage_*. Names are the session's. */
#ifndef RESULT_COVERAGE_RESULT_H
#define RESULT_COVERAGE_RESULT_H

#include <stdbool.h>
#include "base/vec.h"

/* So many of all were executed. */
struct coverage_share {
	uint64_t hit, all;
};
struct coverage_sums {
	struct coverage_share lines, functions, branches; /* branches: directions, two of each conditional jump */
};

/* A line with code. count: of its instruction that was executed most often, in each function, added up. */
struct coverage_line {
	uint32_t line;
	uint64_t count;
};
/* A conditional jump: how often it went to its target, and how often to the instruction behind it. */
struct coverage_branch {
	uint32_t line, order; /* order: among those of the file, by object and address */
	uint64_t taken, passed;
};
struct coverage_function {
	const char *name, *object;
	uint32_t line;  /* of its entry */
	uint64_t count; /* of its first instruction */
	bool is_hit;    /* any instruction was executed: the trace may begin within it */
	struct coverage_share lines, branches;
};
/* A source file; all in order of lines, equal ones in order of addresses. Owned. */
struct coverage_file {
	const char *path;
	VEC(struct coverage_line) lines;
	VEC(struct coverage_branch) branches;
	VEC(struct coverage_function) functions;
	struct coverage_sums sums;
};
/* An object of which something was executed. Without line information its functions are in no file. */
struct coverage_object {
	const char *name;
	bool has_lines;
	struct coverage_share functions; /* those with line information, or all where there is none */
	uint64_t nr_unlined;             /* has_lines: functions without line information that were executed */
};
struct coverage {
	VEC(struct coverage_file) files; /* by path */
	VEC(struct coverage_object) objects;
	struct coverage_sums sums;
	uint64_t nr_runs;      /* pieces of code between two branches that were executed */
	uint64_t nr_unmatched; /* of these, those that do not fit the code at hand */
};
void coverage_done(struct coverage *coverage);

#endif
