/* From what workers added to what rows and graphs are made of: trees are laid out one behind the other, classes
 * taken apart, letters of unmapped addresses decided, counts added up. hist_decay is here, too. */
#include <assert.h>
#include "analysis/profile/collect/hist_collector.h"

/* Gives addresses without a map the letters their first samples had. */
static void set_levels(struct hist *hist)
{
	struct first_levels levels = { 0 };
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) first_levels_merge(&levels, &hist->workers[i]->levels);
	for (size_t k = 0; k < hist->nr_keys; k++) {
		if (!(hist->keys[k]->flags & KEY_SYMBOL)) continue;
		/* several classes may be one place: the earliest counts */
		struct first_levels places = { 0 };
		for (size_t i = 0; i < levels.by_number.count; i++) {
			const struct first_level *first = &levels.by_number.items[i];
			if (!first->level) continue;
			uint64_t place = cells_get(&hist->frames, hist->cells_of_class[i].n)[hist->position[k]];
			first_levels_put(&places, place, first->when, first->level);
		}
		for (size_t i = 0; i < places.by_number.count; i++)
			if (places.by_number.items[i].level)
				key_env_set_level(hist->env, i, places.by_number.items[i].level);
		vec_done(&places.by_number);
	}
	vec_done(&levels.by_number);
}

/* Merges the workers' trees before laying them out. Needed where nodes have sums of branches: what is known of the
 * branches at a place is shown once for all samples that came by, so equal nodes have to be one node. */
static void index_as_one(struct cct_index *index, struct cct *const *trees, size_t nr_trees, unsigned threads)
{
	struct cct all, *one = &all;
	cct_init(&all, trees[0]->extra_words);
	for (size_t i = 0; i < nr_trees; i++) cct_add(&all, trees[i]);
	cct_index_make(index, &one, 1, threads, false, false);
}

/* Lays out the workers' trees of one event and sums up its totals. keep: as in cct_index_make. */
static void index_trees(struct hist *hist, size_t number, bool keep)
{
	struct hist_event *event = &hist->events[number];
	_free_ struct cct **trees = xcalloc(hist->in.nr_workers + 1, sizeof(*trees));
	size_t nr_trees = 0, nr_nodes = 0;
	event->totals.nr_samples = event->totals.period = 0;
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		if (!hist->workers[i]) continue;
		struct worker_event *e = &hist->workers[i]->events[number];
		event->first_nodes[i] = (uint32_t)nr_nodes;
		nr_nodes += e->cct.nodes.count;
		trees[nr_trees++] = &e->cct;
		event->totals.nr_samples += e->nr_samples;
		event->totals.period += e->period;
	}
	if (hist->options.branch_history && nr_trees > 1)
		index_as_one(&event->tree, trees, nr_trees, hist->in.nr_workers);
	else cct_index_make(&event->tree, trees, nr_trees, hist->in.nr_workers, keep, hist->options.keep_samples);
	event->has_entries = false;
}

/* Takes classes apart: arrays by class id are quicker to ask than the registry, once for each node of the tree. In
 * flat trees a class is its frame cells. */
static void list_classes(struct hist *hist)
{
	uint32_t count = cells_count(hist->chains_in_tree ? &hist->classes : &hist->frames);
	free(hist->cells_of_class);
	free(hist->link_of_class);
	hist->nr_classes = count;
	hist->cells_of_class = xmalloc(count * sizeof(*hist->cells_of_class) + 1);
	hist->link_of_class = xmalloc(count * sizeof(*hist->link_of_class) + 1);
	for (uint32_t i = 0; i < count; i++) {
		const uint64_t *class = hist->chains_in_tree ? cells_get(&hist->classes, i) : (uint64_t[2]){ 0, i };
		hist->link_of_class[i] = (struct link_id){ (uint32_t) class[0] };
		hist->cells_of_class[i] = (struct frame_cells_id){ (uint32_t) class[1] };
	}
}

/* Kept samples learn their nodes in the trees that were laid out: the workers' own may be numbered anew. */
static void place_kept(struct hist *hist)
{
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		struct hist_worker *w = hist->workers[i];
		for (size_t n = 0; w && n < w->kept.count; n++) {
			struct kept_sample *sample = &w->kept.items[n];
			const struct hist_event *event = &hist->events[sample->event];
			bool is_placed = event->tree.place != NULL;
			sample->placed = is_placed ? event->tree.place[event->first_nodes[i] + sample->node] : CCT_NONE;
		}
	}
}

/* A snapshot. keep: more samples may follow. */
static void make(struct hist *hist, bool keep)
{
	hist_restore(hist);
	hist->has_kept_times = false;
	for (size_t i = 0; i < hist->in.events->count; i++) index_trees(hist, i, keep);
	list_classes(hist);
	set_levels(hist);
	gap_counts_done(&hist->gaps);
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) gap_counts_add(&hist->gaps, &hist->workers[i]->gaps);
	hist_chains_free(hist->chains);
	hist->chains = NULL;
}

void hist_snapshot(struct hist *hist)
{
	make(hist, true);
	if (hist->options.keep_samples) place_kept(hist);
}

void hist_finish(struct hist *hist)
{
	make(hist, false);
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) hist_worker_release(hist->workers[i]);
}

/* Forgets the oldest kept samples beyond options.most_kept, of each worker as many as are its share. */
static void forget_oldest(struct hist *hist)
{
	uint64_t total = 0, most = hist->options.most_kept;
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) total += hist->workers[i]->kept.count;
	for (unsigned i = 0; total > most && i < hist->in.nr_workers; i++) {
		struct hist_worker *w = hist->workers[i];
		if (!w || !w->kept.count) continue;
		size_t gone = (size_t)(((total - most) * w->kept.count + total - 1) / total);
		w->kept.count -= gone;
		memmove(w->kept.items, w->kept.items + gone, w->kept.count * sizeof(*w->kept.items));
	}
}

static void decay_event(struct hist_worker *w, uint32_t number, double factor)
{
	struct worker_event *e = &w->events[number];
	_free_ uint8_t *pinned = w->kept.count ? xcalloc(e->cct.nodes.count + 1, 1) : NULL;
	for (size_t i = 0; i < w->kept.count; i++)
		if (w->kept.items[i].event == number) pinned[w->kept.items[i].node] = 1;
	_free_ uint32_t *numbers = cct_decay(&e->cct, factor, pinned, &e->period, &e->nr_samples);
	for (size_t i = 0; i < w->kept.count; i++)
		if (w->kept.items[i].event == number) w->kept.items[i].node = numbers[w->kept.items[i].node];
}

void hist_decay(struct hist *hist, double factor)
{
	assert(!hist->chains_on_demand);
	forget_oldest(hist);
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		struct hist_worker *w = hist->workers[i];
		if (!w) continue;
		for (uint32_t n = 0; n < hist->in.events->count; n++) decay_event(w, n, factor);
		/* nodes have other numbers now */
		for (size_t t = 0; t < w->threads.count; t++) w->threads.items[t].valid = 0;
		free(take(w->branches));
	}
}

void hist_forget_kept(struct hist *hist)
{
	hist->has_kept_times = false;
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) vec_clear(&hist->workers[i]->kept);
}

void hist_restore(struct hist *hist)
{
	hist_regroup_undo(hist);
	hist_select_undo(hist);
}

void hist_gaps(const struct hist *hist, struct profile_gaps *ret)
{
	profile_gaps_find(ret, &hist->gaps, hist->in.model, hist->in.frames);
}
