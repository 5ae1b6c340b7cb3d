/* What the files that add samples to a profile share. A collector is one way to add: hist_add_flat, hist_add_chains,
 * hist_add_branches; hist_begin chooses it once (choose_collector in hist.c).
 *
 * Every collector does the same four things: it resolves the sample's addresses to frames; turns the cells of its
 * keys into a tuple, the frames into classes or links; walks the worker's tree of the event down by these labels;
 * and adds the sample's weight to the node where it arrives. All four are remembered from sample to sample, because
 * neighbouring samples are alike: frames by the resolver, tuples and chains in thread_chain, classes in
 * frame_labels. */
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_COLLECTOR_H
#define ANALYSIS_PROFILE_COLLECT_HIST_COLLECTOR_H

#include "analysis/profile/collect/code_slots.h"
#include "analysis/profile/collect/first_levels.h"
#include "analysis/profile/collect/hist_private.h"
#include "frame/callchain.h"
#include "frame/frame_array.h"

/* Tuples of up to KNOWN_CELLS cells are remembered for each thread, in a table of KNOWN_TUPLES slots (a power of
 * two). */
enum { KNOWN_CELLS = 3, KNOWN_TUPLES = 8 };

/* The last chain of a thread with its nodes: what the next one shares with it need not be looked up again. */
struct thread_chain {
	struct chain_memo memo;
	uint32_t *nodes;
	/* Of nodes. */
	size_t capacity;
	/* nodes[i] is the node of memo.frames[i] in the tree of event, below root; true of the first `valid` ones. */
	size_t valid;
	uint32_t event, root;
	/* its last tuple, when tuples depend on the task only */
	const char *comm;
	const struct task *task;
	uint32_t pid, tid, tuple_event, tuple_1; /* tuple + 1 */
	/* else tuples of its last samples: asking all workers' table for each sample would be slow */
	struct {
		uint64_t cells[KNOWN_CELLS];
		uint32_t tuple_1;
	} known[KNOWN_TUPLES];
};
typedef VEC(struct thread_chain) thread_chain_vec;

/* The memory of a thread, by sample_task.thread, a small number that counts threads. Valid until the next call. */
static inline struct thread_chain *thread_chain_of(thread_chain_vec *threads, uint32_t thread)
{
	while (thread >= threads->count) *vec_add(threads) = (struct thread_chain){ 0 };
	return &threads->items[thread];
}
void thread_chains_done(thread_chain_vec *threads);

/* What a worker knows of its frames, each worked out once: 0 is nothing yet. */
typedef FRAME_ARRAY(uint32_t) frame_label_array;
/* The class that was made last of a symbol with this hash. Address spaces that come and go have the same symbols in new
 * frames: then nothing is interned again. */
struct class_slot {
	const struct symbol *symbol; /* NULL: the slot is free */
	const struct dso *dso;
	uint64_t lowest_ip; /* of the frames that were met: what is shown of a place is what it is there (key_env.h) */
	uint32_t class;
	char level;
	bool leaf;
};
enum { CLASS_SLOT_BITS = 12 };
/* The labels of a worker's frames, by frame id, each worked out once. */
struct frame_labels {
	frame_label_array as_link;  /* class or link + 1 of a frame as a link of a chain */
	frame_label_array as_leaf;  /* class + 1 of a frame as a sample's own address, where that is not the same */
	struct class_slot *classes; /* [1 << CLASS_SLOT_BITS]; NULL: none yet */
};
void frame_labels_done(struct frame_labels *known);

/* A worker's tree of one event, and the sums over its nodes. */
struct worker_event {
	struct cct cct;
	uint64_t nr_samples, period;
};

/* Where a branch with these properties was counted last: a slot of a direct-mapped cache. A later branch with the
 * same hash takes the slot. */
struct branch_slot {
	const struct frame *from, *to;
	const struct task *task;
	const char *comm;
	uint64_t flags;
	/* node_1: node + 1; 0: the slot is free. */
	uint32_t event, node_1;
	bool hidden;
};
enum { BRANCH_SLOTS = 1 << 14 };

/* A sample as hist_source.h shows it, where hist_options.keep_samples asks for that. */
struct kept_sample {
	uint64_t time_ns, turn, period;
	struct tuple_id tuple;
	struct class_id class;
	uint32_t node; /* of the worker's tree of the event, as added: hist_kept_node */
	uint32_t event, pid, tid, cpu;
	uint32_t placed;  /* its node in the last snapshot of a profile that grows; CCT_NONE: it came behind that */
	const char *comm; /* as sample_task.comm; "" of carried ones */
};

