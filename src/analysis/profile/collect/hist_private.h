/* The inside of a profile, for the files that collect it and those that make rows and graphs of it.
 *
 * Life of the data: workers (hist_collector.h) grow trees of labels; the registries tuples, frames and classes,
 * which all workers share, turn cells into the numbers of those labels; hist_snapshot.c lays the trees out as
 * hist_event.tree and takes the classes apart into cells_of_class and link_of_class; hist_entries.c makes
 * hist_event.entries of that. From there on everything is read only and many threads may read it. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_PRIVATE_H
#define ANALYSIS_PROFILE_COLLECT_HIST_PRIVATE_H

#include <regex.h>
#include "analysis/branches/branch_history.h"
#include "analysis/profile/collect/cct.h"
#include "analysis/profile/collect/cells.h"
#include "analysis/profile/collect/hist.h"
#include "analysis/profile/collect/hist_ids.h"

/* Sums beside period and count, which samples add to: the SUM and PART rows of measured_field.def, in its order, then
 * enum way_sum. The first options.sums of them are kept. */
enum hist_sum {
#define ENTRY(id, name, title, kind, width)
#define SUM(id, name, title, kind, width) HIST_SUM_##id,
#define PART(id, breakdown, name, title) HIST_SUM_##id,
#define SAME(id, sum, name, title, kind, width)
#define TOTAL(id, sum, name, title, kind, width)
#include "analysis/profile/collect/measured_field.def"
	HIST_SUMS,
	HIST_SUM_WAYS = HIST_SUMS, /* entries have them as totals alone */
	HIST_NODE_SUMS = HIST_SUM_WAYS + WAY_SUMS,
	HIST_SUM_FIRST_PART = HIST_SUM_op_load
};
/* The TOTAL rows, likewise, then enum way_sum. */
enum hist_sum_total {
#define ENTRY(id, name, title, kind, width)
#define SUM(id, name, title, kind, width)
#define SAME(id, sum, name, title, kind, width)
#define TOTAL(id, sum, name, title, kind, width) HIST_TOTAL_##id,
#include "analysis/profile/collect/measured_field.def"
	HIST_TOTAL_WAYS,
	HIST_TOTALS = HIST_TOTAL_WAYS + WAY_SUMS
};

/* What samples were counted for, and what becomes a row: all nodes with these frame cells below roots with this
 * tuple. */
struct hist_entry {
	struct tuple_id tuple;
	struct frame_cells_id cells;
	bool hidden;   /* by the options' filter */
	bool filtered; /* no row: hidden, or something else was asked for (hist_source.h) */
	/* The length in links of the longest chain that was added to it; with children in caller order, of what it
	 * called and itself. */
	uint32_t depth;
	uint64_t period;       /* own */
	uint64_t total_period; /* with what it called; own without children */
	/* Numbers of samples, as period and total_period. */
	uint32_t count, total_count;
};
/* One beside each entry of an event. */
struct hist_sums {
	uint64_t sums[HIST_SUMS];     /* own; by enum hist_sum */
	uint64_t totals[HIST_TOTALS]; /* with what it called; by enum hist_sum_total */
};
typedef VEC(struct hist_entry) hist_entry_vec;
typedef VEC(struct hist_sums) hist_sums_vec;
/* Entries of an event and their sums, set aside while others take their place; is_made: else there were none. */
struct hist_made_entries {
	bool is_made;
	hist_entry_vec entries;
	hist_sums_vec sums;
};
/* The sum that a total is of, rising. */
extern const enum hist_sum hist_total_of[HIST_TOTALS];
/* How many of the totals options.sums have something for. */
unsigned hist_nr_totals(const struct hist_options *options);
/* Adds to each of the first count sums what the sample adds to it (the functions sum_ID of hist_field.c). period: the
 * sample's weight. */
void hist_sums_add(uint64_t *sums, unsigned count, const struct sample *sample, uint64_t period);

struct hist_chains;
struct u64map;

/* What a snapshot found of one event. */
struct hist_event {
	struct hist_totals totals;
	/* Nodes by label (hist_ids.h), laid out of all workers' trees. */
	struct cct_index tree;
	/* Where the trees of workers begin in tree.place, [nr_workers]. */
	uint32_t *first_nodes;
	/* Entries are made when somebody first asks (hist_entries_make): not every event of a recording is shown. */
	bool has_entries;
	hist_entry_vec entries;
	hist_sums_vec sums;  /* of entries, empty without hist_options.sums */
	size_t most_entries; /* that were made: so much room is got at once */
	/* Of all samples, and of what no filter hides (as totals.shown_period); own sums alone. */
	struct hist_sums all_sums, shown_sums;
};

