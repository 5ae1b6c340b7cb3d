/* A red-black tree of symbols (Cormen et al., chapter 13), built and deleted from just as upstream's, then walked
 * once to see which symbol an address leads to. Nodes are array indexes, not pointers; colours and shape must come
 * out as upstream's, so do not replace this by another balanced tree. */
#include "symbol/overlap.h"

#include <assert.h>
#include <stdbool.h>
#include "symbol/file/symbol_list.h"

/* Nodes are numbered by symbol + 1; node 0 is the black sentinel that stands for every leaf. */
struct node {
	uint32_t parent, child[2];
	bool red;
};
struct tree {
	struct node *nodes;
	uint32_t root;
	const struct raw_symbol *symbols;
};

/* side 0 rotates left, 1 rotates right: x's child on the other side takes x's place. */
static void tree_rotate(struct tree *t, uint32_t x, int side)
{
	struct node *n = t->nodes;
	uint32_t y = n[x].child[!side];

	n[x].child[!side] = n[y].child[side];
	if (n[y].child[side]) n[n[y].child[side]].parent = x;
	n[y].parent = n[x].parent;
	if (!n[x].parent) t->root = y;
	else n[n[x].parent].child[n[n[x].parent].child[1] == x] = y;
	n[y].child[side] = x;
	n[x].parent = y;
}

/* Insertion and repair of red-red conflicts. Equal starts go to the right, as upstream has it. */
static void tree_insert(struct tree *t, uint32_t z)
{
	struct node *n = t->nodes;
	uint64_t start = t->symbols[z - 1].start;
	uint32_t parent = 0;
	int side = 0;

	for (uint32_t x = t->root; x; x = n[x].child[side]) {
		parent = x;
		side = start >= t->symbols[x - 1].start;
	}
	n[z] = (struct node){ .parent = parent, .red = true };
	if (parent) n[parent].child[side] = z;
	else t->root = z;

	while (n[n[z].parent].red) {
		uint32_t p = n[z].parent, g = n[p].parent;
		side = n[g].child[1] == p;
		uint32_t uncle = n[g].child[!side];
		if (n[uncle].red) {
			n[p].red = n[uncle].red = false;
			n[g].red = true;
			z = g;
			continue;
		}
		if (n[p].child[!side] == z) {
			tree_rotate(t, p, side);
			p = z;
		}
		n[p].red = false;
		n[g].red = true;
		tree_rotate(t, g, !side);
		break;
	}
	n[t->root].red = false;
}

/* Puts v, with all below it, in u's place. */
static void tree_transplant(struct tree *t, uint32_t u, uint32_t v)
{
	struct node *n = t->nodes;

	if (!n[u].parent) t->root = v;
	else n[n[u].parent].child[n[n[u].parent].child[1] == u] = v;
	n[v].parent = n[u].parent; /* of the sentinel too: the fix-up starts from there */
}

/* Deletion and repair, as in the book: y is z's successor, x the node that takes the place of the one taken out. */
static void tree_erase(struct tree *t, uint32_t z)
{
	struct node *n = t->nodes;
	bool was_red = n[z].red;
	uint32_t x;

	if (!n[z].child[0] || !n[z].child[1]) {
		x = n[z].child[0] ? n[z].child[0] : n[z].child[1];
		tree_transplant(t, z, x);
	} else {
		uint32_t y = n[z].child[1]; /* becomes the successor */
		while (n[y].child[0]) y = n[y].child[0];
		was_red = n[y].red;
		x = n[y].child[1];
		if (n[y].parent == z) {
			n[x].parent = y;
		} else {
			tree_transplant(t, y, x);
			n[y].child[1] = n[z].child[1];
			n[n[y].child[1]].parent = y;
		}
		tree_transplant(t, z, y);
		n[y].child[0] = n[z].child[0];
		n[n[y].child[0]].parent = y;
		n[y].red = n[z].red;
	}
	if (was_red) return;
	while (x != t->root && !n[x].red) {
		uint32_t p = n[x].parent;
		int side = n[p].child[1] == x;
		uint32_t w = n[p].child[!side];
		/* The side that lost a black node had one, so the other has one too. */
		assert(w);
		if (n[w].red) {
			n[w].red = false;
			n[p].red = true;
			tree_rotate(t, p, side);
			w = n[p].child[!side];
		}
		if (!n[n[w].child[0]].red && !n[n[w].child[1]].red) {
			n[w].red = true;
			x = p;
			continue;
		}
		if (!n[n[w].child[!side]].red) {
			n[n[w].child[side]].red = false;
			n[w].red = true;
			tree_rotate(t, w, !side);
			w = n[p].child[!side];
		}
		n[w].red = n[p].red;
		n[p].red = false;
		n[n[w].child[!side]].red = false;
		tree_rotate(t, p, side);
		x = t->root;
	}
	n[x].red = false;
	n[0] = (struct node){ 0 };
}

struct flatten {
	const struct tree *tree;
	struct overlap_range *out;
	size_t count;
};

/* The answers for addresses in [from, to) below node x. The tree's height is at most 2 log2(n + 1), so recursion is
 * shallow. */
static void flatten_walk(struct flatten *f, uint32_t x, uint64_t from, uint64_t to)
{
	if (!x || from >= to) return;
	const struct node *node = &f->tree->nodes[x];
	const struct raw_symbol *s = &f->tree->symbols[x - 1];
	uint64_t start = s->start > from ? s->start : from, end = s->end < to ? s->end : to;

	flatten_walk(f, node->child[0], from, s->start < to ? s->start : to);
	if (start < end) f->out[f->count++] = (struct overlap_range){ start, end, x - 1 };
	flatten_walk(f, node->child[1], s->end > from ? s->end : from, to);
}

size_t overlap_flatten(const struct raw_symbol *symbols, uint32_t count, const uint32_t *erased, uint32_t nr_erased,
		       struct overlap_range *ret)
{
	_free_ struct node *nodes = xcalloc((size_t)count + 1, sizeof(*nodes));
	struct tree tree = { .nodes = nodes, .symbols = symbols };

	for (uint32_t i = 0; i < count; i++) tree_insert(&tree, i + 1);
	for (uint32_t i = 0; i < nr_erased; i++) tree_erase(&tree, erased[i] + 1);
	struct flatten f = { .tree = &tree, .out = ret };
	flatten_walk(&f, tree.root, 0, UINT64_MAX);
	return f.count;
}
