/* What a worker keeps while it adds: made on first use, given back in part when the last snapshot was made. */
#include <assert.h>
#include "analysis/profile/collect/hist_collector.h"
#include "base/vec_huge.h"

/* How many kept samples a worker has room for at first, of those that a trace may have. */
enum { MAX_KEPT_EXPECTED = 4 << 20 };

struct hist_worker *hist_worker(struct hist *hist, unsigned index, struct resolver *resolver)
{
	assert(index < hist->in.nr_workers);
	if (hist->workers[index]) return hist->workers[index];
	const struct hist_options *o = &hist->options;
	unsigned extra_words = hist_branch_sums_at(o) + (o->branch_history ? BRANCH_SUMS : 0);
	struct hist_worker *w = xcalloc(1, sizeof(*w));
	w->hist = hist;
	w->resolver = resolver;
	w->events = xcalloc(hist->in.events->count + 1, sizeof(*w->events));
	for (size_t i = 0; i < hist->in.events->count; i++) {
		struct cct *cct = &w->events[i].cct;
		cct_init(cct, extra_words);
		/* in a flat tree a root and a leaf for each of this worker's samples, and some more: shares are not
		 * equal */
		if (!hist->chains_in_tree) cct->nr_expected = hist->in.nr_turns * 5 / 2 / hist->in.nr_workers;
	}
	if (o->keep_samples && hist->in.nr_turns)
		vec_reserve_huge(&w->kept, MIN(hist->in.nr_turns * 5 / 4 / hist->in.nr_workers, MAX_KEPT_EXPECTED));
	return hist->workers[index] = w;
}

void thread_chains_done(thread_chain_vec *threads)
{
	for (size_t i = 0; i < threads->count; i++) {
		chain_memo_done(&threads->items[i].memo);
		free(threads->items[i].nodes);
	}
	vec_done(threads);
}

void frame_labels_done(struct frame_labels *known)
{
	frame_array_done(&known->as_link);
	frame_array_done(&known->as_leaf);
	free(take(known->classes));
}

void hist_keep(struct hist_worker *w, const struct sample *sample, const struct sample_task *task,
	       struct tuple_id tuple, struct class_id class, uint32_t node)
{
	vec_push(&w->kept, ((struct kept_sample){ .time_ns = sample->time_ns,
						  .turn = sample->turn,
						  .period = hist_period_of(&w->hist->options, sample),
						  .tuple = tuple,
						  .class = class,
						  .node = node,
						  .pid = sample->pid,
						  .comm = task->comm,
						  .event = sample->event->idx,
						  .tid = sample->tid,
						  .cpu = sample->cpu,
						  .placed = CCT_NONE }));
}

void hist_worker_release(struct hist_worker *w)
{
	for (size_t i = 0; w->events && i < w->hist->in.events->count; i++) cct_done(&w->events[i].cct);
	free(take(w->events));
	thread_chains_done(&w->threads);
	vec_done(&w->levels.by_number);
	free(take(w->branches));
	code_slots_done(&w->code);
	branch_history_done(&w->history);
	gap_counts_done(&w->gaps);
	if (!w->hist->chains_on_demand) frame_labels_done(&w->known); /* else they are asked again */
}

void hist_worker_free(struct hist_worker *w)
{
	if (!w) return;
	hist_worker_release(w);
	frame_labels_done(&w->known);
	vec_done(&w->kept);
	free(w);
}
