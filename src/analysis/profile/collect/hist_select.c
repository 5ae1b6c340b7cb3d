/* Selecting samples: each that is kept knows its node in the tree. Own weights of nodes are added up, and become the
 * prefix sums that everything else reads. */
#include "analysis/profile/collect/hist_select.h"
#include <assert.h>
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"
#include "base/threads.h"

/* What was there before, by event. */
struct hist_selected {
	struct result_selection selection; /* through is owned */
	struct event_weights {
		uint64_t *period_before;
		uint32_t *count_before;
		struct hist_totals totals;
		/* What was made of all samples, to be put back; owned, empty where nobody had asked. */
		struct hist_made_entries made;
		/* The new ones; owned. */
		uint64_t *selected_period;
		uint32_t *selected_count;
	} * events;
};

bool hist_can_select(const struct hist *hist)
{
	const struct hist_options *o = &hist->options;
	return o->keep_samples && !o->branches && !o->sums && !o->branch_history && !hist->chains_on_demand;
}

/* threads_for: the times of a worker's samples. */
static void find_times(void *ctx, unsigned thread, size_t item)
{
	struct hist *hist = ctx;
	struct hist_worker *w = hist->workers[item];
	uint64_t first = UINT64_MAX, last = 0;
	for (size_t n = 0; w && n < w->kept.count; n++) {
		first = MIN(first, w->kept.items[n].time_ns);
		last = MAX(last, w->kept.items[n].time_ns);
	}
	if (w) w->first_kept_ns = first, w->last_kept_ns = last;
}

bool hist_kept_times(struct hist *hist, uint64_t *ret_first_ns, uint64_t *ret_last_ns)
{
	uint64_t first = UINT64_MAX, last = 0;
	if (!hist->has_kept_times) threads_for(hist->in.nr_workers, hist->in.nr_workers, find_times, hist);
	hist->has_kept_times = true;
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		const struct hist_worker *w = hist->workers[i];
		if (!w) continue;
		first = MIN(first, w->first_kept_ns);
		last = MAX(last, w->last_kept_ns);
	}
	*ret_first_ns = first;
	*ret_last_ns = last;
	return first <= last;
}

static inline bool is_selected(const struct result_selection *s, const struct kept_sample *sample)
{
	if (sample->time_ns < s->from_ns || (s->until_ns && sample->time_ns >= s->until_ns)) return false;
	if (s->tid_1 && sample->tid + 1ull != s->tid_1) return false;
	return !s->cpu_1 || sample->cpu + 1ull == s->cpu_1;
}

/* By class: whether its link has this label. */
static uint8_t *classes_named(struct hist *hist, const char *name)
{
	uint32_t count = hist->nr_classes;
	uint8_t *named = xcalloc(count + 1, 1);
	size_t key = 0;
	struct outbuf text;
	while (key < hist->nr_keys && !(hist->keys[key]->flags & KEY_SYMBOL)) key++;
	if (key == hist->nr_keys) return named;
	out_init(&text, -1);
	for (uint32_t i = 0; i < count; i++) {
		text.size = 0;
		hist->keys[key]->format(
			hist->env, cells_get(&hist->frames, hist->cells_of_class[i].n)[hist->position[key]], 0, &text);
		out_char(&text, 0);
		named[i] = strcmp(text.data, name) == 0;
	}
	out_done(&text);
	return named;
}

/* By node: whether it or a node above it has the name. */
static uint8_t *nodes_through(struct hist *hist, const struct hist_event *event, const char *name)
{
	const struct cct_index *x = &event->tree;
	_free_ uint8_t *named = classes_named(hist, name);
	uint8_t *through = xcalloc(x->count + 1, 1);
	for (uint32_t node = 0; node < x->count; node++) {
		if (x->parent[node] == CCT_NONE) continue;
		struct node_label label = hist_label(x, node);
		through[node] = through[x->parent[node]] ||
				(!node_label_is_link(label) && named[node_label_class_of(label).n]);
	}
	return through;
}

/* The weighing of an event's nodes. */
struct weighing {
	const struct hist *hist;
	uint32_t event;
	const struct result_selection *selection;
	const uint8_t *through; /* by node, NULL: any */
	size_t nr_nodes;
	/* By node: first its own, then the sum over what is before it. */
	uint64_t *period;
	uint32_t *count;
	/* By stretch of nodes, one a thread: first what it weighs, then what all before it weigh. */
	struct stretch {
		uint64_t period;
		uint32_t count;
	} * stretches;
	size_t nr_stretches;
};

/* threads_for: the samples of a worker, which are of nodes of its own tree. */
static void weigh_samples(void *ctx, unsigned thread, size_t item)
{
	const struct weighing *g = ctx;
	const struct hist_worker *w = g->hist->workers[item];
	for (size_t n = 0; w && n < w->kept.count; n++) {
		const struct kept_sample *sample = &w->kept.items[n];
		if (sample->event != g->event || !is_selected(g->selection, sample)) continue;
		uint32_t node = hist_kept_node(g->hist, (unsigned)item, sample);
		if (node == CCT_NONE || (g->through && !g->through[node])) continue;
		g->period[node] += sample->period;
		g->count[node]++;
	}
}

