/* From addresses to functions: a part of annotate.h. All tallies are put together, each place is resolved once, on all
 * threads, and what the options let through is ordered by function. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_CELLS_H
#define ANALYSIS_ANNOTATE_ANNOTATE_CELLS_H

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/annotate_tally.h"

/* Samples of one event at an address of an object. symbol NULL: it does not count, because it has none, or because of
 * the options. */
struct annotate_cell {
	const struct symbol *symbol;
	const struct dso *dso;
	uint64_t addr; /* of the kind that object_find takes */
	uint32_t event;
	uint32_t first; /* number of the first place that is in it */
	char level;
	bool is_nameless; /* it would count, if it had a symbol; kept where the options ask */
	struct annotate_weight weight;
};
struct annotate_carried {
	VEC(struct annotate_cell) list;
};
/* Cells in order: the low half of order[i].first_index is which one. Those of one function stand together, by event,
 * then by address; several may be of one address. At the end stand all that do not count. */
struct annotate_cell_order {
	uint64_t symbol_id, event, addr, first_index;
};
_Static_assert(sizeof(struct annotate_cell_order) == 4 * sizeof(uint64_t), "sorted as words");
struct annotate_cells {
	struct annotate_cell *items;
	struct annotate_cell_order *order;
	size_t count;
};

/* Fills *ret with the places of all tallies: input->nr_workers of them, each flushed; and with the carried cells. Freed
 * by annotate_cells_done. */
void annotate_cells_make(const struct annotate_input *input, const struct annotate_options *options,
			 const struct annotate_tally *const *tallies, const struct annotate_carried *carried,
			 struct annotate_cells *ret);
void annotate_cells_done(struct annotate_cells *cells);

#endif
