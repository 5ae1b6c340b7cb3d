/* What the files that add samples to a profile share. A collector is one way to add: hist_add_flat, hist_add_chains,
 * hist_add_branches; hist_begin chooses it. */
#ifndef ANALYSIS_PROFILE_HIST_COLLECTOR_H
#define ANALYSIS_PROFILE_HIST_COLLECTOR_H

#include "analysis/profile/first_levels.h"
#include "analysis/profile/hist_private.h"
#include "frame/callchain.h"
#include "frame/frame_array.h"

enum { KNOWN_CELLS = 3, KNOWN_TUPLES = 8 };

/* The last chain of a thread with its nodes: what the next one shares with it need not be looked up again. */
struct thread_chain {
	struct chain_memo memo;
	uint32_t *nodes;
	size_t capacity; /* of memo.frames, in the tree of event below root */
	size_t valid;    /* so many of them */
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

/* By sample_task.thread. */
static inline struct thread_chain *thread_chain_of(thread_chain_vec *threads, uint32_t thread)
{
	while (thread >= threads->count) *vec_add(threads) = (struct thread_chain){ 0 };
	return &threads->items[thread];
}
void thread_chains_done(thread_chain_vec *threads);

/* What a worker knows of its frames, each worked out once: 0 is nothing yet. */
typedef FRAME_ARRAY(uint32_t) frame_label_array;
struct frame_labels {
	frame_label_array as_link; /* class or link + 1 of a frame as a link of a chain */
	frame_label_array as_leaf; /* class + 1 of a frame as a sample's own address, where that is not the same */
};
void frame_labels_done(struct frame_labels *known);

struct worker_event {
	struct cct cct;
	uint64_t nr_samples, period;
};

/* Where the branch with these facts was counted last, by their hash. */
struct branch_slot {
	const struct frame *from, *to;
	const struct task *task;
	const char *comm;
	uint64_t flags;
	uint32_t event, node_1;
	bool hidden;
};
enum { BRANCH_SLOTS = 1 << 14 };

/* What was added of a sample, where hist_options.keep_samples asks for it. */
struct kept_sample {
	uint64_t time_ns, turn, period;
	struct tuple_id tuple;
	struct class_id class;
	uint32_t event, tid, cpu;
};

struct hist_worker {
	struct hist *hist;
	struct resolver *resolver;
	struct worker_event *events; /* [hist->in.events->count] */
	thread_chain_vec threads;
	struct frame_labels known;
	struct first_levels levels;
	struct branch_slot *branches; /* [BRANCH_SLOTS]; NULL: none yet */
	struct branch_history history;
	struct gap_counts gaps;
	VEC(struct kept_sample) kept;
};

/* Frees all that only adding needs. */
void hist_worker_release(struct hist_worker *w);
void hist_worker_free(struct hist_worker *w); /* NULL is fine */

void hist_add_flat(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);
void hist_add_chains(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);
void hist_add_branches(struct hist_worker *w, const struct sample *sample, const struct sample_task *task);

/* The tuple of the sample's cells of task and sample scope. */
struct tuple_id hist_tuple_of(struct hist *hist, struct thread_chain *thread, const struct sample *sample,
			      const struct sample_task *task, const struct frame *parent);
struct class_id hist_class_make(struct hist *hist, const struct frame *frame, bool leaf);
struct link_id hist_link_make(struct hist *hist, const struct frame *frame);

/* The class of a frame that is an entry as a link of a chain: with children, and of branches. */
static inline struct class_id hist_link_class_of(struct hist *hist, struct frame_labels *known,
						 const struct frame *frame)
{
	uint32_t *class_1 = frame_array_at(&known->as_link, frame);
	if (unlikely(!*class_1)) *class_1 = hist_class_make(hist, frame, false).n + 1;
	return (struct class_id){ *class_1 - 1 };
}

/* The class of a frame as a sample's own address. */
static inline struct class_id hist_leaf_class_of(struct hist *hist, struct frame_labels *known,
						 const struct frame *frame)
{
	/* with children most frames are the same place as links */
	if (hist->options.children && (frame->symbol || frame->object_addr == frame->ip))
		return hist_link_class_of(hist, known, frame);
	uint32_t *class_1 = frame_array_at(&known->as_leaf, frame);
	if (unlikely(!*class_1)) *class_1 = hist_class_make(hist, frame, true).n + 1;
	return (struct class_id){ *class_1 - 1 };
}

/* Starts fetching what hist_leaf_class_of will read. */
static inline void hist_leaf_class_prefetch(const struct hist *hist, const struct frame_labels *known,
					    const struct frame *frame)
{
	frame_array_prefetch(hist->options.children ? &known->as_link : &known->as_leaf, frame);
}

/* A link of a chain where ancestors are no entries: only its identity counts. */
static inline struct link_id hist_link_of(struct hist *hist, struct frame_labels *known, const struct frame *frame)
{
	uint32_t *link_1 = frame_array_at(&known->as_link, frame);
	if (unlikely(!*link_1)) *link_1 = hist_link_make(hist, frame).n + 1;
	return (struct link_id){ *link_1 - 1 };
}

/* The label of a link, whatever it is here. */
static inline struct node_label hist_link_label_of(struct hist *hist, struct frame_labels *known,
						   const struct frame *frame)
{
	return hist->options.children ? node_label_class(hist_link_class_of(hist, known, frame))
				      : node_label_link(hist_link_of(hist, known, frame));
}

static inline uint64_t hist_period_of(const struct sample *sample)
{
	return sample->present & SAMPLE_PERIOD || sample->period ? sample->period : sample->event->attr.sample_period;
}

static inline struct callchain_options hist_chain_options(const struct hist_options *options)
{
	return (struct callchain_options){ .max_stack = options->max_stack, .caller_first = options->caller_first };
}

/* The sample's weight is the node's. */
static inline void hist_weigh(struct hist_worker *w, struct worker_event *e, uint32_t node, const struct sample *sample,
			      uint64_t period)
{
	e->cct.nodes.items[node].period += period;
	e->cct.nodes.items[node].count++;
	if (w->hist->options.sums) hist_sums_add(cct_extra(&e->cct, node), sample, period);
	e->nr_samples++;
	e->period += period;
}

/* Compiles the regular expressions of the options; -EINVAL with err set where one is none. */
int hist_callers_init(struct hist *hist, struct err *err);
void hist_callers_done(struct hist *hist);
/* Keeps the sample, as one of the entry of tuple and class. */
void hist_keep(struct hist_worker *w, const struct sample *sample, struct tuple_id tuple, struct class_id class);

/* The frame of a chain (outermost first) that -p looks for; NULL: none. */
const struct frame *hist_parent_of(const struct hist *hist, const struct chain_memo *chain);
/* How many of a chain's frames are left where callees are ignored: those up to the outermost that the regex hits, which
 * *leaf becomes. */
size_t hist_ignore_callees(const struct hist *hist, const struct chain_memo *chain, const struct frame **leaf);

#endif
