/* Walks over parts of a profile's tree that make entries of nodes. Parts are of several threads: hist_entries.c cuts
 * the tree into them and joins what they made. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_ENTRY_WALK_H
#define ANALYSIS_PROFILE_COLLECT_HIST_ENTRY_WALK_H

#include "analysis/profile/collect/hist_private.h"

/* Nodes below roots of a tuple, whole subtrees: [begin, end). */
struct entry_piece {
	struct tuple_id tuple;
	uint32_t begin, end;
};

/* The entry of frame cells in the tuple at hand. Valid where stamp is that of the tuple: a new tuple only needs a new
 * stamp. */
struct entry_cache {
	uint32_t stamp, entry;
	uint32_t on_path; /* how many nodes on the way to the one at hand are of the entry */
};

/* A walk, by one thread: pieces of one tuple one after the other. */
struct entry_walk {
	const struct hist *hist;
	const struct hist_event *event;
	/* Of all walks, borrowed: by node the greatest depth at or below it, which the walk of the node fills in; NULL
	 * where nobody asks. */
	uint16_t *deepest;
	/* Of all walks, borrowed: [nodes + 1] for each of nr_totals totals, the sum over all nodes before; NULL without
	 * children or sums. */
	uint64_t *const *sum_before;
	unsigned nr_totals;
	/* Made here; the caller's to take or free. */
	hist_entry_vec entries;
	hist_sums_vec sums; /* beside entries, empty without hist_options.sums */
	/* Private. */
	struct entry_cache *caches; /* by frame cells */
	struct tuple_id tuple;
	uint32_t stamp;
};

/* walk: zeroed but for what is borrowed. */
void entry_walk_begin(struct entry_walk *walk);
/* Adds the nodes of a piece to their entries. */
void entry_walk_piece(struct entry_walk *walk, const struct entry_piece *piece);
/* Adds to the entries of the last tuple those of another walk that are of this tuple too: its first ones. Returns how
 * many; the others are of no tuple of this walk when pieces were given out in order of tuples. */
size_t entry_walk_join(struct entry_walk *walk, const struct entry_walk *other);
/* Frees what is private. */
void entry_walk_end(struct entry_walk *walk);

#endif
