/* What the files that make a profile's table share. */
#ifndef ANALYSIS_PROFILE_HIST_REPORTER_H
#define ANALYSIS_PROFILE_HIST_REPORTER_H

#include "analysis/profile/hist_private.h"
#include "analysis/profile/hist_report.h"

struct reporter {
	struct hist *hist;
	struct hist_event *const *events;
	size_t nr_events;
	const struct hist_layout *layout;
	const struct hist_report_options *options;
	const struct hist_entry *
		*lines; /* rows to be: the entries with the same cells, nr_events each, NULL where an event has none */
	size_t nr_lines;
	uint64_t *totals; /* what an event's shares are of */
	unsigned first;   /* the event that decides the order */
};

extern const struct hist_entry hist_no_entry;

/* The entry of the first event that has one. */
static inline const struct hist_entry *any_entry(const struct reporter *r, const struct hist_entry *const *line)
{
	for (size_t i = 0; i < r->nr_events; i++)
		if (line[i]) return line[i];
	return &hist_no_entry;
}

static inline uint64_t value_of(const struct reporter *r, const struct hist_field *field,
				const struct hist_entry *entry, size_t event)
{
	static const struct hist_sums no_sums;
	const struct hist_event *e = r->events[event];
	return field->value(entry, !field->sums || entry == &hist_no_entry ? &no_sums
									   : &e->sums.items[entry - e->entries.items]);
}

/* The order of a group's events: the one that decides, then the others. */
static inline size_t event_at(const struct reporter *r, size_t i)
{
	if (i == 0) return r->first;
	return i - 1 < r->first ? i - 1 : i;
}

static inline double share(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

/* What an event's shares are of. */
uint64_t hist_total_period(const struct hist_event *event, const struct hist_report_options *options);
/* Whether a row of the event with this entry has a call graph, as far as the entry's weight says. */
bool hist_report_shows_graph(const struct hist_event *event, const struct hist_entry *entry,
			     const struct hist_report_options *options);
/* Puts lines into the order of the layout. */
void hist_order(struct reporter *r);
/* Adds a row for each line that is heavy enough, in their order. */
void hist_rows(const struct reporter *r, struct table *table);
/* Adds the rows of a hierarchy: one a level and value of that level's key. Lines need no order. */
void hist_hierarchy(const struct reporter *r, struct table *table);
/* Adds the graphs of entries (NULL: none) to the rows beside them. */
void hist_add_graphs(const struct reporter *r, const struct hist_entry *const *entries, size_t count,
		     struct table *table);
union table_cell hist_field_cell(const struct reporter *r, const struct hist_field *field, uint64_t value,
				 uint32_t count, size_t event);
bool hist_column_shown(const struct reporter *r, const struct hist_column *column);
/* How wide the column is to be for a cell with this text. */
unsigned hist_cell_width(const struct reporter *r, const struct hist_column *column, uint64_t cell, const char *text);

#endif
