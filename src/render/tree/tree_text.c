/* Two ways to write a graph.
 *
 *     put_graph:    |                        put_chains, folded:  40.00% main;work;leaf
 *                   ---main
 *                      |                     put_chains, flat:    40.00%
 *                      |--60.00%--work                                main
 *                      |          leaf                                work
 *                      |                                              leaf
 *                       --40.00%--rest
 *
 * A bar stands at each level that has siblings to come. A node that continues its parent's line (joined) is written
 * below it without a share. */
#include "render/tree/tree_text.h"
#include "base/printable.h"
#include "render/tree/share_colour.h"
#include "render/short_name.h"

/* Blanks in front of a graph. */
enum { MARGIN = 12 };

/* What all functions here need. */
struct drawing {
	const struct tree *tree;
	const struct tree_text_options *options;
	struct outbuf *out;
};

/* What options->value says, in front of a branch or chain. */
static void put_value(const struct drawing *d, uint64_t period, uint64_t count, uint64_t total)
{
	switch (d->options->value) {
	case TREE_PERIOD: out_dec(d->out, period, 0); break;
	case TREE_COUNT: out_dec(d->out, count, 0); break;
	default: {
		double percent = total ? 100.0 * (double)period / (double)total : 0;
		bool coloured = d->options->coloured && share_colour_begin(percent, d->out);
		out_float(d->out, percent, 0, 2);
		out_char(d->out, '%');
		if (coloured) share_colour_end(d->out);
	}
	}
}

/* A name and the end of its line; the name is shortened so that the line fits the terminal. */
static void put_line(const struct drawing *d, const char *label)
{
	size_t start = d->out->size;
	out_name(d->out, label);
	if (d->options->columns) {
		struct short_name_place place = { short_name_row(d->out), start, d->out->size - start };
		short_name_fit(d->out, &place, d->options->columns);
	}
	out_char(d->out, '\n');
}

/* The bars of the levels above: bit i of mask is set while siblings of level i are to come. Masks have 32 bits
 * upstream, so that from the 33rd level on the bars of the first levels come again. */
static void put_bars(const struct drawing *d, unsigned margin, unsigned depth, uint32_t mask)
{
	out_spaces(d->out, margin);
	for (unsigned i = 0; i < depth; i++) {
		if (mask >> (i & 31) & 1) out_lit(d->out, "|          ");
		else out_lit(d->out, "           ");
	}
}

/* A first line of a branch: bars, and the last of them turned to the right. */
static void put_branch(const struct drawing *d, unsigned margin, unsigned depth, uint32_t mask,
		       const struct tree_node *node, uint64_t total)
{
	put_bars(d, margin, depth - 1, mask);
	out_char(d->out, mask >> ((depth - 1) & 31) & 1 ? '|' : ' ');
	out_lit(d->out, "--");
	put_value(d, node->period, node->count, total);
	out_lit(d->out, "--");
	put_line(d, node->label);
}

/* The node that ends the run of joined nodes which begins with id. */
static uint32_t last_joined(const struct tree *tree, uint32_t id)
{
	for (;;) {
		uint32_t child = tree->nodes.items[id].first_child;
		if (child == TREE_NONE || !tree->nodes.items[child].joined) return id;
		id = child;
	}
}

/* The nodes of one level, each with its joined nodes and all that is below it. The bar of this level goes on until the
 * last sibling. In fractal style what the limit or the threshold left out is a last branch "[...]". */
static void put_siblings(const struct drawing *d, uint32_t first, uint64_t total, unsigned margin, unsigned depth,
			 uint32_t mask)
{
	const struct tree *tree = d->tree;
	/* fractal: shares are of the parent, so that what is left of it can be shown */
	bool relative = d->options->style == TREE_FRACTAL;
	uint64_t remaining = total;
	unsigned written = 0;
	uint32_t bit = 1u << ((depth - 1) & 31), new_mask = mask;
	for (uint32_t id = first; id != TREE_NONE; id = tree->nodes.items[id].next) {
		const struct tree_node *node = &tree->nodes.items[id];
		/* what is left of the parent when its children are through: samples that ended there, and what was too
		 * light to show */
		remaining -= node->period;
		if (node->next == TREE_NONE && (!relative || !remaining)) new_mask &= ~bit;
		put_bars(d, margin, depth, mask);
		out_char(d->out, '\n');
		put_branch(d, margin, depth, new_mask, node, total);
		/* joined nodes stand below the branch's own line, without a share */
		uint32_t end = last_joined(tree, id);
		for (uint32_t next = id; next != end;) {
			next = tree->nodes.items[next].first_child;
			put_bars(d, margin, depth, new_mask);
			put_line(d, tree->nodes.items[next].label);
		}
		const struct tree_node *last = &tree->nodes.items[end];
		if (last->first_child != TREE_NONE)
			put_siblings(d, last->first_child, relative ? last->children_period : total, margin, depth + 1,
				     new_mask | 1u << (depth & 31));
		if (++written == d->options->limit) break;
	}
	if (relative && remaining && remaining != total) {
		new_mask &= ~bit;
		const struct tree_node rest = { .label = "[...]", .period = remaining };
		put_branch(d, margin, depth, new_mask, &rest, total);
	}
}