/* The profile. Below "of the last snapshot" everything is made anew by each snapshot; the rest grows while samples
 * are added. */
struct hist {
	struct hist_input in;
	struct hist_options options;
	const struct key *keys[HIST_MAX_KEYS];
	size_t nr_keys;
	/* Of key i: which cell it is in its tuple (task and sample scope) or frame cells (frame scope). */
	unsigned position[HIST_MAX_KEYS];

	/* how samples are added: */
	void (*add)(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task);
	bool by_task;            /* tuples depend on the task only */
	bool parents;            /* parents are looked for */
	bool code_is_by_symbol;  /* hist_add_code: all addresses of a symbol are the same place */
	bool class_is_by_symbol; /* likewise of frames of chains */
	bool tells_leaf;         /* some key (KEY_LEAF) has other cells for a sample's own address */
	bool resolves_data;      /* some key asks what the sample's data address is in */
	bool switched;           /* samples count only where options.event_switch says so */
	bool chains_on_demand;   /* see hist_chains.h */
	bool chains_in_tree;     /* else the trees are flat */
	bool looks_for_nameless; /* chains wait, and are looked into until one has an address without a symbol */
	bool has_parent, has_ignore;
	regex_t parent, ignore;
	bool links_have_objects;      /* links of graphs are named with their object behind */
	uint32_t nodes_a_thread;      /* hist_entries_make: fewer are not worth another one; tests set it */
	struct hist_worker **workers; /* [in.nr_workers]; NULL: has not begun */
	/* Where chains wait: frame_cells_id + 1 of the sample with this turn; 0: not counted. Written by whichever
	 * worker adds the sample; turns are distinct, so no lock is needed. */
	uint32_t *cells_of_turn_1;

	struct key_env *env;
	/* Cells of the keys of task and sample scope, then 1 where a filter hides the sample, else 0. */
	struct cells tuples;
	/* Cells of the keys of frame scope, then 1 where a filter hides the frame, else 0. */
	struct cells frames;
	struct cells classes; /* {link, frame cells}; empty when the trees are flat */

	/* What hist_regroup and hist_select changed, to go back to; NULL: nothing. */
	struct hist_regrouped *regrouped;
	struct hist_selected *selected;

	/* of the last snapshot: */
	struct hist_event *events; /* [in.events->count] */
	uint32_t nr_classes;       /* of the next two; there may be more by now */
	struct frame_cells_id *cells_of_class;
	struct link_id *link_of_class;
	struct gap_counts gaps;
	bool has_kept_times;        /* hist_kept_times has been asked */
	struct hist_chains *chains; /* where chains wait: those that were collected; NULL: not yet */
};

/* As hist_wants; inline for the pass over recordings, which asks it of every sample. */
static inline bool hist_wants_inline(const struct hist *hist, const struct sample *sample)
{
	const struct hist_options *options = &hist->options;
	if (!sample->event || (options->filter && sample_filter_drops(options->filter, sample))) return false;
	return likely(!hist->switched) || event_switch_passes(options->event_switch, sample);
}

/* Where BRANCH_SUM_* begin among the extra words of a node (cct_extra): HIST_SUM_* of its own samples come first,
 * where these are kept; then, with branch_history, what branches said at this place. */
static inline unsigned hist_branch_sums_at(const struct hist_options *options) { return options->sums; }

/* What a node of the tree stands for. hist_node_cells is for nodes that are entries (classes), hist_node_link for
 * all but roots. */
static inline struct node_label hist_label(const struct cct_index *x, uint32_t node)
{
	return (struct node_label){ x->frame[node] };
}
static inline struct frame_cells_id hist_node_cells(const struct hist *hist, const struct cct_index *x, uint32_t node)
{
	return hist->cells_of_class[node_label_class_of(hist_label(x, node)).n];
}
static inline struct link_id hist_node_link(const struct hist *hist, const struct cct_index *x, uint32_t node)
{
	struct node_label label = hist_label(x, node);
	return node_label_is_link(label) ? (struct link_id){ label.n & ~NODE_LABEL_LINK }
					 : hist->link_of_class[node_label_class_of(label).n];
}

