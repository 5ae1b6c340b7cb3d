/* Profiles: samples added up by key cells, with the call chains they were taken in.
 *
 *     hist_collect(session, &options, &hist, &err);    all samples, all cores
 *     for each event: hist_entries(hist, event, ...)    entries in the order they are shown
 *     callgraphs_make(...)                              what stands below an entry                          */
#ifndef ANALYSIS_PROFILE_HIST_H
#define ANALYSIS_PROFILE_HIST_H

#include "analysis/profile/branch_history.h"
#include "analysis/profile/cct.h"
#include "analysis/profile/cells.h"
#include "frame/frame_array.h"
#include "analysis/pass/event_switch.h"
#include "analysis/profile/profile_gaps.h"
#include "analysis/pass/sample_filter.h"
#include "key/key.h"
#include "session/session.h"

enum { HIST_MAX_KEYS = 256 };
enum chain_key { CHAIN_FUNCTION, CHAIN_ADDRESS, CHAIN_SRCLINE };

/* Sums beside period and count, in this order. */
enum hist_sum {
	HIST_SUM_SYS,
	HIST_SUM_US,
	HIST_SUM_GUEST_SYS,
	HIST_SUM_GUEST_US,
	HIST_SUM_WEIGHT1,
	HIST_SUM_WEIGHT2,
	HIST_SUM_WEIGHT3,
	HIST_SUMS
};

struct hist_options {
	const struct key *const *keys;
	size_t nr_keys;
	struct key_env_options env;
	bool use_chains;        /* keep call chains at all */
	bool chains_for_graphs; /* only for the graphs of entries that weigh enough */
	bool children;          /* ancestors are entries too */
	bool branch_history;    /* call chains go on along branch stacks (branch_history.h) */
	bool branch_labels;     /* and graphs say of each place what is known of its branches */
	bool branches;          /* branches of branch stacks are what is counted, each as one */
	bool sums;              /* keep the HIST_SUM_* */
	enum chain_key chain_key;
	bool caller_first; /* order of the call graphs, and of which of a recursive function's frames counts */
	unsigned max_stack;
	bool hide_unresolved;
	const char *parent_regex;                /* for key parent; NULL: none */
	bool exclude_other;                      /* samples without such a parent are filtered out */
	const char *ignore_callees;              /* regex; NULL: none */
	const struct sample_filter *filter;      /* may be NULL */
	const struct event_switch *event_switch; /* may be NULL */
};

/* What a sample was counted for: the cells of its keys. */
struct hist_entry {
	uint32_t tuple, frame; /* ids of its cells of task and sample scope, and of frame scope */
	bool filtered;
	uint32_t depth;        /* longest chain that was added to it */
	uint64_t period;       /* own */
	uint64_t total_period; /* with what it called; own without children */
	uint32_t count, total_count;
};
struct hist_sums {
	uint64_t sums[HIST_SUMS];
};

struct hist_event {
	const struct perf_event *event;
	struct cct_index tree;
	uint64_t nr_samples, period;
	uint64_t shown_samples, shown_period; /* of the entries that no filter hides; filled by hist_entries_make */
	VEC(struct hist_entry) entries;
	VEC(struct hist_sums) sums; /* of entries, empty without hist_options.sums */
};

/* What a worker knows of its frames, each worked out once: 0 is nothing yet. */
struct frame_classes {
	FRAME_ARRAY(uint32_t) as_link; /* class or link + 1 of a frame as a link of a chain */
	FRAME_ARRAY(uint32_t) as_leaf; /* class + 1 of a frame as a sample's own address, where that is not the same */
};

struct hist {
	struct hist_options options;
	const struct key *keys[HIST_MAX_KEYS];
	size_t nr_keys;
	unsigned position[HIST_MAX_KEYS]; /* of key i in its tuple */
	bool by_task;                     /* cells of task and sample scope depend on the task only */
	bool chains_on_demand;            /* see analysis/profile/hist_chains.h */
	bool chains_in_tree;              /* else the trees are flat */
	uint32_t *frame_of_record;        /* with chains_on_demand: id in frames + 1 by turn, 0: no sample */
	struct session *session;
	struct frame_classes *known; /* [session_threads()] by worker */
	struct key_env *env;
	struct cells tuples; /* cells of task and sample scope, then 1 when filtered out */
	struct cells frames; /* cells of frame scope, then 1 when filtered out */
	/* What a cct node's frame means: {identity in call graphs, id in frames}; without chains in the tree they are
	 * the frames. */
	struct cells classes;
	uint32_t *frame_of_class, *chain_of_class; /* the same, flat, once all samples are in */
	struct hist_event *events;
	size_t nr_events;
	struct profile_gaps gaps; /* not of branches */
};

/* Words beside a node's weight: HIST_SUM_* of its own samples where they are kept, then BRANCH_SUM_* of what came by
 * where branches continue chains. */
static inline unsigned hist_branch_sums_at(const struct hist_options *options) { return options->sums ? HIST_SUMS : 0; }

/* In a node's frame: the node is the sample's own address, not a part of its chain. */
#define HIST_LEAF 0x80000000u
/* In a node's frame, without children: a link of a chain that is no entry; what remains is its identity in call graphs.
 */
#define HIST_LINK 0x40000000u

/* session must outlive the profile. */
int hist_collect(struct session *session, const struct hist_options *options, struct hist **ret,
		 struct err *err) _warn_unused_;
void hist_free(struct hist *hist);
static inline uint32_t hist_chain_of(const struct hist *hist, uint32_t node_frame)
{
	return node_frame & HIST_LINK ? node_frame & ~HIST_LINK : hist->chain_of_class[node_frame & ~HIST_LEAF];
}
uint64_t hist_cell(const struct hist *hist, const struct hist_entry *entry, size_t key);
/* The name a call graph shows for an identity; made in the arena where it is none that lasts as long as hist. */
const char *hist_chain_label(const struct hist *hist, uint64_t chain, struct arena *arena);
/* Order among call graph siblings of equal weight. */
int hist_chain_order(const struct hist *hist, uint64_t a, uint64_t b);
/* The same where any of them is an inlined function: these have names, but no addresses. */
int hist_chain_order_by_name(const struct hist *hist, uint64_t a, uint64_t b);
bool hist_chain_is_inlined(const struct hist *hist, uint64_t chain);

/* Makes event->entries, unsorted. */
void hist_entries_make(struct hist *hist, struct hist_event *event);

#endif
