/* BRANCH_STACK: samples carry branch stacks (PERF_SAMPLE_BRANCH_STACK); the section is empty. perf report shows
 * branches, not samples, when it is present and an event has them. */
#include "perfdata/feature/header_feature.h"

static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# contains samples with branch stack\n");
}

const struct feature_desc feature_branch_stack = { .print = print };
