/* Call graphs as lines of text, in the layouts of `perf report --stdio`. */
#ifndef RENDER_TREE_TREE_TEXT_H
#define RENDER_TREE_TREE_TEXT_H

#include "base/outbuf.h"
#include "result/tree.h"

enum tree_style { TREE_GRAPH /* shares of all */, TREE_FRACTAL /* shares of the parent */, TREE_FLAT, TREE_FOLDED };
enum tree_value { TREE_PERCENT, TREE_PERIOD, TREE_COUNT };

struct tree_text_options {
	enum tree_style style;
	enum tree_value value;
	unsigned limit;        /* lines of siblings, 0: all */
	bool coloured;         /* shares, with terminal escapes */
	unsigned columns;      /* of the terminal: names are shortened to fit; 0: they are whole */
	bool skip_first;       /* the row above already shows the first name */
	uint64_t total_period; /* what percents are of */
	uint64_t threshold;    /* flat and folded: least weight of a line */
};

/* period: of the row that the tree belongs to. True when something was written. */
bool tree_text(const struct tree *tree, const struct tree_text_options *options, uint64_t period, struct outbuf *out);

#endif