/* All that one thread needs to add samples. No other thread touches it while samples are added. */
struct hist_worker {
	struct hist *hist;
	struct resolver *resolver;
	struct worker_event *events; /* [hist->in.events->count] */
	thread_chain_vec threads;
	struct frame_labels known;
	struct code_slots code;
	struct first_levels levels;
	struct branch_slot *branches; /* [BRANCH_SLOTS]; NULL: none yet */
	struct branch_history history;
	struct gap_counts gaps;
	uint32_t max_parallelism; /* of the samples added; with hist_options.sums */
	VEC(struct kept_sample) kept;
	uint64_t first_kept_ns, last_kept_ns; /* with hist.has_kept_times */
};

/* Frees what only adding needs. Kept samples stay, and so do the frames' labels where chains wait: the second pass
 * needs them. */
void hist_worker_release(struct hist_worker *w);
void hist_worker_free(struct hist_worker *w); /* NULL is fine */

/* The collectors (struct hist, member add). */
void hist_add_flat(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);
void hist_add_code(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);
void hist_add_chains(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);
void hist_add_branches(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);

/* Whether hist_add_code can take the place of hist_add_flat: options and keys allow it. */
bool hist_can_add_code(const struct hist *hist);
/* Whether keys of frames ask for nothing but the code at an address (KEY_CODE). */
bool hist_has_code_keys(const struct hist *hist);
/* Whether all keys give all addresses of a symbol the same cells. */
bool hist_code_is_by_symbol(const struct hist *hist);

/* The tuple of the sample's cells of task and sample scope, with the filter's verdict as last cell. parent: the
 * frame that hist_parent_of found, or NULL. resolver: for the data that the sample accessed. */
struct tuple_id hist_tuple_of(struct hist *hist, struct thread_chain *thread, struct resolver *resolver,
			      const struct sample *sample, const struct sample_task *task, const struct frame *parent);
/* Asks the keys of frame scope and interns their cells; slow, to be called once for each frame of a worker. leaf:
 * the frame is a sample's own address, of which keys may show the address as the object counts. */
struct class_id hist_class_make(struct hist *hist, const struct frame *frame, bool leaf);
/* The same of a frame whose symbol may have been met at another address. */
struct class_id hist_class_meet(struct hist *hist, struct frame_labels *known, const struct frame *frame, bool leaf);
struct link_id hist_link_make(struct hist *hist, const struct frame *frame);

/* The class of a frame as a link of a chain, where links are entries: with children, and of branches. */
static inline struct class_id hist_link_class_of(struct hist *hist, struct frame_labels *known,
						 const struct frame *frame)
{
	uint32_t *class_1 = frame_array_at(&known->as_link, frame);
	if (unlikely(!*class_1)) *class_1 = hist_class_meet(hist, known, frame, false).n + 1;
	return (struct class_id){ *class_1 - 1 };
}

/* With children most frames are the same place as sample's own addresses and as links. */
static inline bool hist_leaf_is_link(const struct hist *hist, const struct frame *frame)
{
	return hist->options.children && !hist->tells_leaf && (frame->symbol || frame->object_addr == frame->ip);
}

/* hist_leaf_class_of, of a frame that nobody keeps. */
static inline struct class_id hist_leaf_class_make(struct hist *hist, const struct frame *frame)
{
	return hist_class_make(hist, frame, !hist_leaf_is_link(hist, frame));
}

/* The class of a frame as a sample's own address. */
static inline struct class_id hist_leaf_class_of(struct hist *hist, struct frame_labels *known,
						 const struct frame *frame)
{
	if (hist_leaf_is_link(hist, frame)) return hist_link_class_of(hist, known, frame);
	uint32_t *class_1 = frame_array_at(&known->as_leaf, frame);
	if (unlikely(!*class_1)) *class_1 = hist_class_meet(hist, known, frame, true).n + 1;
	return (struct class_id){ *class_1 - 1 };
}

/* Starts fetching what hist_leaf_class_of will read. */
static inline void hist_leaf_class_prefetch(const struct hist *hist, const struct frame_labels *known,
					    const struct frame *frame)
{
	frame_array_prefetch(hist->options.children && !hist->tells_leaf ? &known->as_link : &known->as_leaf, frame);
}

