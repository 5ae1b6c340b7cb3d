/* From entries to a table: entries of several events become lines side by side (struct reporter), lines get their
 * order, and rows, a hierarchy or graphs are made of them. Steps are in hist_report; each of the larger ones has a
 * file of its own (hist_reporter.h). */
#include "analysis/profile/rows/hist_reporter.h"
#include "base/u64map.h"

/* Makes a line of each entry that is not filtered. Of a group, entries of different events with the same tuple and
 * frame cells share a line. */
static void make_lines(struct reporter *r)
{
	struct u64map by_key = U64MAP_INIT;
	size_t most = 0;
	for (size_t i = 0; i < r->nr_events; i++) most += r->events[i]->entries.count;
	r->lines = xcalloc(most * r->nr_events + 1, sizeof(*r->lines));
	for (size_t i = 0; i < r->nr_events; i++)
		for (size_t n = 0; n < r->events[i]->entries.count; n++) {
			const struct hist_entry *entry = &r->events[i]->entries.items[n];
			if (entry->filtered) continue;
			size_t line = r->nr_lines;
			if (r->nr_events > 1) {
				bool is_new;
				uint64_t *at = u64map_put(&by_key, hist_entry_key(entry->tuple, entry->cells), &is_new);
				if (is_new) *at = line;
				line = *at;
			}
			if (line == r->nr_lines) r->nr_lines++;
			r->lines[line * r->nr_events + i] = entry;
		}
	u64map_done(&by_key);
}

/* The table's columns, as the layout has them; widths grow later with the texts. In a group a measured column has a
 * cell for each event. */
static void add_columns(const struct reporter *r, struct table *table)
{
	for (size_t i = 0; i < r->layout->columns.count; i++) {
		const struct hist_column *column = &r->layout->columns.items[i];
		if (!hist_column_shown(r, column)) continue;
		if (column->field) {
			const struct hist_field *f = column->field;
			table_add_column(table,
					 &(struct table_column){ .name = f->name,
								 .kind = f->kind,
								 .align = ALIGN_RIGHT,
								 .over = f->breakdown ? f->breakdown->title : NULL,
								 .title = f == &hist_field_overhead && r->layout->self
										  ? "Self"
										  : f->title,
								 .width = f->width * (unsigned)r->nr_events,
								 .span = (unsigned)r->nr_events });
		} else {
			static const enum column_align aligns[] = {
				[KEY_LEFT] = ALIGN_LEFT, [KEY_RIGHT] = ALIGN_RIGHT, [KEY_LEFT_RAGGED] = ALIGN_RAGGED
			};
			table_add_column(table,
					 &(struct table_column){ .name = column->key->name,
								 .title = column->key->header,
								 .kind = COLUMN_TEXT,
								 .align = aligns[column->key->align],
								 .title_right = column->key->flags & KEY_TITLE_RIGHT,
								 .cut = column->key->flags & KEY_CUT,
								 .is_name = column->key->flags & KEY_NAME,
								 .uncounted = column->key->uncounted,
								 .width = column->key->min_width });
		}
	}
}

/* Graphs of the lines that became rows. Rows are those of the heavy lines in order, so the n-th heavy line is the
 * n-th row. */
static void add_graphs(const struct reporter *r, struct table *table)
{
	_free_ const struct hist_entry **wanted = xcalloc(table->rows.count + 1, sizeof(*wanted));
	size_t row = 0,
	       max = r->options->max_graphs ? MIN(r->options->max_graphs, table->rows.count) : table->rows.count;
	for (size_t n = 0; n < r->nr_lines && row < max; n++) {
		const struct hist_entry *entry = r->lines[n * r->nr_events];
		if (!hist_is_light(r->options, entry, r->totals[0])) wanted[row++] = entry;
	}
	hist_add_graphs(r, wanted, row, table);
}

void hist_report(struct hist *hist, struct hist_event *const *events, size_t nr_events,
		 const struct hist_layout *layout, const struct hist_report_options *options, struct table *table)
{
	struct reporter r = {
		.hist = hist, .events = events, .nr_events = nr_events, .layout = layout, .options = options
	};
	if (options->sort_event < nr_events) r.first = options->sort_event;
	r.totals = xcalloc(nr_events + 1, sizeof(*r.totals));
	for (size_t i = 0; i < nr_events; i++) {
		hist_entries_make(hist, events[i]);
		r.totals[i] = hist_total_period(events[i], options);
	}
	make_lines(&r);
	add_columns(&r, table);
	if (options->hierarchy) {
		hist_hierarchy(&r, table);
	} else {
		hist_order(&r);
		hist_rows(&r, table);
		if (options->graphs && hist->options.use_chains) add_graphs(&r, table);
	}
	free(r.lines);
	free(r.totals);
}
