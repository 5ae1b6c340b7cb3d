/* The inside of a profile, for the files that collect it and those that make rows and graphs of it. */
#ifndef ANALYSIS_PROFILE_HIST_PRIVATE_H
#define ANALYSIS_PROFILE_HIST_PRIVATE_H

#include <regex.h>
#include "analysis/profile/branch_history.h"
#include "analysis/profile/cct.h"
#include "analysis/profile/cells.h"
#include "analysis/profile/hist.h"
#include "analysis/profile/hist_ids.h"

/* Sums beside period and count, in this order: those of measured_field.def. */
enum hist_sum {
#define ENTRY(id, name, title, kind, width)
#define SUM(id, name, title, kind, width) HIST_SUM_##id,
#define SAME(id, sum, name, title, kind, width)
#include "analysis/profile/measured_field.def"
	HIST_SUMS
};

/* A row to be: what samples were counted for. */
struct hist_entry {
	struct tuple_id tuple;
	struct frame_cells_id cells;
	bool hidden;           /* by the options' filter */
	bool filtered;         /* no row: hidden, or something else was asked for (hist_source.h) */
	uint32_t depth;        /* longest chain that was added to it */
	uint64_t period;       /* own */
	uint64_t total_period; /* with what it called; own without children */
	uint32_t count, total_count;
};
struct hist_sums {
	uint64_t sums[HIST_SUMS];
};
/* Adds what a sample adds to each. */
void hist_sums_add(uint64_t sums[static HIST_SUMS], const struct sample *sample, uint64_t period);

struct hist_chains;
struct u64map;

struct hist_event {
	struct hist_totals totals;
	struct cct_index tree;
	bool has_entries;
	VEC(struct hist_entry) entries;
	VEC(struct hist_sums) sums; /* of entries, empty without hist_options.sums */
};

struct hist {
	struct hist_input in;
	struct hist_options options;
	const struct key *keys[HIST_MAX_KEYS];
	size_t nr_keys;
	unsigned position[HIST_MAX_KEYS]; /* of key i in its tuple or frame cells */

	/* how samples are added: */
	void (*add)(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task);
	bool by_task;            /* tuples depend on the task only */
	bool parents;            /* parents are looked for */
	bool switched;           /* samples count only where options.event_switch says so */
	bool chains_on_demand;   /* see hist_chains.h */
	bool chains_in_tree;     /* else the trees are flat */
	bool looks_for_nameless; /* chains wait, and are looked into until one has an address without a symbol */
	bool has_parent, has_ignore;
	regex_t parent, ignore;
	struct hist_worker **workers; /* [in.nr_workers]; NULL: has not begun */
	uint32_t *cells_of_turn_1;    /* where chains wait: frame_cells_id + 1 of samples by turn, 0: not counted */

	struct key_env *env;
	struct cells tuples;  /* cells of task and sample scope, then 1 when filtered out */
	struct cells frames;  /* cells of frame scope, then 1 when filtered out */
	struct cells classes; /* {link, frame cells}; empty when the trees are flat */

	/* of the last snapshot: */
	struct hist_event *events; /* [in.events->count] */
	struct frame_cells_id *cells_of_class;
	struct link_id *link_of_class;
	struct gap_counts gaps;
	struct hist_chains *chains; /* where chains wait: those that were collected; NULL: not yet */
};

/* As hist_wants, for the pass over recordings. */
static inline bool hist_wants_inline(const struct hist *hist, const struct sample *sample)
{
	const struct hist_options *options = &hist->options;
	if (!sample->event || (options->filter && sample_filter_drops(options->filter, sample))) return false;
	return likely(!hist->switched) || event_switch_passes(options->event_switch, sample);
}

/* Words beside a node's weight: HIST_SUM_* of its own samples where they are kept, then BRANCH_SUM_* of what came by
 * where branches continue chains. */
static inline unsigned hist_branch_sums_at(const struct hist_options *options) { return options->sums ? HIST_SUMS : 0; }

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

/* An entry as a key of maps. */
static inline uint64_t hist_entry_key(struct tuple_id tuple, struct frame_cells_id cells)
{
	return (uint64_t)tuple.n << 32 | cells.n;
}
static inline struct frame_cells_id hist_entry_key_cells(uint64_t key)
{
	return (struct frame_cells_id){ (uint32_t)key };
}
/* The id of an entry's row: never 0. */
static inline uint64_t hist_row_of(struct tuple_id tuple, struct frame_cells_id cells)
{
	return hist_entry_key(tuple, cells) + 1;
}
static inline uint64_t hist_entry_row(const struct hist_entry *entry)
{
	return hist_row_of(entry->tuple, entry->cells);
}
/* The cell of an entry's key, by the key's number. */
static inline uint64_t hist_cell(const struct hist *hist, const struct hist_entry *entry, size_t key)
{
	const uint64_t *cells = hist->keys[key]->scope == KEY_FRAME ? cells_get(&hist->frames, entry->cells.n)
								    : cells_get(&hist->tuples, entry->tuple.n);
	return cells[hist->position[key]];
}
/* Makes event->entries, unsorted, where the last snapshot has none yet. */
void hist_entries_make(struct hist *hist, struct hist_event *event);
/* Sums up what is not filtered, as hist_totals has it. */
void hist_entries_count_shown(struct hist_event *event);

/* ---- chains on demand: hist_chains.c collects them, hist_chain_store.c has them */

/* Behind the last link of a list. */
#define HIST_CHAIN_END UINT32_MAX

/* A distinct chain of an entry. In the order graphs are grown in: the innermost link first in callee order, the
 * outermost in caller order. */
struct hist_chain {
	const struct link_id *links;
	uint64_t period;
	uint32_t count;
};
typedef VEC(struct hist_chain) hist_chain_vec;

struct hist_chains {
	struct u64map *numbers; /* of each event: hist_entry_key -> place in by_entry */
	size_t nr_events;
	hist_chain_vec *by_entry;
	size_t nr_entries;
	struct arena *arenas; /* the links of chains */
	size_t nr_arenas;
};

/* Whether chains of this profile can wait: nothing but graphs needs them. */
bool hist_chains_can_wait(const struct hist *hist);
/* The chains that were collected of an entry; NULL: none were. None is empty: HIST_CHAIN_END is not first. */
const hist_chain_vec *hist_chains_of(const struct hist *hist, const struct hist_event *event,
				     const struct hist_entry *entry);
void hist_chains_free(struct hist_chains *chains); /* NULL is fine */

#endif
