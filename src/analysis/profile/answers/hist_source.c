/* A profile's answers to what a view asks (result/source.h). */
#include "analysis/profile/answers/hist_source.h"
#include <errno.h>
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"
#include "analysis/profile/answers/hist_conditions.h"
#include "analysis/profile/collect/hist_regroup.h"
#include "analysis/profile/collect/hist_regrouped.h"
#include "analysis/profile/rows/hist_reporter.h"
#include "analysis/profile/collect/hist_select.h"
#include "analysis/profile/answers/hist_source_code.h"
#include "base/sort.h"

/* A layout with the columns that a request wants: those of its sort, in that order, without hidden ones; ordered by
 * the one that it names. The vectors are the caller's to free (hist_layout_free_picked); all else is borrowed from own.
 */
static int layout_make(const struct hist_layout *own, const struct result_request *request, struct hist_layout *ret,
		       struct err *err)
{
	const struct hist_column *first = NULL;
	if (request->order && !(first = hist_find_column(own, request->order, false, err))) return -EINVAL;
	*ret = *own;
	memset(&ret->columns, 0, sizeof(ret->columns));
	memset(&ret->order, 0, sizeof(ret->order));
	memset(&ret->keys, 0, sizeof(ret->keys));
	hist_layout_pick(own, request->sort, ret);
	if (request->sort && !ret->keys.count) {
		hist_layout_free_picked(ret);
		return err_set(err, -EINVAL, "This profile was not made for the sort keys \"%s\".", request->sort);
	}
	for (size_t i = 0; i < ret->columns.count; i++)
		for (size_t n = 0; n < request->nr_hidden; n++)
			if (strcmp(hist_column_name(&ret->columns.items[i]), request->hidden[n]) == 0)
				ret->columns.items[i].hidden = true;
	if (!first) return 0;
	/* the column with its place among the new keys */
	for (size_t i = 0; i < ret->order.count; i++) {
		struct hist_column column = ret->order.items[i];
		if (column.field != first->field || column.key != first->key) continue;
		memmove(ret->order.items + 1, ret->order.items, i * sizeof(column));
		ret->order.items[0] = column;
		return 0;
	}
	if (!first->field) return 0;
	vec_push(&ret->order, *first);
	memmove(ret->order.items + 1, ret->order.items, (ret->order.count - 1) * sizeof(*first));
	ret->order.items[0] = *first;
	return 0;
}

/* What the last request wanted; keys and text are owned. */
struct hist_source_asked {
	struct result_selection selection;
	const struct key **keys;
	size_t nr_keys;
};

static void asked_free(struct hist_source_asked *asked)
{
	if (!asked) return;
	free((char *)asked->selection.through);
	free(asked->keys);
	free(asked);
}

static struct hist_source_asked *asked_new(const struct result_selection *selection, const struct hist_layout *layout)
{
	struct hist_source_asked *asked = xcalloc(1, sizeof(*asked));
	asked->selection = *selection;
	if (selection->through) asked->selection.through = xstrdup(selection->through);
	asked->nr_keys = layout->keys.count;
	asked->keys = xcalloc(asked->nr_keys + 1, sizeof(*asked->keys));
	for (size_t i = 0; i < asked->nr_keys; i++) asked->keys[i] = layout->keys.items[i];
	return asked;
}

/* Selection and sort become the profile's. */
static int prepare(struct hist *hist, const struct hist_source_asked *asked, struct err *err)
{
	const struct result_selection *s = &asked->selection;
	bool selects = s->from_ns || s->until_ns || s->tid_1 || s->cpu_1 || s->through;
	if (selects && !hist_can_select(hist))
		return err_set(err, -EINVAL, "Samples of this profile cannot be told apart any more.");
	if (selects) hist_select(hist, s);
	else hist_select_undo(hist);
	if (hist_is_grouped_by(hist, asked->keys, asked->nr_keys)) return 0;
	hist_regroup_undo(hist);
	if (hist_is_grouped_by(hist, asked->keys, asked->nr_keys)) return 0;
	if (hist_regroup(hist, asked->keys, asked->nr_keys)) return 0;
	return err_set(err, -EINVAL, "This profile was not made for other sort keys.");
}

void hist_source_resume(struct hist_source *source)
{
	_err_done_ struct err err = ERR_INIT;
	/* it was fine before */
	if (source->asked) (void)!prepare(source->hist, source->asked, &err);
}

