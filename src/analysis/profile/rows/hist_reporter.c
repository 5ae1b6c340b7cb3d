/* What rows and hierarchies have in common: cells, widths, and which entries have a graph. */
#include "analysis/profile/rows/hist_reporter.h"
#include <math.h>
#include "base/printable.h"

const struct hist_entry hist_no_entry;

union table_cell hist_field_cell(const struct reporter *r, const struct hist_field *field, uint64_t value,
				 uint32_t count, size_t event)
{
	switch (field->kind) {
	case COLUMN_PERCENT:
		/* Nothing to be a share of: renderers show no number. */
		if (hist_field_of_children(field) && !r->hist->options.children)
			return (union table_cell){ .value = NAN };
		if (field->of_ways) return (union table_cell){ .value = value ? (double)(value - 1) / 1000 : NAN };
		if (field->share_of >= 0) {
			const struct hist_event *e = r->events[event];
			const struct hist_sums *whole = r->options->relative ? &e->shown_sums : &e->all_sums;
			return (union table_cell){ .value = share(value, whole->sums[field->share_of]) };
		}
		return (union table_cell){ .value = share(value, r->totals[event]) };
	case COLUMN_DECIMAL: return (union table_cell){ .value = count ? (double)value / (double)count : 0 };
	default: return (union table_cell){ .number = value };
	}
}

/* Whether anything is of that part of a breakdown. */
static bool has_part(const struct reporter *r, const struct hist_field *field)
{
	bool any = false;
	for (size_t e = 0; e < r->nr_events; e++) any |= field->value(NULL, &r->events[e]->all_sums) != 0;
	return any;
}

bool hist_column_shown(const struct reporter *r, const struct hist_column *column)
{
	if (column->field && column->field->breakdown && !has_part(r, column->field)) return false;
	return !column->hidden &&
	       !(column->key && column->key->event && column->key->event != r->events[0]->totals.event);
}

/* As printable_width counts, an ending of the text that is left out of the width. */
static bool ends_with(const char *text, const char *ending)
{
	size_t size = strlen(text), ending_size = strlen(ending);
	return size >= ending_size && memcmp(text + size - ending_size, ending, ending_size) == 0;
}

unsigned hist_cell_width(const struct reporter *r, const struct hist_column *column, uint64_t cell, const char *text)
{
	const struct key *key = column->key;
	bool fixed = key->flags & KEY_FIXED ||
		     (key->flags & KEY_LATE && r->events[0]->totals.nr_samples == 1 && !r->hist->options.children);
	unsigned width = fixed ? 0 : (unsigned)printable_width(text);
	if (key->uncounted && ends_with(text, key->uncounted))
		width -= MIN(width, (unsigned)printable_width(key->uncounted));
	for (size_t e = 0; key->cell_width && e < r->nr_events; e++)
		width = MAX(width, key->cell_width(r->hist->env, r->events[e]->totals.event->idx, cell));
	return width;
}

uint64_t hist_total_period(const struct hist_event *event, const struct hist_report_options *options)
{
	return options->relative ? event->totals.shown_period : event->totals.period;
}

/* Whether anything of an entry's graph can be heavy enough: no part is heavier than the entry. */
static bool has_graph(const struct hist_entry *entry, const struct callgraph_options *graph, uint64_t total)
{
	return graph->relative || entry->total_period >= (uint64_t)((double)total * graph->threshold);
}

bool hist_report_shows_graph(const struct hist_event *event, const struct hist_entry *entry,
			     const struct hist_report_options *options)
{
	uint64_t total = hist_total_period(event, options);
	/* in a hierarchy rows may be several entries */
	bool has_row = options->hierarchy || !hist_is_light(options, entry, total);
	return options->graphs && has_row && has_graph(entry, &options->graph, total);
}

void hist_add_graphs(const struct reporter *r, const struct hist_entry *const *wanted, size_t nr_wanted,
		     struct table *table)
{
	struct hist_event *event = r->events[0];
	struct callgraph_options graph = r->options->graph;
	graph.total_period = r->totals[0];
	graph.threads = r->options->threads;
	_free_ uint32_t *entries = xmalloc(nr_wanted * sizeof(*entries) + 1);
	_free_ size_t *rows = xmalloc(nr_wanted * sizeof(*rows) + 1);
	_free_ struct tree **trees = xcalloc(nr_wanted + 1, sizeof(*trees));
	size_t count = 0;
	for (size_t n = 0; n < nr_wanted; n++) {
		if (!wanted[n] || !has_graph(wanted[n], &graph, graph.total_period)) continue;
		entries[count] = (uint32_t)(wanted[n] - event->entries.items);
		rows[count++] = n;
	}
	callgraphs_make(r->hist, event, &graph, entries, count, trees);
	for (size_t i = 0; i < count; i++) table->rows.items[rows[i]].graph = trees[i];
}
