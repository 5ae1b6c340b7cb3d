/* Adding samples with their call chains, each a way down a tree:
 *
 *     root: tuple 3 -> main -> parse -> next_token (leaf)
 *
 * Successive chains of a thread share most of their outer frames. chain_memo says how many are the same;
 * thread_chain keeps the node of each of these frames, so that the walk begins where the chains part. */
#include "analysis/profile/collect/hist_collector.h"

/* A sample on its way into a tree. */
struct adding {
	struct hist_worker *w;
	const struct sample *sample;
	const struct sample_task *task;
	struct thread_chain *thread;
	struct cct *cct;
	uint32_t root;
	const struct frame *leaf;
	struct class_id leaf_class;
	/* Of thread->memo's frames, outermost first. same: how many are those of the thread's chain before. count:
	 * how many belong to the sample, which is all but ignored callees. */
	size_t same, count;
};

/* Notes the letters of frames without a map (first_levels.h). Walks the chain in the order in which upstream does,
 * each such frame taking the letter before it. Those of the frames below `same` were noted with the chain before. */
static void note_levels(const struct adding *a, size_t same)
{
	struct hist *hist = a->w->hist;
	char level = a->leaf->level;
	for (size_t k = 0; k < a->count; k++) {
		size_t i = hist->options.caller_first ? k : a->count - 1 - k;
		const struct frame *frame = a->thread->memo.frames[i];
		if (frame->map) level = frame->level;
		else if (i >= same)
			first_levels_note(&a->w->levels, hist_link_class_of(hist, &a->w->known, frame),
					  a->sample->time_ns, level);
	}
}

/* The node at the end of the way that the branch stack tells of (branch_history.h). Nodes get what is known of their
 * branches as they are passed. Such a way is no call chain: the thread's nodes are forgotten. */
static uint32_t walk_history(const struct adding *a)
{
	struct hist_worker *w = a->w;
	const struct hist_options *options = &w->hist->options;
	uint32_t node = a->root;
	branch_history_make(&w->history, w->resolver, a->task, a->sample, a->thread->memo.frames, a->count);
	for (size_t i = 0; i < w->history.steps.count; i++) {
		const struct branch_step *step = &w->history.steps.items[i];
		if (options->hide_unresolved && !step->frame->symbol) continue;
		node = cct_child(a->cct, node, hist_link_label_of(w->hist, &w->known, step->frame).n);
		branch_sums_add(cct_extra(a->cct, node) + hist_branch_sums_at(options), step);
	}
	a->thread->valid = 0;
	return node;
}

/* The node at the end of the call chain. thread->nodes[i] becomes the node of frame i; of a frame that is left out,
 * that of the frame before. */
static uint32_t walk_chain(const struct adding *a)
{
	struct hist_worker *w = a->w;
	struct hist *hist = w->hist;
	const struct hist_options *options = &hist->options;
	struct thread_chain *thread = a->thread;
	const struct frame *const *frames = thread->memo.frames;
	if (thread->event != a->sample->event->idx || thread->root != a->root) thread->valid = 0;
	thread->event = a->sample->event->idx;
	thread->root = a->root;
	size_t same = MIN(MIN(a->same, thread->valid), a->count);
	uint32_t node = same ? thread->nodes[same - 1] : a->root;
	if (a->count > thread->capacity) {
		thread->capacity = MAX(a->count, 2 * thread->capacity);
		thread->nodes = xreallocarray(thread->nodes, thread->capacity, sizeof(*thread->nodes));
	}
	bool unmapped = false;
	for (size_t i = same; i < a->count; i++) frame_array_prefetch(&w->known.as_link, frames[i]);
	for (size_t i = same; i < a->count; i++) {
		unmapped |= !frames[i]->map;
		if (!options->hide_unresolved || frames[i]->symbol) {
			/* Without children, links are only links. The sample's own address at the end of its chain,
			 * however, is the entry, and needs a class. */
			bool is_own = !options->children && i + 1 == a->count && frames[i] == a->leaf;
			struct node_label label = is_own ? node_label_class(a->leaf_class)
							 : hist_link_label_of(hist, &w->known, frames[i]);
			node = cct_child(a->cct, node, label.n);
		}
		thread->nodes[i] = node;
	}
	thread->valid = a->count;
	if (unlikely(unmapped) && options->children && !options->hide_unresolved) note_levels(a, same);
	return node;
}

/* Whether the way down ends at the sample's own address. Equal frame cells suffice: then the node is of the same
 * entry, and a leaf below it would count the entry twice. */
static bool ends_at_leaf(const struct adding *a, uint32_t node)
{
	struct cells *classes = &a->w->hist->classes;
	if (node == a->root) return false;
	struct node_label label = { a->cct->nodes.items[node].frame };
	if (node_label_is_link(label)) return false;
	return label.n == a->leaf_class.n ||
	       cells_get(classes, label.n)[1] == cells_get(classes, a->leaf_class.n)[1]; /* the frame cells */
}

void hist_add_chains(struct hist_worker *w, const struct sample *sample, const struct sample_task *task)
{
	struct hist *hist = w->hist;
	const struct hist_options *options = &hist->options;
	struct worker_event *e = &w->events[sample->event->idx];
	struct adding a = { .w = w, .sample = sample, .task = task, .cct = &e->cct };
	const struct frame *parent = NULL;
	a.leaf = resolver_sample_ip(w->resolver, task, sample);
	if (options->hide_unresolved && !a.leaf->symbol) return;
	hist_leaf_class_prefetch(hist, &w->known, a.leaf);
	gap_counts_note(&w->gaps, sample, a.leaf);
	a.thread = thread_chain_of(&w->threads, task->thread);
	bool has_chain = options->max_stack && sample_has_chain(sample);
	if (has_chain) {
		struct callchain_options how = hist_chain_options(options);
		a.same = callchain_update(w->resolver, task, sample, &how, &a.thread->memo);
		a.count = a.thread->memo.count;
		if (unlikely(hist->parents)) parent = hist_parent_of(hist, &a.thread->memo);
		if (unlikely(hist->has_ignore)) a.count = hist_ignore_callees(hist, &a.thread->memo, &a.leaf);
	}
	struct tuple_id tuple = hist_tuple_of(hist, a.thread, w->resolver, sample, task, parent);
	a.leaf_class = hist_leaf_class_of(hist, &w->known, a.leaf);
	a.root = cct_child(a.cct, CCT_NONE, tuple.n);
	uint32_t node = a.root;
	const bool along_branches = options->branch_history && sample->nr_branches && options->max_stack;
	if (along_branches) node = walk_history(&a);
	else if (has_chain) node = walk_chain(&a);
	if (!a.leaf->map) first_levels_note(&w->levels, a.leaf_class, sample->time_ns, a.leaf->level);
	/* Otherwise the address is an entry and no link of the chain: it becomes a leaf, which call graphs do not
	 * show. */
	if (!ends_at_leaf(&a, node)) node = cct_child(a.cct, node, node_label_leaf(a.leaf_class).n);
	hist_weigh(w, e, node, sample, hist_period_of(options, sample));
	if (unlikely(along_branches && options->sums > HIST_SUM_WAYS))
		way_sums_add(cct_extra(a.cct, node) + HIST_SUM_WAYS, &w->history);
	if (unlikely(options->keep_samples)) hist_keep(w, sample, task, tuple, a.leaf_class, node);
}