/* Whether texts are verbose from now on; not less than the profile's own are. */
static void set_verbose(struct hist *hist, bool verbose)
{
	key_env_set_verbose(hist->env, verbose || hist->options.env.symbol_addresses);
	hist->links_have_objects = verbose;
}

/* The source becomes one of a profile with these keys. */
static int resort(struct hist_source *source, const char *sort, struct err *err)
{
	char *names;
	int r = source->resort(source->resort_ctx, sort, &names, err);
	if (r < 0) return r;
	free(source->sort_asked);
	free(source->sort_names);
	source->sort_asked = sort ? xstrdup(sort) : NULL;
	source->sort_names = names;
	return 0;
}

/* The layout that a request wants, where the profile has its keys or may be made anew. */
static int layout_for(struct hist_source *source, const struct result_request *request, struct hist_layout *ret,
		      struct err *err)
{
	struct result_request named = *request;
	_err_done_ struct err unknown = ERR_INIT;
	if (!source->resort) return layout_make(source->layout, request, ret, err);
	if (request->sort) {
		if (source->sort_asked && strcmp(request->sort, source->sort_asked) == 0)
			named.sort = source->sort_names;
		if (layout_make(source->layout, &named, ret, &unknown) == 0) return 0;
	}
	int r = resort(source, request->sort, err);
	if (r < 0) return r;
	named.sort = source->sort_names;
	return layout_make(source->layout, &named, ret, err);
}

/* result_source.rows. */
static int hist_source_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	struct hist_source *source = ctx;
	struct hist_layout layout;
	struct hist_report_options options = *source->options;
	int r = layout_for(source, request, &layout, err);
	if (r < 0) return r;
	asked_free(source->asked);
	source->asked = asked_new(&request->selection, &layout);
	if ((r = prepare(source->hist, source->asked, err)) == 0)
		r = hist_conditions_apply(source, &layout, request, err);
	else asked_free(take(source->asked));
	if (r == 0) {
		options.max_rows = request->max_rows;
		options.max_graphs = request->max_graphs;
		if (request->shares != RESULT_SHARES_OWN) options.relative = request->shares == RESULT_SHARES_RELATIVE;
		if (request->least_percent) options.percent_limit = MAX(request->least_percent, 0);
		if (request->sort_event_1) options.sort_event = request->sort_event_1 - 1;
		if (source->on_demand) options.graphs = request->graphs;
		set_verbose(source->hist, request->verbose);
		hist_report(source->hist, source->events, source->nr_events, &layout, &options, table);
		set_verbose(source->hist, false);
		source->shown = (struct hist_source_shown){ options.relative, options.graph.threshold,
							    request->verbose };
	}
	hist_layout_free_picked(&layout);
	return r;
}

static void hist_source_totals(void *ctx, struct result_totals *ret)
{
	const struct hist_source *source = ctx;
	*ret = (struct result_totals){ 0 };
	for (size_t i = 0; i < source->nr_events; i++) {
		const struct hist_totals *totals = &source->events[i]->totals;
		ret->nr_samples += totals->nr_samples;
		ret->period += totals->period;
		ret->shown_samples += totals->shown_samples;
		ret->shown_period += totals->shown_period;
	}
	const struct hist_totals *first = &source->events[0]->totals;
	ret->graph_period = (uint64_t)((double)(source->shown.relative ? first->shown_period : first->period) *
				       source->shown.graph_threshold);
	if (source->hist->options.keep_samples) hist_kept_times(source->hist, &ret->first_ns, &ret->last_ns);
}

static void hist_source_keys(void *ctx, void (*add)(void *add_ctx, const char *name), void *add_ctx)
{
	const struct hist_source *source = ctx;
	const struct key *const *keys;
	size_t count = hist_collected_keys(source->hist, &keys);
	for (size_t i = 0; i < count; i++) add(add_ctx, keys[i]->name);
}

/* The graph of the entry with this row id, of the first event; an empty tree where there is none (any more). */
static struct tree *graph_of(const struct hist_source *source, uint64_t row, enum callgraph_direction direction)
{
	struct hist_event *event = source->events[0];
	struct hist_report_options options = *source->options;
	struct callgraph_options graph = options.graph;
	options.relative = source->shown.relative;
	graph.total_period = hist_total_period(event, &options);
	graph.threads = options.threads;
	graph.direction = direction;
	hist_entries_make(source->hist, event);
	for (uint32_t i = 0; i < event->entries.count; i++) {
		struct tree *tree;
		if (hist_entry_row(&event->entries.items[i]) != row) continue;
		set_verbose(source->hist, source->shown.verbose);
		callgraphs_make(source->hist, event, &graph, &i, 1, &tree);
		set_verbose(source->hist, false);
		return tree;
	}
	return tree_new();
}

