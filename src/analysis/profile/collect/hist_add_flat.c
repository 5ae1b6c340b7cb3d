/* Adding samples without their chains: of each only its own address counts, so that a tree has two levels, tuples
 * and leaves. Chains are resolved here only where something other than graphs needs them: --parent, or a missing
 * symbol that would make a column wider. */
#include "analysis/profile/collect/hist_collector.h"
#include "frame/inlined.h"

/* Chains that are not resolved now can still change one thing in the report: whether any address is without a
 * symbol, which makes the column of objects wider. They are looked at until one is found. */
static void look_for_nameless(struct hist_worker *w, const struct sample *sample, const struct sample_task *task,
			      struct thread_chain *thread)
{
	struct key_env *env = w->hist->env;
	if (key_env_has_unresolved(env)) return;
	struct callchain_options how = hist_chain_options(&w->hist->options);
	for (size_t i = callchain_update(w->resolver, task, sample, &how, &thread->memo); i < thread->memo.count; i++)
		if (!thread->memo.frames[i]->symbol) key_env_note_unresolved(env);
}

void hist_add_flat(struct hist_worker *w, const struct sample *sample, const struct sample_task *task)
{
	struct hist *hist = w->hist;
	struct worker_event *e = &w->events[sample->event->idx];
	const struct frame *leaf = resolver_sample_ip(w->resolver, task, sample), *parent = NULL;
	if (hist->options.hide_unresolved && !leaf->symbol) return;
	if (unlikely(hist->options.innermost)) {
		const struct inlined *inlined = inlined_of(w->resolver, leaf, false);
		if (inlined->count) leaf = inlined->frames[0];
	}
	hist_leaf_class_prefetch(hist, &w->known, leaf);
	gap_counts_note(&w->gaps, sample, leaf);
	struct thread_chain *thread = thread_chain_of(&w->threads, task->thread);
	bool has_chain = hist->options.max_stack && sample_has_chain(sample);
	if (unlikely(hist->parents) && has_chain) {
		struct callchain_options how = hist_chain_options(&hist->options);
		callchain_update(w->resolver, task, sample, &how, &thread->memo);
		parent = hist_parent_of(hist, &thread->memo);
		if (hist->has_ignore) hist_ignore_callees(hist, &thread->memo, &leaf);
	}
	if (unlikely(hist->looks_for_nameless) && has_chain) look_for_nameless(w, sample, task, thread);
	struct tuple_id tuple = hist_tuple_of(hist, thread, w->resolver, sample, task, parent);
	struct class_id class = hist_leaf_class_of(hist, &w->known, leaf);
	if (!leaf->map) first_levels_note(&w->levels, class, sample->time_ns, leaf->level);
	hist_count_flat(w, e, sample, task, tuple, class);
}
