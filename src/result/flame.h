/* Where the time of one event went, as a tree of calls with names: what a flame graph, a folded file and a page are
 * made of. Equal calls from the same callers are one node.
 *
 *     struct flame_maker *maker = flame_maker_new();
 *     uint32_t main = flame_label(maker, &(struct flame_frame){ "main", "prog", FLAME_USER }, FLAME_NONE, false);
 *     uint32_t node = flame_child(maker, FLAME_NONE, main);
 *     flame_node_of(maker, node)->own += period;
 *     struct flame *flame = flame_finish(maker, NULL);
 *     ... flame->nodes[0 .. flame->nr_nodes) ...
 *     flame_free(flame);
 *
 * The order of nodes follows from names alone: it does not depend on the order in which they were made. */
#ifndef RESULT_FLAME_H
#define RESULT_FLAME_H

#include <stdbool.h>
#include "base/arena.h"

#define FLAME_NONE UINT32_MAX

enum flame_kind {
	FLAME_TASK, /* no code: a command, a process, a CPU: what the outermost frames are below */
	FLAME_USER,
	FLAME_KERNEL,
	FLAME_INLINED, /* a call that the compiler inlined */
	FLAME_WAIT,    /* no code: the thread waits */
};

/* A function, or whatever else a level of the tree names. */
struct flame_frame {
	const char *name;
	const char *object; /* the file its code is in; "": not known, or none */
	enum flame_kind kind;
};

/* A node. Its subtree is the nodes behind it, up to end; its children are the node after it, then each one's end. */
struct flame_node {
	uint32_t parent, end; /* parent FLAME_NONE: outermost */
	uint32_t frame;       /* in flame.frames */
	uint32_t row;         /* of the table that is shown beside it; FLAME_NONE: none */
	uint32_t depth;       /* 0: outermost */
	bool is_leaf;         /* the sample's own address where that is not part of its call chain */
	uint64_t own;         /* weight of the samples that ended here, in the event's unit */
	uint64_t nr_samples;  /* how many these are */
	uint64_t was;         /* own of the baseline, where there is one */
};

/* Made by flame_finish or flame_compare; freed by flame_free. */
struct flame {
	const char *event;          /* its name; borrowed */
	struct flame_frame *frames; /* by name, then object and kind */
	size_t nr_frames;
	struct flame_node *nodes; /* in preorder; siblings by frame */
	size_t nr_nodes;
	uint64_t total, nr_samples; /* over all nodes */
	bool is_time;               /* weights are nanoseconds */
	bool has_baseline;          /* nodes have `was` */
	uint64_t was_total;
	struct arena arena; /* names */
};

struct flame_maker;
struct flame_maker *flame_maker_new(void);
/* Room for so many nodes at once: quicker where most of them will be. */
void flame_reserve(struct flame_maker *maker, size_t nr_nodes);
/* The number of a frame in some row. Names are copied. */
uint32_t flame_label(struct flame_maker *maker, const struct flame_frame *frame, uint32_t row, bool is_leaf);
/* The child of parent (FLAME_NONE: an outermost node) with this label, made where there is none. Nodes are numbered
 * from 0; pointers to nodes are then invalid. */
uint32_t flame_child(struct flame_maker *maker, uint32_t parent, uint32_t label);
/* A node, for its own, nr_samples and was. Valid until the next flame_child. */
struct flame_node *flame_node_of(struct flame_maker *maker, uint32_t node);
/* Frees the maker and returns what it made, without nodes that no weight is at or below. ret_places: becomes an array
 * by the numbers that flame_child gave of indices in nodes, FLAME_NONE where a node is gone, which the caller frees;
 * NULL: not needed. */
struct flame *flame_finish(struct flame_maker *maker, uint32_t **ret_places);
/* The same with at most max_nodes nodes: what is lighter than so many samples (*ret_least, 1: all is there) becomes one
 * child of its caller, FLAME_LIGHT, a frame without a row. */
struct flame *flame_finish_limited(struct flame_maker *maker, size_t max_nodes, uint32_t **ret_places,
				   uint64_t *ret_least);
#define FLAME_LIGHT "[light]"
void flame_free(struct flame *flame); /* NULL is fine */

/* Both as one: own of `now`, was of the own of `before`, of nodes with equal names all the way up. Rows are those of
 * `now`. Weights stay as they are: who compares recordings of different length compares shares of total and
 * was_total. places: as in flame_prune, of nodes of `now`; may be NULL. */
struct flame *flame_compare(const struct flame *now, const struct flame *before, uint32_t *places, size_t nr_places);
/* A flame limited as by flame_finish_limited. places: an array of nr_places nodes of `flame` or
 * FLAME_NONE, changed to nodes of what is returned; may be NULL. */
struct flame *flame_prune(const struct flame *flame, size_t max_nodes, uint32_t *places, size_t nr_places,
			  uint64_t *ret_least);

/* What a row of the table has: its nodes' own weight; with all they called, each sample once; samples. */
struct flame_row {
	uint64_t own, total, nr_samples;
};
/* Of nr_rows rows, which the nodes name; the caller frees it. has_children false: total is own. */
struct flame_row *flame_rows(const struct flame *flame, size_t nr_rows, bool has_children);

/* own (or was) of a node with all below it, for each node; the caller frees it. */
uint64_t *flame_totals(const struct flame *flame, bool was);

#endif