static struct tree *hist_source_below(void *ctx, uint64_t row) { return graph_of(ctx, row, CALLGRAPH_OWN); }
static struct tree *hist_source_callers(void *ctx, uint64_t row) { return graph_of(ctx, row, CALLGRAPH_CALLERS); }
static struct tree *hist_source_callees(void *ctx, uint64_t row) { return graph_of(ctx, row, CALLGRAPH_CALLEES); }

/* Whether the event is one of those that the source is about. */
static bool is_shown(const struct hist_source *source, uint32_t event)
{
	for (size_t i = 0; i < source->nr_events; i++)
		if (source->events[i]->totals.event->idx == event) return true;
	return false;
}

/* result_source.samples: what was kept of the samples of an entry, by time, and in the recording's order at the same
 * time. */
static int hist_source_samples(void *ctx, uint64_t row, struct table *table, struct err *err)
{
	static const struct table_column columns[] = {
		{ .name = "time", .title = "Time", .kind = COLUMN_TIME, .align = ALIGN_RIGHT },
		{ .name = "tid", .title = "Tid", .kind = COLUMN_NUMBER, .align = ALIGN_RIGHT },
		{ .name = "cpu", .title = "CPU", .kind = COLUMN_NUMBER, .align = ALIGN_RIGHT, .may_be_empty = true },
		{ .name = "period", .title = "Period", .kind = COLUMN_COUNT, .align = ALIGN_RIGHT },
	};
	const struct hist_source *source = ctx;
	const struct hist *hist = source->hist;
	struct placed_sample {
		uint64_t time_ns, turn;
		const struct kept_sample *sample;
	};
	_Static_assert(sizeof(struct placed_sample) == 3 * sizeof(uint64_t), "sorted as words");
	VEC(struct placed_sample) found = VEC_INIT;
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		const struct hist_worker *w = hist->workers[i];
		for (size_t n = 0; w && n < w->kept.count; n++) {
			const struct kept_sample *sample = &w->kept.items[n];
			if (sample->class.n >= hist->nr_classes) continue; /* it came behind the snapshot */
			if (hist_row_of(hist_tuple_now(hist, sample->tuple), hist->cells_of_class[sample->class.n]) ==
				    row &&
			    is_shown(source, sample->event))
				vec_push(&found, ((struct placed_sample){ sample->time_ns, sample->turn, sample }));
		}
	}
	sort_words((uint64_t *)(void *)found.items, found.count, 3, 2, source->options->threads);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
	table_add_rows(table, found.count);
	for (size_t i = 0; i < found.count; i++) {
		const struct kept_sample *sample = found.items[i].sample;
		struct table_row *shown = &table->rows.items[i];
		shown->id = sample->turn + 1;
		shown->cells[0].number = sample->time_ns;
		shown->cells[1].number = sample->tid;
		shown->cells[2].number = sample->cpu == (uint32_t)-1 ? TABLE_NO_NUMBER : sample->cpu;
		shown->cells[3].number = sample->period;
	}
	vec_done(&found);
	return 0;
}

struct result_source hist_source_of(struct hist_source *source)
{
	struct result_source asked = {
		.ctx = source, .rows = hist_source_rows, .totals = hist_source_totals, .keys = hist_source_keys
	};
	const struct hist_options *options = &source->hist->options;
	source->shown = (struct hist_source_shown){ .relative = source->options->relative,
						    .graph_threshold = source->options->graph.threshold };
	if (options->use_chains && !source->hist->chains_on_demand) {
		asked.below = hist_source_below;
		asked.callers = hist_source_callers;
		if (options->children) asked.callees = hist_source_callees;
	}
	if (options->keep_samples && !options->branches) asked.samples = hist_source_samples;
	asked.more_keys = source->resort != NULL;
	if (source->annotate) {
		asked.code = hist_source_code;
		asked.code_at = hist_source_code_at;
	}
	return asked;
}

void hist_source_done(struct hist_source *source)
{
	annotate_reader_free(take(source->reader));
	asked_free(take(source->asked));
	free(take(source->sort_asked));
	free(take(source->sort_names));
}