static size_t stretch_begin(const struct weighing *g, size_t item) { return g->nr_nodes * item / g->nr_stretches; }

/* threads_for: sums within a stretch. */
static void sum_stretch(void *ctx, unsigned thread, size_t item)
{
	const struct weighing *g = ctx;
	struct stretch sum = { 0 };
	for (size_t node = stretch_begin(g, item); node < stretch_begin(g, item + 1); node++) {
		uint64_t own_period = g->period[node];
		uint32_t own_count = g->count[node];
		g->period[node] = sum.period;
		g->count[node] = sum.count;
		sum.period += own_period;
		sum.count += own_count;
	}
	g->stretches[item] = sum;
}

/* threads_for: adds to the sums of a stretch what is before it. */
static void raise_stretch(void *ctx, unsigned thread, size_t item)
{
	const struct weighing *g = ctx;
	const struct stretch *before = &g->stretches[item];
	if (!before->count) return;
	for (size_t node = stretch_begin(g, item); node < stretch_begin(g, item + 1); node++) {
		g->period[node] += before->period;
		g->count[node] += before->count;
	}
}

/* Sums over what is before each node, of the samples that are selected. */
static void weigh(struct hist *hist, uint32_t number, const struct result_selection *selection,
		  struct event_weights *to)
{
	struct hist_event *event = &hist->events[number];
	unsigned threads = hist->in.nr_workers;
	size_t count = event->tree.count;
	_free_ uint8_t *through = selection->through ? nodes_through(hist, event, selection->through) : NULL;
	_free_ struct stretch *stretches = xcalloc(threads, sizeof(*stretches));
	struct weighing g = { .hist = hist,
			      .event = number,
			      .selection = selection,
			      .through = through,
			      .nr_nodes = count,
			      .period = xcalloc(count + 1, sizeof(*g.period)),
			      .count = xcalloc(count + 1, sizeof(*g.count)),
			      .stretches = stretches,
			      .nr_stretches = threads };
	threads_for(threads, threads, weigh_samples, &g);
	threads_for(threads, threads, sum_stretch, &g);
	struct stretch all = { 0 };
	for (unsigned i = 0; i < threads; i++) {
		struct stretch own = stretches[i];
		stretches[i] = all;
		all.period += own.period;
		all.count += own.count;
	}
	threads_for(threads, threads, raise_stretch, &g);
	g.period[count] = all.period;
	g.count[count] = all.count;
	to->selected_period = event->tree.period_before = g.period;
	to->selected_count = event->tree.count_before = g.count;
	event->totals.period = all.period;
	event->totals.nr_samples = all.count;
}

static bool is_same(const struct result_selection *a, const struct result_selection *b)
{
	if (a->from_ns != b->from_ns || a->until_ns != b->until_ns || a->tid_1 != b->tid_1 || a->cpu_1 != b->cpu_1)
		return false;
	return a->through && b->through ? strcmp(a->through, b->through) == 0 : a->through == b->through;
}

void hist_select(struct hist *hist, const struct result_selection *selection)
{
	assert(hist_can_select(hist));
	if (hist->selected && is_same(&hist->selected->selection, selection)) return;
	hist_select_undo(hist);
	hist->selected = xcalloc(1, sizeof(*hist->selected));
	hist->selected->selection = *selection;
	if (selection->through) hist->selected->selection.through = xstrdup(selection->through);
	hist->selected->events = xcalloc(hist->in.events->count + 1, sizeof(*hist->selected->events));
	for (uint32_t e = 0; e < hist->in.events->count; e++) {
		struct event_weights *weights = &hist->selected->events[e];
		struct hist_event *event = &hist->events[e];
		weights->period_before = event->tree.period_before;
		weights->count_before = event->tree.count_before;
		weights->totals = event->totals;
		weights->made = hist_entries_take(event);
		if (event->tree.count) weigh(hist, e, selection, weights);
	}
}

void hist_select_forget_entries(struct hist *hist)
{
	for (uint32_t e = 0; hist->selected && e < hist->in.events->count; e++)
		hist_made_entries_done(&hist->selected->events[e].made);
}

void hist_select_undo(struct hist *hist)
{
	struct hist_selected *selected = take(hist->selected);
	if (!selected) return;
	for (uint32_t e = 0; e < hist->in.events->count; e++) {
		struct event_weights *weights = &selected->events[e];
		struct hist_event *event = &hist->events[e];
		event->tree.period_before = weights->period_before;
		event->tree.count_before = weights->count_before;
		event->totals = weights->totals;
		hist_entries_put_back(event, &weights->made);
		free(weights->selected_period);
		free(weights->selected_count);
	}
	free((char *)selected->selection.through);
	free(selected->events);
	free(selected);
}
