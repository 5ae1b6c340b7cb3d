/* Call graphs as lines of text, in the layouts of `perf report --stdio`. */
#ifndef RENDER_TREE_TREE_TEXT_H
#define RENDER_TREE_TREE_TEXT_H

#include "base/outbuf.h"
#include "result/tree.h"

/* Layouts of -g. GRAPH and FRACTAL draw branches with bars; FLAT and FOLDED write each chain by itself. */
enum tree_style { TREE_GRAPH /* shares of all */, TREE_FRACTAL /* shares of the parent */, TREE_FLAT, TREE_FOLDED };
/* What stands before a branch: its share in percent, its period, or the number of its samples. */
enum tree_value { TREE_PERCENT, TREE_PERIOD, TREE_COUNT };

/* How graphs are written; the same for all rows of a report. */
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

/* Appends the graph of a row. period: of the row that the tree belongs to, what TREE_FRACTAL takes shares of. Returns
 * whether something was written. Any number of threads may write graphs at once, each to its own outbuf. TREE_FLAT and
 * TREE_FOLDED order chains by weight, the others keep the order of siblings. */
bool tree_text(const struct tree *tree, const struct tree_text_options *options, uint64_t period, struct outbuf *out);

#endif
