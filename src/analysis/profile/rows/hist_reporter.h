/* What the files that make a profile's table share. hist_report.c fills a struct reporter and hands it on:
 *
 *     entries of nr_events events -> lines -> hist_order -> hist_rows       a row for each line
 *                                         \-> hist_hierarchy                a row for each value of each key
 *                                                         \-> hist_add_graphs */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_REPORTER_H
#define ANALYSIS_PROFILE_ROWS_HIST_REPORTER_H

#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/rows/hist_report.h"

/* A table in the making. */
struct reporter {
	struct hist *hist;
	struct hist_event *const *events;
	size_t nr_events;
	const struct hist_layout *layout;
	const struct hist_report_options *options;
	/* Rows to be; owned. A line is nr_events pointers side by side: the entries of these events with the same
	 * tuple and frame cells, NULL where an event has none. Line n begins at lines[n * nr_events]; some pointer
	 * of each line is not NULL. */
	const struct hist_entry **lines;
	size_t nr_lines;
	/* By event: the period that shares are percents of. */
	uint64_t *totals;
	unsigned first; /* the event that decides the order */
};

/* An entry without any weight. */
extern const struct hist_entry hist_no_entry;

/* The entry of the first event that has one. */
static inline const struct hist_entry *any_entry(const struct reporter *r, const struct hist_entry *const *line)
{
	for (size_t i = 0; i < r->nr_events; i++)
		if (line[i]) return line[i];
	return &hist_no_entry;
}

/* What a field says of an entry of events[event]; entry may be hist_no_entry. */
static inline uint64_t value_of(const struct reporter *r, const struct hist_field *field,
				const struct hist_entry *entry, size_t event)
{
	static const struct hist_sums no_sums;
	const struct hist_event *e = r->events[event];
	return field->value(entry, !field->sums || entry == &hist_no_entry ? &no_sums
									   : &e->sums.items[entry - e->entries.items]);
}

/* The index of the i-th most important event of a group: the one that decides (first), then the others in their
 * order. */
static inline size_t event_at(const struct reporter *r, size_t i)
{
	if (i == 0) return r->first;
	return i - 1 < r->first ? i - 1 : i;
}

/* In percent; 0 of nothing. */
static inline double share(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

/* The entry gets no row: its weight, with what it called, is too small. NULL: the event has none. */
static inline bool hist_is_light(const struct hist_report_options *options, const struct hist_entry *entry,
				 uint64_t total)
{
	return share(entry ? entry->total_period : 0, total) < options->percent_limit ||
	       (entry ? entry->total_count : 0) < options->least_samples;
}

/* What an event's shares are of: everything, or with options->relative what no filter hides. */
uint64_t hist_total_period(const struct hist_event *event, const struct hist_report_options *options);
/* Whether a row of the event with this entry has a call graph, as far as the entry's weight says. */
bool hist_report_shows_graph(const struct hist_event *event, const struct hist_entry *entry,
			     const struct hist_report_options *options);
/* Puts lines that can be among the first options->max_rows rows before all others, and returns how many these are:
 * only they need an order. All lines where there is no max_rows, or where a key decides the order. r->lines may be
 * replaced. */
size_t hist_front(struct reporter *r);
/* Puts lines into the order of the layout, with max_rows at least as many as become rows. On options->threads
 * threads. */
void hist_order(struct reporter *r);
/* Adds a row to the table for each line that is heavy enough, in their order, on options->threads threads. The table
 * has its columns already. */
void hist_rows(const struct reporter *r, struct table *table);
/* Adds the rows of a hierarchy: one for each level and value of that level's key. Lines need no order; theirs is
 * changed. */
void hist_hierarchy(const struct reporter *r, struct table *table);
/* Makes the call graphs of entries[0 .. count) (of the first event; NULL: none) and hangs each on the row with the
 * same index. */
void hist_add_graphs(const struct reporter *r, const struct hist_entry *const *entries, size_t count,
		     struct table *table);
/* The cell of a measured value of events[event]: a share, an average over count samples, or the value, as the
 * field's kind says. */
union table_cell hist_field_cell(const struct reporter *r, const struct hist_field *field, uint64_t value,
				 uint32_t count, size_t event);
/* Whether the table has the column: it is not hidden, and not a field of another event's tracepoint. */
bool hist_column_shown(const struct reporter *r, const struct hist_column *column);
/* How many terminal columns wide the column has to be for a cell with this text, by the key's flags; 0: any width
 * will do. */
unsigned hist_cell_width(const struct reporter *r, const struct hist_column *column, uint64_t cell, const char *text);

#endif
