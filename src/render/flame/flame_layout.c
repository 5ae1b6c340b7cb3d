/* Two walks: from the leaves inwards for widths, outwards for places. */
#include "render/flame/flame_layout.h"
#include <stdlib.h>

static double share(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

/* Widths, before they are made shares of the sum of the outermost nodes. below: of all children. */
static void make_widths(const struct flame *flame, struct flame_layout *layout)
{
	_free_ double *below = xcalloc(flame->nr_nodes + 1, sizeof(*below));
	double all = 0;
	for (size_t i = flame->nr_nodes; i-- > 0;) {
		double width = share(layout->totals[i], flame->total);
		if (layout->was_totals) width = MAX(width, share(layout->was_totals[i], flame->was_total));
		layout->width[i] = MAX(width, below[i]);
		if (flame->nodes[i].parent != FLAME_NONE) below[flame->nodes[i].parent] += layout->width[i];
		else all += layout->width[i];
	}
	for (size_t i = 0; i < flame->nr_nodes; i++) layout->width[i] /= all > 0 ? all : 1;
}

void flame_layout_make(const struct flame *flame, double least_share, struct flame_layout *ret)
{
	_free_ double *next = xcalloc(flame->nr_nodes + 1, sizeof(*next)); /* where a node's next child goes */
	double next_root = 0;
	*ret = (struct flame_layout){ .left = xcalloc(flame->nr_nodes + 1, sizeof(double)),
				      .width = xcalloc(flame->nr_nodes + 1, sizeof(double)),
				      .totals = flame_totals(flame, false),
				      .was_totals = flame->has_baseline ? flame_totals(flame, true) : NULL };
	make_widths(flame, ret);
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		const struct flame_node *node = &flame->nodes[i];
		double *at = node->parent == FLAME_NONE ? &next_root : &next[node->parent];
		ret->left[i] = next[i] = *at;
		*at += ret->width[i];
		if (ret->width[i] < least_share) ret->nr_narrow++;
		else ret->depth = MAX(ret->depth, node->depth);
	}
}

void flame_layout_done(struct flame_layout *layout)
{
	free(layout->left);
	free(layout->width);
	free(layout->totals);
	free(layout->was_totals);
}

double flame_layout_change(const struct flame *flame, const struct flame_layout *layout, size_t node)
{
	if (!layout->was_totals) return 0;
	return share(layout->totals[node], flame->total) - share(layout->was_totals[node], flame->was_total);
}
