/* BRANCH_STACK: samples carry branch stacks; the section is empty. */
#include "perfdata/feature/header_feature.h"

static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# contains samples with branch stack\n");
}

const struct feature_desc feature_branch_stack = { .print = print };
