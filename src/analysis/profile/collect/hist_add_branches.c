/* Adding the branches of samples, each as one: the tree has two levels, the tuple and the class of the branch's
 * target. Keys of branches are part of the tuple. Each branch weighs 1, whatever the sample's period.
 *
 * Loops fill branch stacks with the same few branches again and again, so where each was counted last is kept in a
 * small table (branch_slot) that is asked before any key. */
#include "analysis/profile/collect/hist_collector.h"
#include "base/hash.h"

/* A branch with its ends resolved. */
struct branch_ends {
	const struct branch_entry *branch;
	const struct frame *from, *to;
	bool hidden; /* the sample itself is, whatever its branches are */
};

/* The node of a branch, found the long way: all its cells are made. */
static uint32_t branch_node(struct hist_worker *w, struct cct *cct, const struct sample *sample,
			    const struct sample_task *task, const struct branch_ends *ends)
{
	struct hist *hist = w->hist;
	uint64_t cells[HIST_MAX_KEYS + 1];
	size_t n = 0;
	struct key_input in = {
		.sample = sample, .task = task, .branch = ends->branch, .branch_from = ends->from, .branch_to = ends->to
	};
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope != KEY_FRAME) {
			in.key = hist->keys[i];
			cells[n++] = in.key->cell(hist->env, &in);
		}
	cells[n++] = ends->hidden;
	if (!ends->from->symbol || !ends->to->symbol) key_env_note_unresolved(hist->env);
	struct tuple_id tuple = { cells_id(&hist->tuples, cells) };
	struct class_id class = hist_link_class_of(hist, &w->known, ends->to);
	return cct_child(cct, cct_child(cct, CCT_NONE, tuple.n), node_label_leaf(class).n);
}

/* Whether the slot is of this very branch, in a sample of the same task and event. Only where tuples depend on
 * nothing else (by_task). */
static bool is_known(const struct branch_slot *slot, const struct sample *sample, const struct sample_task *task,
		     const struct branch_ends *ends)
{
	return slot->node_1 && slot->from == ends->from && slot->to == ends->to && slot->task == task->task &&
	       slot->comm == task->comm && slot->flags == ends->branch->flags && slot->event == sample->event->idx &&
	       slot->hidden == ends->hidden;
}

void hist_add_branches(struct hist_worker *w, const struct sample *sample, const struct sample_task *task)
{
	struct hist *hist = w->hist;
	struct worker_event *e = &w->events[sample->event->idx];
	const struct sample_filter *filter = hist->options.filter;
	const struct frame *own = resolver_sample_ip(w->resolver, task, sample);
	if (!w->branches) w->branches = xcalloc(BRANCH_SLOTS, sizeof(*w->branches));
	if (hist->options.hide_unresolved && !own->symbol) return;
	bool hidden = filter &&
		      (sample_filter_hides_task(filter, sample, task) || sample_filter_hides_frame(filter, own));
	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		const struct branch_entry *branch = &sample->branches[i];
		struct branch_ends ends = { branch, branch_end(w->resolver, task, branch->from),
					    branch_end(w->resolver, task, branch->to), hidden };
		if (hist->options.hide_unresolved && !(ends.from->symbol && ends.to->symbol)) continue;
		uint64_t hash = hash_pair((uintptr_t)ends.from ^ branch->flags,
					  (uintptr_t)ends.to ^ (uintptr_t)task->comm);
		struct branch_slot *slot = &w->branches[hash & (BRANCH_SLOTS - 1)];
		uint32_t node = hist->by_task && is_known(slot, sample, task, &ends)
					? slot->node_1 - 1
					: branch_node(w, &e->cct, sample, task, &ends);
		*slot = (struct branch_slot){ .from = ends.from,
					      .to = ends.to,
					      .task = task->task,
					      .comm = task->comm,
					      .flags = branch->flags,
					      .event = sample->event->idx,
					      .node_1 = node + 1,
					      .hidden = hidden };
		hist_weigh(w, e, node, sample, 1);
	}
}
