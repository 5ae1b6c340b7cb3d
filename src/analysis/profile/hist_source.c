/* A profile's answers to what a view asks (result/source.h). Conditions are asked of cells, not of samples: once for
 * each distinct cell of a key; an entry is shown when all its cells pass. That sets hist_entry.filtered, and
 * hist_report does the rest. */
#include "analysis/profile/hist_source.h"
#include <errno.h>
#include <string.h>
#include "analysis/profile/hist_collector.h"
#include "analysis/profile/hist_reporter.h"
#include "analysis/profile/hist_source_code.h"
#include "base/sort.h"
#include "base/u64map.h"

/* A condition with the cells that were asked. */
struct asked_condition {
	const struct result_condition *condition;
	const struct hist_column *column;
	struct u64map passes; /* cell -> 0 or 1 */
};

static const char *name_of(const struct hist_column *column)
{
	return column->key ? column->key->name : column->field->name;
}

/* The column with this name; key: one of a key. NULL with err set where there is none. */
static const struct hist_column *find_column(const struct hist_layout *layout, const char *name, bool key,
					     struct err *err)
{
	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct hist_column *column = &layout->columns.items[i];
		if ((column->key || !key) && strcmp(name_of(column), name) == 0) return column;
	}
	err_set(err, -EINVAL, "There is no %scolumn \"%s\".", key ? "text " : "", name);
	return NULL;
}

/* Whether a cell's text meets a condition; answered once for each cell, then remembered. text: a buffer to work
 * with. */
static bool passes(const struct hist *hist, struct asked_condition *asked, uint64_t cell, struct outbuf *text)
{
	const struct result_condition *condition = asked->condition;
	bool is_new;
	uint64_t *passes = u64map_put(&asked->passes, cell, &is_new);
	if (!is_new) return *passes;
	text->size = 0;
	asked->column->key->format(hist->env, cell, 0, text);
	out_char(text, '\0');
	*passes = condition->whole ? strcmp(text->data, condition->text) == 0
				   : strstr(text->data, condition->text) != NULL;
	return *passes;
}

/* Filters an event's entries by all conditions, beside those that the options' filter hides anyway. */
static void choose_entries(const struct hist *hist, struct hist_event *event, struct asked_condition *asked,
			   size_t nr_asked)
{
	struct outbuf text;
	out_init(&text, -1);
	for (size_t i = 0; i < event->entries.count; i++) {
		struct hist_entry *entry = &event->entries.items[i];
		entry->filtered = entry->hidden;
		for (size_t n = 0; n < nr_asked && !entry->filtered; n++)
			entry->filtered = !passes(hist, &asked[n], hist_cell(hist, entry, asked[n].column->key_index),
						  &text);
	}
	hist_entries_count_shown(event);
	out_done(&text);
}

static int apply_conditions(struct hist_source *source, const struct result_request *request, struct err *err)
{
	_free_ struct asked_condition *asked = xcalloc(request->nr_conditions + 1, sizeof(*asked));
	for (size_t i = 0; i < request->nr_conditions; i++) {
		asked[i].condition = &request->conditions[i];
		asked[i].column = find_column(source->layout, request->conditions[i].column, true, err);
		if (!asked[i].column) return -EINVAL;
	}
	for (size_t e = 0; e < source->nr_events; e++) {
		hist_entries_make(source->hist, source->events[e]);
		choose_entries(source->hist, source->events[e], asked, request->nr_conditions);
	}
	for (size_t i = 0; i < request->nr_conditions; i++) u64map_done(&asked[i].passes);
	return 0;
}

/* result_source.rows. Another order is the layout's own behind the column that was asked for: a copy of the layout
 * with its order made anew, which alone is freed. */
static int hist_source_rows(void *ctx, const struct result_request *request, struct table *table, struct err *err)
{
	struct hist_source *source = ctx;
	struct hist_layout layout = *source->layout;
	struct hist_report_options options = *source->options;
	const struct hist_column *first = NULL;
	if (request->order && !(first = find_column(source->layout, request->order, false, err))) return -EINVAL;
	int r = apply_conditions(source, request, err);
	if (r < 0) return r;
	options.max_rows = request->max_rows;
	if (first) {
		const struct hist_layout *own = source->layout;
		memset(&layout.order, 0, sizeof(layout.order));
		vec_push(&layout.order, *first);
		for (size_t i = 0; i < own->order.count; i++) vec_push(&layout.order, own->order.items[i]);
	}
	hist_report(source->hist, source->events, source->nr_events, &layout, &options, table);
	if (first) vec_done(&layout.order);
	return 0;
}

/* result_source.below: the graph of the entry with this row id, of the first event; an empty tree where there is
 * none (any more). */
static struct tree *hist_source_below(void *ctx, uint64_t row)
{
	const struct hist_source *source = ctx;
	struct hist_event *event = source->events[0];
	struct callgraph_options graph = source->options->graph;
	graph.total_period = hist_total_period(event, source->options);
	graph.threads = source->options->threads;
	hist_entries_make(source->hist, event);
	for (uint32_t i = 0; i < event->entries.count; i++) {
		struct tree *tree;
		if (hist_entry_row(&event->entries.items[i]) != row) continue;
		callgraphs_make(source->hist, event, &graph, &i, 1, &tree);
		return tree;
	}
	return tree_new();
}

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
			if (hist_row_of(sample->tuple, hist->cells_of_class[sample->class.n]) == row &&
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
	struct result_source asked = { .ctx = source, .rows = hist_source_rows };
	if (source->hist->options.use_chains && !source->hist->chains_on_demand) asked.below = hist_source_below;
	if (source->hist->options.keep_samples && !source->hist->options.branches) asked.samples = hist_source_samples;
	if (source->annotate) {
		asked.code = hist_source_code;
		asked.code_at = hist_source_code_at;
	}
	return asked;
}