/* Tuple and frame cells in one number, as a key of u64map. */
static inline uint64_t hist_entry_key(struct tuple_id tuple, struct frame_cells_id cells)
{
	return (uint64_t)tuple.n << 32 | cells.n;
}
static inline struct frame_cells_id hist_entry_key_cells(uint64_t key)
{
	return (struct frame_cells_id){ (uint32_t)key };
}
/* The id of an entry's row in tables (table_row.id): never 0, and the same in all snapshots of a profile. */
static inline uint64_t hist_row_of(struct tuple_id tuple, struct frame_cells_id cells)
{
	return hist_entry_key(tuple, cells) + 1;
}
static inline uint64_t hist_entry_row(const struct hist_entry *entry)
{
	return hist_row_of(entry->tuple, entry->cells);
}
/* The cell of one of the entry's keys; key: the index in hist->keys. */
static inline uint64_t hist_cell(const struct hist *hist, const struct hist_entry *entry, size_t key)
{
	const uint64_t *cells = hist->keys[key]->scope == KEY_FRAME ? cells_get(&hist->frames, entry->cells.n)
								    : cells_get(&hist->tuples, entry->tuple.n);
	return cells[hist->position[key]];
}
/* Starts fetching the cells of the entry's tuple: those of a big profile do not fit the caches, and the misses of many
 * entries can be waited for together. */
static inline void hist_prefetch_cells(const struct hist *hist, const struct hist_entry *entry)
{
	enum { CACHE_LINE_CELLS = 8 };
	const uint64_t *tuple = cells_get(&hist->tuples, entry->tuple.n);
	for (unsigned i = 0; i < hist->tuples.width; i += CACHE_LINE_CELLS) __builtin_prefetch(tuple + i);
}
/* Makes event->entries and event->sums, unsorted, unless the last snapshot has them already. One thread at a time
 * for each event. */
void hist_entries_make(struct hist *hist, struct hist_event *event);
/* Sets shown_samples and shown_period of the totals: the own weights of entries that are not filtered. To be called
 * again whenever hist_entry.filtered changes. */
void hist_entries_count_shown(struct hist_event *event);

/* Takes the entries out of the event, which then has none: hist_entries_make makes others. To be put back, or given to
 * hist_made_entries_done. */
struct hist_made_entries hist_entries_take(struct hist_event *event) _warn_unused_;
/* Replaces the event's entries by those that were taken; made is empty then. The totals' shown_* are not set again. */
void hist_entries_put_back(struct hist_event *event, struct hist_made_entries *made);
void hist_made_entries_done(struct hist_made_entries *made);

/* Forgets the entries of all samples that a selection keeps: their keys are others now. Nothing without a selection. */
void hist_select_forget_entries(struct hist *hist);
/* Take back what hist_regroup.h and hist_select.h changed; nothing where they did not. */
void hist_regroup_undo(struct hist *hist);
void hist_select_undo(struct hist *hist);

/* ---- chains on demand: hist_chains.c collects them, hist_chain_store.c has them */

/* Behind the last link of a list. */
#define HIST_CHAIN_END UINT32_MAX

/* A distinct chain of an entry, as a list of links that HIST_CHAIN_END ends. In the order in which graphs grow: the
 * innermost link first in callee order, the outermost in caller order. */
struct hist_chain {
	const struct link_id *links;
	uint64_t period;
	uint32_t count;
};
typedef VEC(struct hist_chain) hist_chain_vec;

/* The chains that hist_chains_collect found, by entry. The lists of links are in the arenas, one for each worker. */
struct hist_chains {
	struct u64map *numbers; /* of each event: hist_entry_key -> place in by_entry */
	size_t nr_events;
	hist_chain_vec *by_entry;
	size_t nr_entries;
	struct arena *arenas; /* the links of chains */
	size_t nr_arenas;
};

/* Whether nothing but graphs needs the chains of this profile, so that they can be collected later, of few entries. */
bool hist_chains_can_wait(const struct hist *hist);
/* The chains collected of an entry; borrowed. NULL: none were. No chain is empty: HIST_CHAIN_END is never its first
 * link. */
const hist_chain_vec *hist_chains_of(const struct hist *hist, const struct hist_event *event,
				     const struct hist_entry *entry);
void hist_chains_free(struct hist_chains *chains); /* NULL is fine */

#endif
