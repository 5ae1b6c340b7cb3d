/* What the files that collect a profile share: from a sample and its frames to cells, classes and links. */
#ifndef ANALYSIS_PROFILE_HIST_COLLECTOR_H
#define ANALYSIS_PROFILE_HIST_COLLECTOR_H

#include <regex.h>
#include "analysis/profile/hist.h"
#include "frame/frame_array.h"

/* The same for all workers. */
struct collector {
	struct hist *hist;
	const struct hist_options *options;
	bool by_task;               /* tuples depend on the task only */
	bool parents;               /* parents are looked for */
	bool switched;              /* samples count only where options->event_switch says so */
	bool chains_for_unresolved; /* a pass without chains looks for addresses without a symbol in them, until there
				       is one */
	regex_t parent, ignore;
};

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

/* The id of the sample's cells of task and sample scope. */
uint32_t hist_tuple_of(struct collector *c, struct thread_chain *thread, const struct sample *sample,
		       const struct sample_task *task, const struct frame *parent);
uint32_t hist_class_make(struct collector *c, const struct frame *frame, bool leaf);
uint32_t hist_link_make(struct collector *c, const struct frame *frame);

/* The class of a frame as a link of a chain, and as a sample's own address. */
static inline uint32_t hist_class_of(struct collector *c, struct frame_classes *known, const struct frame *frame,
				     bool leaf)
{
	leaf = leaf &&
	       (!c->options->children || (!frame->symbol && frame->object_addr != frame->ip)); /* else it is the same */
	uint32_t *class_1 = leaf ? frame_array_at(&known->as_leaf, frame) : frame_array_at(&known->as_link, frame);
	if (unlikely(!*class_1)) *class_1 = hist_class_make(c, frame, leaf) + 1;
	return *class_1 - 1;
}

/* A link of a chain where ancestors are no entries: only its identity counts. */
static inline uint32_t hist_link_of(struct collector *c, struct frame_classes *known, const struct frame *frame)
{
	uint32_t *link_1 = frame_array_at(&known->as_link, frame);
	if (unlikely(!*link_1)) *link_1 = hist_link_make(c, frame) + 1;
	return *link_1 - 1;
}

static inline void frame_classes_done(struct frame_classes *known)
{
	frame_array_done(&known->as_link);
	frame_array_done(&known->as_leaf);
}

static inline uint64_t hist_period_of(const struct sample *sample)
{
	return sample->present & SAMPLE_PERIOD || sample->period ? sample->period : sample->event->attr.sample_period;
}

#endif
