/* A profile's beginning and end, and which of the ways to add it takes. */
#include <assert.h>
#include <errno.h>
#include "analysis/profile/collect/hist_collector.h"

bool hist_wants(const struct hist *hist, const struct sample *sample) { return hist_wants_inline(hist, sample); }

void hist_add(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task)
{
	worker->hist->add(worker, sample, task);
}

/* Gives each key its place in the tuple or the frame cells, and the registries their widths: one cell more than
 * keys, for the filter's verdict. Finds out whether the tuple of a sample is known from its task alone (by_task):
 * then it need not be made for each sample. Keys of branches are no obstacle, since hist_add_branches compares the
 * branch as well. */
static void place_keys(struct hist *hist)
{
	unsigned nr_frame_keys = 0, nr_sample_keys = 0;
	const struct hist_options *options = &hist->options;
	assert(options->nr_keys <= ARRAY_SIZE(hist->keys));
	hist->nr_keys = options->nr_keys;
	for (size_t i = 0; i < options->nr_keys; i++) {
		const struct key *key = hist->keys[i] = options->keys[i];
		hist->position[i] = key->scope == KEY_FRAME ? nr_frame_keys++ : nr_sample_keys++;
		if (key->scope == KEY_SAMPLE && !(key->flags & KEY_BRANCH)) hist->by_task = false;
		if (key->flags & KEY_PARENT) hist->parents = true;
		if (key->flags & KEY_DATA) hist->resolves_data = true;
		if (key->flags & KEY_LEAF) hist->tells_leaf = true;
	}
	cells_init(&hist->tuples, nr_sample_keys + 1);
	cells_init(&hist->frames, nr_frame_keys + 1);
	cells_init(&hist->classes, 2);
}

/* How samples are added, which the options decide once for all samples. */
static void choose_collector(struct hist *hist)
{
	const struct hist_options *options = &hist->options;
	hist->switched = options->event_switch && options->event_switch->active;
	hist->parents |= options->exclude_other;
	if (hist->parents || (options->filter && sample_filter_wants_samples(options->filter))) hist->by_task = false;
	hist->chains_on_demand = hist_chains_can_wait(hist);
	hist->chains_in_tree = options->use_chains && !hist->chains_on_demand;
	hist->looks_for_nameless = hist->chains_on_demand && options->env.wide_unresolved && !options->hide_unresolved;
	if (hist->chains_on_demand)
		hist->cells_of_turn_1 = xcalloc(hist->in.nr_turns + 1, sizeof(*hist->cells_of_turn_1));
	hist->add = hist->chains_in_tree ? hist_add_chains : hist_add_flat;
	if (hist_can_add_code(hist)) hist->add = hist_add_code;
	hist->code_is_by_symbol = hist_code_is_by_symbol(hist);
	hist->class_is_by_symbol = hist->code_is_by_symbol && hist_has_code_keys(hist) &&
				   (!hist->chains_in_tree || options->chain_key == CHAIN_FUNCTION);
	if (options->branches) hist->add = hist_add_branches;
}

/* Walking over so many nodes takes about twenty times as long as starting a thread. */
enum { NODES_A_THREAD = 50000 };

int hist_begin(const struct hist_input *input, const struct hist_options *options, struct hist **ret, struct err *err)
{
	struct hist *hist = xcalloc(1, sizeof(*hist));
	hist->in = *input;
	hist->options = *options;
	hist->by_task = true;
	hist->nodes_a_thread = NODES_A_THREAD;
	place_keys(hist);
	choose_collector(hist);
	hist->workers = xcalloc(input->nr_workers + 1, sizeof(struct hist_worker *));
	hist->events = xcalloc(input->events->count + 1, sizeof(*hist->events));
	for (size_t i = 0; i < input->events->count; i++) {
		hist->events[i].totals.event = input->events->items[i];
		hist->events[i].first_nodes = xcalloc(input->nr_workers + 1, sizeof(*hist->events[i].first_nodes));
	}
	hist->env = key_env_new(&options->env, input->header, input->model, input->frames);
	int r = hist_callers_init(hist, err);
	if (r < 0) {
		hist_free(hist);
		return r;
	}
	*ret = hist;
	return 0;
}

void hist_free(struct hist *hist)
{
	if (!hist) return;
	hist_restore(hist);
	for (unsigned i = 0; i < hist->in.nr_workers; i++) hist_worker_free(hist->workers[i]);
	free(hist->workers);
	for (size_t i = 0; i < hist->in.events->count; i++) {
		cct_index_done(&hist->events[i].tree);
		free(hist->events[i].first_nodes);
		vec_done(&hist->events[i].entries);
		vec_done(&hist->events[i].sums);
	}
	free(hist->events);
	hist_chains_free(hist->chains);
	free(hist->cells_of_class);
	free(hist->link_of_class);
	free(hist->cells_of_turn_1);
	gap_counts_done(&hist->gaps);
	cells_done(&hist->tuples);
	cells_done(&hist->frames);
	cells_done(&hist->classes);
	key_env_free(hist->env);
	hist_callers_done(hist);
	free(hist);
}

bool hist_ran_parallel(const struct hist *hist)
{
	uint32_t most = 0;
	for (unsigned i = 0; i < hist->in.nr_workers; i++)
		if (hist->workers[i]) most = MAX(most, hist->workers[i]->max_parallelism);
	return most > 1;
}

struct key_env *hist_env(struct hist *hist) { return hist->env; }
size_t hist_nr_events(const struct hist *hist) { return hist->in.events->count; }
struct hist_event *hist_event_at(const struct hist *hist, size_t i) { return &hist->events[i]; }
const struct hist_totals *hist_totals(const struct hist_event *event) { return &event->totals; }