/* The link of a frame where ancestors are no entries (no children): only what call graphs name it by counts. */
static inline struct link_id hist_link_of(struct hist *hist, struct frame_labels *known, const struct frame *frame)
{
	uint32_t *link_1 = frame_array_at(&known->as_link, frame);
	if (unlikely(!*link_1)) *link_1 = hist_link_make(hist, frame).n + 1;
	return (struct link_id){ *link_1 - 1 };
}

/* The label of a frame as a link of a chain: a class with children, else a link. */
static inline struct node_label hist_link_label_of(struct hist *hist, struct frame_labels *known,
						   const struct frame *frame)
{
	return hist->options.children ? node_label_class(hist_link_class_of(hist, known, frame))
				      : node_label_link(hist_link_of(hist, known, frame));
}

/* What a sample counts: its recorded period, else the event's fixed one (perf_event_attr.sample_period); of memory
 * accesses their weight. */
static inline uint64_t hist_period_of(const struct hist_options *options, const struct sample *sample)
{
	if (unlikely(options->by_weight)) return sample->weight ? sample->weight : 1;
	return sample->present & SAMPLE_PERIOD || sample->period ? sample->period : sample->event->attr.sample_period;
}

/* How this profile wants call chains resolved. */
static inline struct callchain_options hist_chain_options(const struct hist_options *options)
{
	return (struct callchain_options){ .max_stack = options->max_stack, .caller_first = options->caller_first };
}

/* Adds a sample of that period to a node, to its sums and to the event's. */
static inline void hist_weigh(struct hist_worker *w, struct worker_event *e, uint32_t node, const struct sample *sample,
			      uint64_t period)
{
	e->cct.nodes.items[node].period += period;
	e->cct.nodes.items[node].count++;
	if (w->hist->options.sums) {
		hist_sums_add(cct_extra(&e->cct, node), w->hist->options.sums, sample, period);
		w->max_parallelism = MAX(w->max_parallelism, sample->parallelism);
	}
	e->nr_samples++;
	e->period += period;
}

/* Keeps the sample, as one of the entry of tuple and class that was added to node. */
void hist_keep(struct hist_worker *w, const struct sample *sample, const struct sample_task *task,
	       struct tuple_id tuple, struct class_id class, uint32_t node);
/* Counts a sample at its node of a flat tree. */
static inline void hist_count_flat(struct hist_worker *w, struct worker_event *e, const struct sample *sample,
				   const struct sample_task *task, struct tuple_id tuple, struct class_id class)
{
	struct hist *hist = w->hist;
	uint32_t node = cct_child(&e->cct, cct_child(&e->cct, CCT_NONE, tuple.n), node_label_leaf(class).n);
	hist_weigh(w, e, node, sample, hist_period_of(&hist->options, sample));
	if (unlikely(hist->options.keep_samples)) hist_keep(w, sample, task, tuple, class, node);
	if (hist->cells_of_turn_1) hist->cells_of_turn_1[sample->turn] = class.n + 1; /* of flat trees */
}

/* Compiles the options' regular expressions. Returns 0, or -EINVAL with err set where one is none. */
int hist_callers_init(struct hist *hist, struct err *err);
void hist_callers_done(struct hist *hist);
/* The node of a kept sample in the last snapshot's tree; CCT_NONE where trees were made one (branch_history). */
static inline uint32_t hist_kept_node(const struct hist *hist, unsigned worker, const struct kept_sample *sample)
{
	const struct hist_event *event = &hist->events[sample->event];
	if (hist->workers[worker]->events) return sample->placed;
	return event->tree.place ? event->tree.place[event->first_nodes[worker] + sample->node] : CCT_NONE;
}

/* The frame of a chain that --parent looks for, the first in the order of the options; NULL: there is none. Called
 * where hist.parents is set. */
const struct frame *hist_parent_of(const struct hist *hist, const struct chain_memo *chain);
/* --ignore-callees: returns how many of a chain's frames (outermost first) are left: those up to the outermost one
 * that the regular expression matches, which *leaf becomes. All, with *leaf untouched, where none matches. */
size_t hist_ignore_callees(const struct hist *hist, const struct chain_memo *chain, const struct frame **leaf);

#endif
