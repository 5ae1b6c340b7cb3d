/* The names of a sample's call chain, as analyses of tracepoints keep it (result/call_names.h). */
#ifndef ANALYSIS_PASS_CHAIN_NAMES_H
#define ANALYSIS_PASS_CHAIN_NAMES_H

#include "analysis/pass/tracepoint_pass.h"

/* How much of a chain is kept. Borrowed for the call. */
struct chain_limits {
	/* So many of the innermost frames; 0: none. */
	unsigned max_stack;
	/* Where the first max_stack frames have fewer of a user's program than this, the chain goes on with the
	 * program's frames, up to so many. */
	unsigned user_stack;
	const char *const *skip_symbols;
	/* Functions of these names are left out. */
	size_t nr_skip_symbols;
};

/* The names of the sample's call chain, innermost first, packed as result/call_names.h says; "" when nothing is left
 * of it. The text is the worker's, lives until the pass ends, and is the same (by address) for equal chains of one
 * worker. Calls the worker's resolver, which must be there. */
const char *chain_names_of(struct tracepoint_worker *worker, const struct sample *sample,
			   const struct chain_limits *limits);

#endif
