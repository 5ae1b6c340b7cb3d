/* A profile's beginning and end, and what all ways to add have in common. */
#include <assert.h>
#include <errno.h>
#include "analysis/profile/hist_collector.h"

static bool hits(const regex_t *regex, const struct frame *frame)
{
	return frame->symbol && regexec(regex, frame->symbol->name, 0, NULL, 0) == 0;
}

const struct frame *hist_parent_of(const struct hist *hist, const struct chain_memo *chain)
{
	for (size_t n = 0; n < chain->count; n++) {
		const struct frame *frame = chain->frames[hist->options.caller_first ? n : chain->count - 1 - n];
		if (hits(&hist->parent, frame)) return frame;
	}
	return NULL;
}

size_t hist_ignore_callees(const struct hist *hist, const struct chain_memo *chain, const struct frame **leaf)
{
	for (size_t i = 0; i < chain->count; i++) {
		if (!hits(&hist->ignore, chain->frames[i])) continue;
		*leaf = chain->frames[i];
		return i + 1;
	}
	return chain->count;
}

void hist_add_sums(struct cct *cct, uint32_t node, const struct sample *sample, uint64_t period)
{
	static const uint8_t sum_of_mode[8] = { [CPUMODE_KERNEL] = 1 + HIST_SUM_SYS,
						[CPUMODE_USER] = 1 + HIST_SUM_US,
						[CPUMODE_GUEST_KERNEL] = 1 + HIST_SUM_GUEST_SYS,
						[CPUMODE_GUEST_USER] = 1 + HIST_SUM_GUEST_US };
	uint64_t *sums = cct_extra(cct, node);
	unsigned which = sum_of_mode[sample->cpumode & 7];
	if (which) sums[which - 1] += period;
	sums[HIST_SUM_WEIGHT1] += sample->weight;
	sums[HIST_SUM_WEIGHT2] += sample->ins_lat;
	sums[HIST_SUM_WEIGHT3] += sample->p_stage_cyc;
}

bool hist_wants(const struct hist *hist, const struct sample *sample) { return hist_wants_inline(hist, sample); }

void hist_add(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task)
{
	worker->hist->add(worker, sample, task);
}

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
	for (size_t i = 0; i < hist->in.events->count; i++) cct_init(&w->events[i].cct, extra_words);
	return hist->workers[index] = w;
}

static int compile(regex_t *regex, const char *pattern, bool *ret_has, struct err *err)
{
	int error = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
	*ret_has = !error;
	if (!error) return 0;
	char text[256];
	regerror(error, regex, text, sizeof(text));
	return err_set(err, -EINVAL, "Invalid regex: %s\n%s", pattern, text);
}

static int compile_all(struct hist *hist, struct err *err)
{
	const struct hist_options *o = &hist->options;
	const char *parent = o->parent_regex ? o->parent_regex : "^sys_|^do_page_fault";
	int r = hist->parents ? compile(&hist->parent, parent, &hist->has_parent, err) : 0;
	return r == 0 && o->ignore_callees ? compile(&hist->ignore, o->ignore_callees, &hist->has_ignore, err) : r;
}

/* Gives each key its place in the tuple or the frame cells. */
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
	}
	cells_init(&hist->tuples, nr_sample_keys + 1);
	cells_init(&hist->frames, nr_frame_keys + 1);
	cells_init(&hist->classes, 2);
}

/* How samples are added. */
static void choose_collector(struct hist *hist)
{
	const struct hist_options *options = &hist->options;
	hist->switched = options->event_switch && options->event_switch->active;
	hist->parents |= options->exclude_other;
	if (hist->parents || (options->filter && options->filter->socket >= 0)) hist->by_task = false;
	hist->chains_on_demand = hist_chains_can_wait(hist);
	hist->chains_in_tree = options->use_chains && !hist->chains_on_demand;
	hist->looks_for_nameless = hist->chains_on_demand && options->env.wide_unresolved && !options->hide_unresolved;
	if (hist->chains_on_demand)
		hist->cells_of_turn_1 = xcalloc(hist->in.nr_turns + 1, sizeof(*hist->cells_of_turn_1));
	hist->add = hist->chains_in_tree ? hist_add_chains : hist_add_flat;
	if (options->branches) hist->add = hist_add_branches;
}

int hist_begin(const struct hist_input *input, const struct hist_options *options, struct hist **ret, struct err *err)
{
	struct hist *hist = xcalloc(1, sizeof(*hist));
	hist->in = *input;
	hist->options = *options;
	hist->by_task = true;
	place_keys(hist);
	choose_collector(hist);
	hist->workers = xcalloc(input->nr_workers + 1, sizeof(struct hist_worker *));
	hist->events = xcalloc(input->events->count + 1, sizeof(*hist->events));
	for (size_t i = 0; i < input->events->count; i++) hist->events[i].totals.event = input->events->items[i];
	hist->env = key_env_new(&options->env, input->header, input->model, input->frames);
	int r = compile_all(hist, err);
	if (r < 0) {
		hist_free(hist);
		return r;
	}
	*ret = hist;
	return 0;
}

static void worker_free(struct hist_worker *w)
{
	if (!w) return;
	hist_worker_release(w);
	frame_labels_done(&w->known);
	free(w);
}

void hist_free(struct hist *hist)
{
	if (!hist) return;
	for (unsigned i = 0; i < hist->in.nr_workers; i++) worker_free(hist->workers[i]);
	free(hist->workers);
	for (size_t i = 0; i < hist->in.events->count; i++) {
		cct_index_done(&hist->events[i].tree);
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
	if (hist->has_parent) regfree(&hist->parent);
	if (hist->has_ignore) regfree(&hist->ignore);
	free(hist);
}

uint64_t hist_cell(const struct hist *hist, const struct hist_entry *entry, size_t key)
{
	const uint64_t *cells = hist->keys[key]->scope == KEY_FRAME ? cells_get(&hist->frames, entry->cells.n)
								    : cells_get(&hist->tuples, entry->tuple.n);
	return cells[hist->position[key]];
}

size_t hist_nr_events(const struct hist *hist) { return hist->in.events->count; }
struct hist_event *hist_event_at(const struct hist *hist, size_t i) { return &hist->events[i]; }
const struct hist_totals *hist_totals(const struct hist_event *event) { return &event->totals; }
