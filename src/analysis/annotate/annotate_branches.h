/* What branch stacks tell of the code between branches: how often control came to a place by a branch, and how often a
 * branch was taken of all times that it was reached. A part of annotate.h, kept as annotate_cycles.h is. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_BRANCHES_H
#define ANALYSIS_ANNOTATE_ANNOTATE_BRANCHES_H

#include "base/u64map.h"
#include "base/vec.h"
#include "frame/resolver.h"
#include "result/code_listing.h"

/* Code that ran from where a branch led to up to the next branch, in one function. Addresses as object_find's; end: of
 * the branch. predicted: how many of these branches were. */
struct annotate_range {
	uint64_t symbol_id, start, end, count, predicted;
};

/* Starts zeroed. */
struct annotate_branches {
	struct u64map by_frames; /* ids of both frames -> index + 1 in ranges; 0: it is not wanted */
	VEC(struct annotate_range) ranges;
};
void annotate_branches_done(struct annotate_branches *branches);

/* Adds the branches of a sample. only: the function that counts; NULL: all do. One resolver for each struct. */
void annotate_branches_add(struct annotate_branches *branches, struct resolver *resolver, const struct sample *sample,
			   const struct sample_task *task, const char *only);
/* Puts what another one has behind one's own. */
void annotate_branches_append(struct annotate_branches *branches, const struct annotate_branches *from);
/* After all appends: by function. */
void annotate_branches_sort(struct annotate_branches *branches);
/* Fills code_line.branches, after the sort. All lines are there. bias: of addresses over those of lines. */
void annotate_branches_put(const struct annotate_branches *branches, const struct symbol *symbol, uint64_t bias,
			   struct code_listing *listing);

#endif
