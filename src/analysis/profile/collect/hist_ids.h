/* The numbers by which a profile tells samples and code apart.
 *
 *     a sample        cells of its keys of task and sample scope (comm, pid, cpu ...)     tuple_id
 *       |
 *       +- a frame    cells of the keys of frame scope (dso, sym ...)                     frame_cells_id
 *                     the place that call graphs name it by, as key_env counts places     link_id
 *                     both together                                                       class_id
 *
 * Samples are added to trees, outermost frame first; what a node stands for is its label: a tuple at the root, below it
 * classes and links. The README has a picture.
 *
 * The same frame is one class in all trees of a profile. An entry, which is a row of a report, is a tuple with frame
 * cells: the nodes of class 7 below tuple 3 are one entry with all nodes whose class has the same frame cells. A call
 * graph groups the nodes above or below those of an entry by their links.
 *
 * In flat trees (no call chains) a class is its frame cells alone: both have the same number.
 *
 * All these count from 0 in one profile, in an order that depends on which thread came first: they say what is equal
 * and nothing about order. Each is a struct, so that one cannot be taken for another. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_IDS_H
#define ANALYSIS_PROFILE_COLLECT_HIST_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* See above for what each of these counts. */
struct tuple_id {
	uint32_t n;
};
struct frame_cells_id {
	uint32_t n;
};
struct class_id {
	uint32_t n;
};
struct link_id {
	uint32_t n;
};

/* What stands in cct_node.frame: the tuple's number at roots, which one knows by their missing parent; else a class
 * or a link, which the two highest bits tell apart. A leaf is a class too. */
struct node_label {
	uint32_t n;
};

#define NODE_LABEL_LEAF 0x80000000u
#define NODE_LABEL_LINK 0x40000000u

/* A class on the way of a chain; as the last node of it, where a sample's own address is no link of its chain
 * (leaf); and a link. */
static inline struct node_label node_label_class(struct class_id class) { return (struct node_label){ class.n }; }
static inline struct node_label node_label_leaf(struct class_id class)
{
	return (struct node_label){ class.n | NODE_LABEL_LEAF };
}
static inline struct node_label node_label_link(struct link_id link)
{
	return (struct node_label){ link.n | NODE_LABEL_LINK };
}
static inline bool node_label_is_leaf(struct node_label label) { return label.n & NODE_LABEL_LEAF; }
static inline bool node_label_is_link(struct node_label label) { return label.n & NODE_LABEL_LINK; }
/* The class of a label that is neither a link nor a root's. */
static inline struct class_id node_label_class_of(struct node_label label)
{
	return (struct class_id){ label.n & ~NODE_LABEL_LEAF };
}

#endif
