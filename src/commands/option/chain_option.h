/* -g of the commands that show call graphs: "graph,0.5,caller,function,percent" in any order, and call-graph.* of the
 * configuration.
 *
 * A number is the threshold in percent; a second one is the limit of branches. All other words are known ones, which
 * may be cut short. */
#ifndef COMMANDS_OPTION_CHAIN_OPTION_H
#define COMMANDS_OPTION_CHAIN_OPTION_H

#include <stdbool.h>
#include "analysis/profile/collect/hist.h"
#include "cli/option_set.h"
#include "render/tree/tree_text.h"

/* How call graphs are made (order, key, branches: analysis/profile) and drawn (the rest: render/tree). Set by
 * chain_option_configure, then by the option, in that order; nothing in it is owned. */
struct chain_option {
	/* No call graphs at all. */
	bool none;
	enum tree_style style;
	/* Branches lighter than that are left out. */
	double threshold_percent;
	/* At most so many branches below one; 0: all. */
	unsigned limit;
	/* Whether the order was said: else it follows from whether children are added up. */
	bool order_given, caller_first;
	/* What makes two links of chains one: function, address, source line. */
	enum chain_key key;
	/* Chains go on along branch stacks. */
	bool branches;
	/* What stands at a branch: percent, period, count. */
	enum tree_value value;
};

/* The defaults that are not 0: graph style, branches of half a percent and more. */
#define CHAIN_OPTION_INIT                                     \
	{                                                     \
		.style = TREE_GRAPH, .threshold_percent = 0.5 \
	}
#define CHAIN_OPTION_ARG "print_type,threshold[,print_limit],order,sort_key[,branch],value"
/* For the rows of -g: the words, of which perf top's option has more in front. */
#define CHAIN_OPTION_HELP_WORDS                                                             \
	"\t\t\t\tprint_type:\tcall graph printing style (graph|flat|fractal|folded|none)\n" \
	"\t\t\t\tthreshold:\tminimum call graph inclusion threshold (<percent>)\n"          \
	"\t\t\t\tprint_limit:\tmaximum number of call graph entry (<number>)\n"             \
	"\t\t\t\torder:\t\tcall graph order (caller|callee)\n"                              \
	"\t\t\t\tsort_key:\tcall graph sort key (function|address)\n"                       \
	"\t\t\t\tbranch:\t\tinclude last branch info to call graph (branch)\n"              \
	"\t\t\t\tvalue:\t\tcall graph value (percent|period|count)\n\n"
extern const char chain_option_help[];
extern const struct option_set chain_option_set;

/* Takes over what text says, word by word; what it does not mention stays. 0, or -EINVAL for a word that means
 * nothing: *ret_wrong then has that word, for the caller to free, and the words before it have been taken over
 * already. *ret_wrong is not touched on success. */
int chain_option_parse(struct chain_option *option, const char *text, char **ret_wrong);
/* Takes over call-graph.* of the configuration. To be called before options are parsed, which then win. A value that
 * is no known word is warned of and ignored. */
void chain_option_configure(struct chain_option *option);

#endif