/* A single root that has all of the row's period is written as a plain list of names, and branches begin below it. */
static bool put_graph(const struct drawing *d, uint64_t period)
{
	const struct tree *tree = d->tree;
	uint32_t root = tree->first_root;
	if (root == TREE_NONE) return false;
	size_t before = d->out->size;
	const struct tree_node *node = &tree->nodes.items[root];
	uint64_t total = d->options->style == TREE_FRACTAL ? period : d->options->total_period;
	/* several roots, or one that is not all: branches begin at once */
	if (node->next != TREE_NONE || node->period != period) {
		put_siblings(d, root, total, MARGIN, 1, 1);
		return d->out->size > before;
	}
	/* everything came the same way */
	unsigned margin = MARGIN;
	uint32_t end = last_joined(tree, root);
	bool begun = false;
	unsigned written = 0;
	for (uint32_t id = root;; id = tree->nodes.items[id].first_child) {
		if (id != root || !d->options->skip_first) {
			out_spaces(d->out, margin);
			if (!begun) {
				out_lit(d->out, "|\n");
				out_spaces(d->out, margin);
				out_lit(d->out, "---");
				margin += 3;
				begun = true;
			}
			put_line(d, tree->nodes.items[id].label);
			if (++written == d->options->limit) break;
		}
		if (id == end) break;
	}
	const struct tree_node *last = &tree->nodes.items[end];
	if (last->first_child != TREE_NONE)
		put_siblings(d, last->first_child, total, margin, 1, 1); /* in fractal style too: of the row */
	return d->out->size > before;
}

/* ---- one line, or one paragraph, a chain */

/* A node where samples end: with its path from the root a chain. order: keeps equal periods in the order of the
 * tree. */
struct chain_end {
	uint64_t period;
	uint32_t node, order;
};
typedef VEC(struct chain_end) chain_ends;

/* Nodes where samples ended, from the leaves up: with own_count, and at least as heavy as the threshold. As deep as the
 * tree is. */
static void find_ends(const struct drawing *d, uint32_t first, chain_ends *ends)
{
	for (uint32_t id = first; id != TREE_NONE; id = d->tree->nodes.items[id].next) {
		const struct tree_node *node = &d->tree->nodes.items[id];
		find_ends(d, node->first_child, ends);
		if (node->own_count && node->own_period && node->own_period >= d->options->threshold)
			vec_push(ends,
				 ((struct chain_end){
					 .period = node->own_period, .node = id, .order = (uint32_t)ends->count }));
	}
}

/* For qsort: the largest period first. */
static int compare_ends(const void *pa, const void *pb)
{
	const struct chain_end *a = pa, *b = pb;
	if (a->period != b->period) return a->period > b->period ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

/* Chains by period, the largest first. Nodes know their children only, so that parents are found first. */
static bool put_chains(const struct drawing *d)
{
	const struct tree *tree = d->tree;
	chain_ends ends = VEC_INIT;
	find_ends(d, tree->first_root, &ends);
	if (ends.count) qsort(ends.items, ends.count, sizeof(*ends.items), compare_ends);
	_free_ uint32_t *parents = xmalloc(tree->nodes.count * sizeof(*parents) + 1);
	for (uint32_t id = tree->first_root; id != TREE_NONE; id = tree->nodes.items[id].next) parents[id] = TREE_NONE;
	for (uint32_t i = 0; i < tree->nodes.count; i++)
		for (uint32_t id = tree->nodes.items[i].first_child; id != TREE_NONE; id = tree->nodes.items[id].next)
			parents[id] = i;
	VEC(uint32_t) path = VEC_INIT;
	size_t count = d->options->limit ? MIN(ends.count, d->options->limit) : ends.count;
	for (size_t i = 0; i < count; i++) {
		const struct tree_node *end = &tree->nodes.items[ends.items[i].node];
		vec_clear(&path);
		for (uint32_t id = ends.items[i].node; id != TREE_NONE; id = parents[id]) vec_push(&path, id);
		if (d->options->style == TREE_FLAT) out_lit(d->out, "           ");
		if (d->options->style == TREE_FLAT) put_value(d, end->period, end->count, d->options->total_period);
		else put_value(d, end->own_period, end->own_count, d->options->total_period);
		out_char(d->out, d->options->style == TREE_FLAT ? '\n' : ' ');
		for (size_t n = path.count; n-- > 0;) {
			if (d->options->style == TREE_FLAT) {
				out_lit(d->out, "                ");
				put_line(d, tree->nodes.items[path.items[n]].label);
			} else {
				out_name(d->out, tree->nodes.items[path.items[n]].label);
				if (n) out_char(d->out, ';');
			}
		}
		out_char(d->out, '\n');
	}
	vec_done(&path);
	vec_done(&ends);
	return count > 0;
}

bool tree_text(const struct tree *tree, const struct tree_text_options *options, uint64_t period, struct outbuf *out)
{
	struct drawing drawing = { .tree = tree, .options = options, .out = out };
	return options->style == TREE_FLAT || options->style == TREE_FOLDED ? put_chains(&drawing)
									    : put_graph(&drawing, period);
}
