/* A call chain as one text: "a <- b <- c", innermost first. */
#ifndef ANALYSIS_PASS_CHAIN_TEXT_H
#define ANALYSIS_PASS_CHAIN_TEXT_H

#include "analysis/pass/tracepoint_pass.h"

struct chain_style {
	unsigned max_stack;  /* so many frames */
	unsigned user_stack; /* chains whose first max_stack frames have less of a user's program go on with its frames,
				up to so many */
	const char *const *skip_symbols;
	size_t nr_skip_symbols; /* not shown */
};

/* "" when nothing is left of it. The text is the worker's, until the pass ends: the same for equal chains. */
const char *chain_text_of(struct tracepoint_worker *worker, const struct sample *sample,
			  const struct chain_style *style);

#endif
