/* The names of a sample's call chain, as analyses of tracepoints keep it (result/call_names.h). */
#ifndef ANALYSIS_PASS_CHAIN_NAMES_H
#define ANALYSIS_PASS_CHAIN_NAMES_H

#include "analysis/pass/tracepoint_pass.h"

/* How much of a chain is kept. */
struct chain_limits {
	unsigned max_stack;  /* so many frames */
	unsigned user_stack; /* chains whose first max_stack frames have less of a user's program go on with its frames,
				up to so many */
	const char *const *skip_symbols;
	size_t nr_skip_symbols; /* not shown */
};

/* The chain packed by result/call_names.h, "" when nothing is left of it. The text is the worker's, until the pass
 * ends: the same for equal chains. */
const char *chain_names_of(struct tracepoint_worker *worker, const struct sample *sample,
			   const struct chain_limits *limits);

#endif
