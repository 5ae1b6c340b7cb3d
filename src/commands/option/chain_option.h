/* -g of the commands that show call graphs: "graph,0.5,caller,function,percent" in any order, and call-graph.* of the
 * configuration. */
#ifndef COMMANDS_OPTION_CHAIN_OPTION_H
#define COMMANDS_OPTION_CHAIN_OPTION_H

#include <stdbool.h>
#include "analysis/profile/hist.h"
#include "cli/option_set.h"
#include "render/tree/tree_text.h"

struct chain_option {
	bool none; /* no call graphs at all */
	enum tree_style style;
	double threshold_percent;
	unsigned limit;
	bool order_given, caller_first;
	enum chain_key key;
	bool branches; /* chains go on along branch stacks */
	enum tree_value value;
};

#define CHAIN_OPTION_INIT                                     \
	{                                                     \
		.style = TREE_GRAPH, .threshold_percent = 0.5 \
	}
#define CHAIN_OPTION_ARG "print_type,threshold[,print_limit],order,sort_key[,branch],value"
extern const char chain_option_help[];

extern const struct option_set chain_option_set;

/* Takes over what text says; 0, or -EINVAL for a word that means nothing, which *ret_wrong then has, the caller's to
 * free. */
int chain_option_parse(struct chain_option *option, const char *text, char **ret_wrong);
void chain_option_configure(struct chain_option *option);

#endif
